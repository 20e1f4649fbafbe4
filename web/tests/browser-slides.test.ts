import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Report } from "../src/model/report.ts";
import { matchesOf, partsOf, placed, plain } from "../src/model/slides.ts";
import { settled, show, useChromium } from "./browser.ts";
import { decksReport } from "./decks.ts";
import { makeReport, writeReport } from "./fixture.ts";

describe("slides", () => {
  test("objects in a text are told from words", () => {
    const text = "see \uFFFCpicture-0123456789abcdef and \uFFFC alone, \uFFFCpicture-0123";
    assert.deepEqual(
      partsOf(text).map((part) => part.object ?? part.text),
      ["see ", "picture", " and \uFFFC alone, \uFFFCpicture-0123"],
    );
    assert.equal(plain(text), "see [picture] and \uFFFC alone, \uFFFCpicture-0123");
    assert.deepEqual(partsOf(""), []);
  });

  test("slides stand beside each other as the engine has told them apart", () => {
    const report = decksReport();
    const [a, b] = [report.documents[0]!.deck!, report.documents[1]!.deck!];
    const found = matchesOf(report.pairs[0]!, a, b);
    assert.deepEqual(found.matches.map((m) => [m.a.number, m.b.number]), [[1, 2], [2, 4]]);
    assert.deepEqual(found.faint.map((m) => [m.a.number, m.b.number]), [[3, 5]]);
    assert.deepEqual(found.template.map((p) => [p.a, p.b]), [[3, 1]]);
    assert.deepEqual([found.onlyA.length, found.onlyB.map((slide) => slide.number)], [0, [1]]);
    // Others are named, whatever they have in common, and are not shown.
    const none = { pictures: 0, template: 0, notes: 0, a_tokens: 2, b_tokens: 2 };
    const slides = [{ a: 1, b: 1, matched: 2, relation: "other" as const, ...none }, { a: 1, b: 2, matched: 1, relation: "counterpart" as const, ...none }];
    const again = matchesOf({ slides }, a, b);
    assert.deepEqual(again.matches.map((m) => [m.a.number, m.b.number, ...m.alsoB]), [[1, 2, 1]]);
    assert.deepEqual(again.onlyB.map((slide) => slide.number), [4, 5]);
    // Reports of before did not tell.
    assert.equal(matchesOf({ slides: [{ a: 1, b: 1, matched: 1, ...none }] }, a, b).matches.length, 1);
  });

  test("letters are as large as the box has room for", () => {
    const box = (words: string) => placed({ begin: 0, end: 1, frame: [0, 0, 5000, 5000] }, [10_000, 10_000], words)!;
    assert.deepEqual([box("one").width, box("one").height], [50, 50]);
    assert.ok(box("one").letters > box("words and more of them ".repeat(20)).letters);
    assert.ok(box("line\n".repeat(30)).letters < box("line\n".repeat(3)).letters);
    assert.equal(placed({ begin: 0, end: 1 }, [10, 10], "one"), null);
    assert.equal(placed({ begin: 0, end: 1, frame: [0, 0, 1, 1] }, [0, 0], "one"), null);
  });

  const chromium = useChromium();
  const open = async (hash: string, made: Report = decksReport(), name = "decks") => {
    const watched = await chromium.open(writeReport(chromium.folder, name, made) + hash);
    await settled(watched.page);
    return watched;
  };

  test("two decks: which slide is which, the words that changed, the pictures in both", async () => {
    const { page, troubles } = await open("#/pair/1");
    const section = page.getByRole("region", { name: "Which slide is which" });
    assert.match(await section.locator("p").first().innerText(), /2 pairs of slides with something in common, 1 of them the same.*0 of 3 slides only in A, 1 of 4 only in B/s);
    const rows = section.locator(".grid .row");
    assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label"))), ["Slide 1 of A and slide 2 of B", "Slide 2 of A and slide 4 of B"]);
    assert.match(await rows.nth(0).locator(".caption").innerText(), /: the same\./);
    assert.match(await rows.nth(1).locator(".caption").innerText(), /22 words and objects in both, 1 only in A, 2 only in B, 1 picture shared, 7 words of the notes\./);
    const sheets = rows.nth(1).locator(".slide");
    assert.deepEqual(await sheets.locator(".edit").allInnerTexts(), ["forty", "sixty"]);
    const pictures = await sheets.locator("img").evaluateAll((all) => all.map((img) => [(img as HTMLImageElement).naturalWidth, img.getAttribute("alt")]));
    assert.deepEqual(pictures, [[8, "a picture, in both"], [8, "a picture, in both"]]);
    // Boxes to scale: the picture begins at 13,000 of 25,400.
    const share = await sheets.nth(0).evaluate((slide) => {
      const [outer, inner] = [slide, slide.querySelector(".object")!].map((x) => x.getBoundingClientRect());
      return [(inner!.left - outer!.left) / outer!.width, inner!.width / outer!.width, outer!.width / outer!.height];
    });
    for (const [i, expected] of [13_000 / 25_400, 11_000 / 25_400, 25_400 / 14_288].entries()) assert.ok(Math.abs(share[i]! - expected) < 0.02, `${i}: ${share[i]}`);
    assert.equal(await section.getByText("Notes", { exact: true }).count(), 2);
    assert.deepEqual(troubles, []);
  });

  test("what compare wrote opens on the two decks, and what find wrote on the overview", async () => {
    const report = decksReport();
    const two = { ...report, documents: report.documents.slice(0, 2), pairs: report.pairs.slice(0, 1), passages: report.passages.slice(0, 3), lineages: [] };
    const compared = await open("", { ...two, run: { ...two.run, command: "compare" } }, "compared");
    assert.match(compared.page.url(), /#\/pair\/1$/);
    await compared.page.getByRole("region", { name: "Which slide is which" }).waitFor();
    await compared.page.getByRole("navigation", { name: "Views" }).getByText("Overview").click();
    await settled(compared.page);
    assert.match(compared.page.url(), /#\/$/);
    assert.deepEqual(compared.troubles, []);
    const found = await open("", { ...two, run: { ...two.run, command: "find" } }, "found");
    assert.doesNotMatch(found.page.url(), /#/);
  });

  test("slides that have no counterpart are folded away, and shown when asked for", async () => {
    const { page } = await open("#/pair/1");
    const only = page.locator("details", { hasText: "1 slide only in B" });
    assert.equal(await only.getByText("What is new").isVisible(), false);
    await only.locator("summary").click();
    assert.equal(await only.getByText("What is new").isVisible(), true);
    const faint = page.locator("details", { hasText: "1 pair of slides with a few words in common" });
    await faint.locator("summary").click();
    await faint.locator(".slide").first().waitFor();
    assert.match((await faint.textContent()) ?? "", /5 hidden/);
  });

  test("objects in the texts are shown as what they are", async () => {
    const { page } = await open("#/pair/1");
    const text = (await page.locator(".pane").first().textContent()) ?? "";
    assert.ok(text.includes("picture") && !text.includes("\uFFFC") && !text.includes("0123456789abcdef"), text);
  });

  test("a slide's lineage: from the oldest on, with what it has of the one before", async () => {
    const { page, troubles } = await open("#/");
    await page.getByRole("navigation", { name: "Views" }).getByText("Slides").click();
    await settled(page);
    const first = page.locator("main section").first();
    assert.equal(await first.locator("h2").innerText(), "Cranes and what they lift The old cranes lift forty tons a day when the tide is high and …");
    const words = (await first.locator("li p").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
    assert.deepEqual(words, [
      "spring.pptx, slide 2, 2020-03-01 the oldest",
      "autumn.pptx, slide 4, 2020-09-01 91.7 % of no. 1, both decks",
      "winter.pptx, slide 1 70.8 % of no. 2, both decks",
    ]);
    // What came anew is marked against the slide it comes from.
    assert.deepEqual(await first.locator("li").nth(1).locator(".edit").allInnerTexts(), ["sixty"]);
    await first.getByText("both decks").first().click();
    await settled(page);
    assert.match(page.url(), /#\/pair\/1$/);
    assert.deepEqual(troubles, []);
  });

  test("slides are found by their words and by the names of decks", async () => {
    const { page } = await open("#/slides?text=forty%20tons");
    assert.match(await page.getByRole("status").innerText(), /1 of 2 slides/);
    await show(page, "#/slides?text=winter");
    assert.match(await page.getByRole("status").innerText(), /1 of 2 slides/);
    await show(page, "#/slides?text=nowhere");
    assert.equal(await page.getByRole("status").innerText(), "No slide fits these filters.");
  });

  test("without decks there are no slides to go to", async () => {
    const { page } = await open("#/slides", makeReport(), "no-decks");
    assert.equal(await page.getByRole("navigation", { name: "Views" }).getByText("Slides").count(), 0);
    assert.match(await page.getByRole("status").innerText(), /There are none/);
  });
});
