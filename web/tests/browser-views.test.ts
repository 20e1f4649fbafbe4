import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { settled, show, useChromium } from "./browser.ts";
import { emptyReport, makeReport, writeReport } from "./fixture.ts";

const report = makeReport({ documents: 60, words: 400 });

describe("views", () => {
  const chromium = useChromium();
  const open = async (hash = "", made = report) => {
    const watched = await chromium.open(writeReport(chromium.folder, `views-${made.documents.length}`, made) + hash);
    await settled(watched.page);
    return watched.page;
  };
  const cells = (page: Page, name: string) => page.locator(`main tbody [data-name="${name}"]`).allInnerTexts();
  const caption = (page: Page) => page.locator("main table caption").first().innerText();

  test("the overview shows counts, run, classes, figures and what was dropped", async () => {
    const page = await open();
    const text = await page.locator("main").innerText();
    for (const part of [
      "Reused text in 60 documents",
      "winnow:k=5,window=8",
      "considerable / partial",
      "Pairs by containment",
      "Passages by length",
      "Reuse over time",
      "Pairs by series",
      "Most reused passages",
      "Most related pairs",
      "skipped: empty-text",
      "of web pages: repeated on pages of 3 sites, left out of 57 pages",
      "left out, having nothing else in common: spam",
      "too common to tell anything: in more than 100 documents",
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.equal(await page.title(), "Overview · cento");
  });

  test("the overview shows what pairs are, by class, and what each pattern means", async () => {
    const page = await open();
    const table = page.locator("#patterns ~ .scroll table");
    const rows = await table.locator("tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent!.trim())));
    const pairs = report.pairs.length;
    const share = (part: number) => `${((part / (pairs + 12)) * 100).toFixed(1)} %`;
    const ofC6 = (part: number) => `${((part / (pairs + 4)) * 100).toFixed(1)} %`;
    assert.deepEqual(rows, [
      ["Pattern", "What it is", "C2", "C6", "All", "Pairs", "Left out"],
      ["reuse", "with a passage that has no label", "0 %", ofC6(pairs), share(pairs), String(pairs), "0"],
      ["spam", "what many documents of several series have that have little else", "100 %", ofC6(4), share(12), "12", "12"],
    ]);
    assert.equal(await table.locator("th[scope=row]").count(), 2);
    const plain = structuredClone(report);
    plain.run.summary.patterns = [{ pattern: "reuse", pairs, left_out: 0, classes: { C6: pairs } }];
    const { page: other } = await chromium.open(writeReport(chromium.folder, "reuse-only", plain));
    await settled(other);
    assert.equal(await other.locator("#labels").count(), 1);
    assert.equal(await other.locator("#patterns").count(), 0);
  });

  test("every figure has its numbers as a table and is saved as a whole SVG file", async () => {
    const page = await open();
    const figures = await page.locator("figure").count();
    assert.equal(figures, 4);
    const reader = (await chromium.open(writeReport(chromium.folder, "reader", emptyReport()), { bypassCSP: true })).page;
    for (let i = 0; i < figures; i++) {
      const figure = page.locator("figure").nth(i);
      await figure.locator("summary").click();
      await settled(page);
      const rows = await figure.locator("tbody tr").count();
      assert.ok(rows > 0);
      const waiting = page.waitForEvent("download");
      await figure.getByRole("button", { name: /Save SVG/ }).click();
      const download = await waiting;
      assert.match(download.suggestedFilename(), /^cento-[a-z-]+\.svg$/);
      const svg = readFileSync(await download.path(), "utf8");
      const read = await reader.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
        return {
          error: parsed.querySelector("parsererror")?.textContent ?? null,
          root: parsed.documentElement.namespaceURI,
          numbers: parsed.querySelector("desc")?.textContent?.split("\n").length ?? 0,
          styled: [...parsed.querySelectorAll("rect, text")].every((e) => e.hasAttribute("fill")),
          classes: parsed.querySelectorAll("[class], [style]").length,
        };
      }, svg);
      assert.deepEqual(read, { error: null, root: "http://www.w3.org/2000/svg", numbers: rows + 2, styled: true, classes: 0 });
      assert.doesNotMatch(svg, /var\(|url\(|href=/);
    }
  });

  test("every column of the pairs sorts, up and down, and says so", async () => {
    const page = await open("#/pairs");
    const heads = page.locator("thead th a");
    for (let i = 0; i < (await heads.count()); i++) {
      for (const _ of [1, 2]) {
        await heads.nth(i).click();
        await settled(page);
      }
      const sorted = await page.locator("thead th").nth(i).getAttribute("aria-sort");
      assert.ok(sorted === "ascending" || sorted === "descending", `column ${i}: ${sorted}`);
    }
    await show(page, "#/pairs?sort=a_in_b&down=1");
    const values = (await cells(page, "A in B")).map(parseFloat);
    assert.equal(values.length, 50);
    assert.deepEqual(values, [...values].sort((x, y) => y - x));
  });

  test("filters, paging and sorting are kept in the address, and Back works", async () => {
    const page = await open("#/pairs");
    assert.equal(await caption(page), `${report.pairs.length} pairs, page 1 of 3`);
    await page.getByRole("link", { name: "Next" }).click();
    await settled(page);
    assert.match(await caption(page), /page 2 of 3/);
    await page.getByLabel(/^Class/).selectOption("C4");
    await settled(page);
    const c4 = report.pairs.filter((p) => p.class === "C4").length;
    assert.match(await caption(page), new RegExp(`^${c4} of ${report.pairs.length} pairs$`));
    assert.ok((await cells(page, "Class")).every((name) => name === "C4"));
    await page.getByLabel("Words in ids or titles").fill("harbour");
    await page.waitForFunction(() => location.hash.includes("text=harbour"));
    await settled(page);
    const both = await page.evaluate(() => location.hash);
    const shown = (await cells(page, "Class")).length;
    await page.getByLabel("Containment from, %").fill("60");
    await page.getByLabel("Containment from, %").press("Enter");
    await settled(page);
    assert.ok((await cells(page, "Class")).length < shown);
    await show(page, both);
    await page.reload();
    await settled(page);
    assert.equal((await cells(page, "Class")).length, shown);
    assert.equal(await page.getByLabel("Words in ids or titles").inputValue(), "harbour");
    await page.locator("main tbody a[data-row]").first().click();
    await settled(page);
    assert.match(await page.locator("h1").innerText(), /^Pair /);
    await page.goBack();
    await settled(page);
    assert.equal((await cells(page, "Class")).length, shown);
    await page.getByRole("button", { name: "All pairs" }).click();
    await settled(page);
    assert.match(await caption(page), new RegExp(`^${report.pairs.length} pairs`));
    await page.getByLabel("Words in ids or titles").fill("no such thing");
    await page.getByText("No pair fits these filters.").waitFor();
  });

  test("Back returns to the row that was left", async () => {
    const page = await open("#/pairs");
    const row = page.locator("main tbody a[data-row]").nth(30);
    await row.scrollIntoViewIfNeeded();
    const href = await row.getAttribute("href");
    await settled(page);
    const down = await page.evaluate(() => scrollY);
    assert.ok(down > 300);
    await row.click();
    await page.getByRole("heading", { level: 1, name: /^Pair / }).waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.goBack();
    await settled(page);
    assert.equal(await page.evaluate(() => scrollY), down);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), href);
  });

  test("a field of the series matrix leads to its pairs", async () => {
    const page = await open();
    await page.locator("svg .cell").first().click();
    await settled(page);
    assert.match(await page.evaluate(() => location.hash), /#\/pairs\?series=.+&with=.+/);
    assert.ok((await cells(page, "Class")).length > 0);
  });

  test("a pair shows both texts as they are, with every passage numbered on both sides", async () => {
    const page = await open("#/pair/31");
    const pair = report.pairs[30]!;
    const panes = page.locator(".pane");
    for (const [i, side] of (["a", "b"] as const).entries()) {
      const text = await panes.nth(i).evaluate((pane) => {
        const copy = pane.cloneNode(true) as HTMLElement;
        copy.querySelectorAll("button").forEach((b) => b.remove());
        return [...copy.querySelectorAll(".chunk")].map((c) => c.textContent).join("");
      });
      assert.equal(text, report.documents[pair[side]]!.text[0]![1]);
      const numbers = await panes.nth(i).locator("button.opens").allInnerTexts();
      assert.deepEqual(numbers.map(Number).sort((x, y) => x - y), [1, 2, 3]);
    }
    const places = report.passages.slice(pair.first, pair.first + pair.shown).map((passage) => passage.a_place);
    assert.ok(places.some((place) => place));
    const inA = await page.getByRole("region", { name: "Passages" }).locator("tbody td:nth-child(8)").allInnerTexts();
    inA.forEach((cell, i) => assert.equal(cell.match(/^(p\. \d+): /)?.[1], places[i]));
    const facts = await page.locator("main").innerText();
    assert.match(facts, /of A stands in B/);
    assert.match(facts, /first in A, in B .* later|direction unknown|first in B/);
  });

  test("keys and buttons step through passages, and the panes follow", async () => {
    const page = await open("#/pair/31");
    const current = () => page.locator(".bar strong").innerText();
    const inSight = (passage: number) =>
      page.evaluate((n) => {
        return [...document.querySelectorAll(".pane")].map((pane) => {
          const box = pane.getBoundingClientRect();
          const mark = pane.querySelector(`[data-open="${n}"]`)?.getBoundingClientRect();
          return mark !== undefined && mark.top >= box.top && mark.bottom <= box.bottom;
        });
      }, passage);
    assert.equal(await current(), "Passage 1 of 3");
    await page.keyboard.press("j");
    await settled(page);
    assert.equal(await current(), "Passage 2 of 3");
    assert.deepEqual(await inSight(1), [true, true]);
    await page.keyboard.press("n");
    await page.keyboard.press("j");
    await settled(page);
    assert.equal(await current(), "Passage 3 of 3");
    assert.deepEqual(await inSight(2), [true, true]);
    await page.keyboard.press("p");
    await page.keyboard.press("k");
    await settled(page);
    assert.equal(await current(), "Passage 1 of 3");
    await page.getByRole("button", { name: "Next passage" }).click();
    await settled(page);
    assert.equal(await current(), "Passage 2 of 3");
    await page.waitForFunction(() => location.hash.includes("passage=2"));
    // A key held down: the address may lag, the passage not.
    for (let i = 0; i < 300; i++) await page.keyboard.press(i % 2 ? "j" : "k");
    await page.keyboard.press("j");
    await settled(page);
    assert.equal(await current(), "Passage 3 of 3");
    await page.waitForFunction(() => location.hash.includes("passage=3"));
  });

  test("a pane stays where the reader scrolls it", async () => {
    const page = await open("#/pair/31");
    const pane = page.locator(".pane").first();
    for (const place of [100_000, 0]) {
      await pane.evaluate((e, to) => (e.scrollTop = to), place);
      const at = await pane.evaluate((e) => e.scrollTop);
      await settled(page);
      await settled(page);
      assert.equal(await pane.evaluate((e) => e.scrollTop), at);
    }
  });

  test("a click in one text scrolls the other, and a click in the strips both", async () => {
    const page = await open("#/pair/31");
    await page.locator(".pane").first().locator("[data-open='2']").click();
    await settled(page);
    assert.match(await page.locator(".bar strong").innerText(), /Passage 3/);
    const visible = await page.evaluate(() => {
      const pane = document.querySelectorAll(".pane")[1]!;
      const mark = pane.querySelector("[data-open='2']")!.getBoundingClientRect();
      return mark.top >= pane.getBoundingClientRect().top && mark.bottom <= pane.getBoundingClientRect().bottom;
    });
    assert.ok(visible);
    const strip = page.locator("figure svg");
    const width = (await strip.boundingBox())!.width;
    const p = report.passages[report.pairs[30]!.first]!;
    const x = 18 + (((p.a_begin + p.a_end) / 2) / report.documents[p.a]!.length) * (width - 22);
    await strip.click({ position: { x, y: 12 } });
    await settled(page);
    assert.match(await page.locator(".bar strong").innerText(), /Passage 1/);
  });

  test("pairs follow each other in the order of the list they were opened from", async () => {
    const page = await open("#/pairs?sort=hits&down=1");
    const order = (await cells(page, "No.")).map((text) => parseInt(text, 10));
    await page.locator("main tbody a[data-row]").first().click();
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), `Pair ${order[0]}`);
    await page.keyboard.press("]");
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), `Pair ${order[1]}`);
    await page.getByRole("link", { name: "Next pair" }).click();
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), `Pair ${order[2]}`);
    await page.keyboard.press("[");
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), `Pair ${order[1]}`);
    await page.keyboard.press("u");
    await settled(page);
    assert.equal(await page.evaluate(() => location.hash), "#/pairs?sort=hits&down=1");
  });

  test("a pair's address has the number that is shown", async () => {
    const page = await open("#/pairs");
    const row = page.locator("main tbody tr").nth(2);
    assert.equal(await row.locator("a[data-row]").getAttribute("href"), "#/pair/3");
    assert.match(await row.locator('[data-name="No."]').innerText(), /^3\b/);
    await show(page, "#/pair/3");
    assert.equal(await page.locator("h1").innerText(), "Pair 3");
    await show(page, `#/pair/${report.pairs.length}`);
    assert.equal(await page.locator("h1").innerText(), `Pair ${report.pairs.length}`);
  });

  test("what differs is marked by more than colour", async () => {
    const page = await open(`#/pair/${1 + report.pairs.findIndex((p) => report.passages.slice(p.first, p.first + p.shown).every((x) => x.substituted && x.deleted && x.inserted))}`);
    const replaced = page.locator(".pane em.replaced").first();
    const only = page.locator(".pane em.only").first();
    assert.match(await replaced.evaluate((e) => getComputedStyle(e).textDecorationLine), /underline/);
    assert.equal(await only.evaluate((e) => getComputedStyle(e, "::before").content), '"["');
    assert.ok((await page.locator(".pane .gap").count()) > 0);
  });

  test("overlapping passages, and text left out", async () => {
    const made = makeReport({ documents: 3, sources: 1, taken: 3 });
    const [first, second] = made.passages as [(typeof made.passages)[0], (typeof made.passages)[0]];
    first.a_begin = second.a_begin = 10;
    first.a_end = 60;
    second.a_end = 40;
    first.edits = second.edits = [];
    const document = made.documents[first.a]!;
    const text = document.text[0]![1];
    document.text = [[5, text.slice(5, 100)], [120, text.slice(120, 150)]];
    const page = await open("#/pair/1", { ...made, documents: [...made.documents, { ...document, text: [] }] });
    const pane = page.locator(".pane").first();
    assert.equal(await pane.locator("mark.several").first().getAttribute("data-passages"), "0 1");
    const words = await pane.innerText();
    assert.match(words, /… 5 characters left out …/);
    assert.match(words, /… 20 characters left out/);
    assert.match(words, new RegExp(`… ${text.length - 150} characters left out`));
    await pane.locator("mark.several").first().click();
    await settled(page);
    assert.match(await page.locator(".bar strong").innerText(), /Passage 2/);
    await pane.locator("mark.several").first().click();
    await settled(page);
    assert.match(await page.locator(".bar strong").innerText(), /Passage 1/);
  });

  test("a cluster shows its members in time and marks what differs from the oldest", async () => {
    const page = await open("#/clusters?sort=size&down=1");
    const sizes = (await cells(page, "Documents")).map(Number);
    assert.deepEqual(sizes, [...sizes].sort((x, y) => y - x));
    await page.locator("main tbody a[data-row]").first().click();
    await settled(page);
    assert.ok((await page.locator("figure .dot").count()) > 1);
    assert.ok((await page.locator("ol li").count()) > 1);
    assert.ok((await page.locator("ol del.was").count()) > 0);
    assert.match(await page.locator("ol del.was").first().evaluate((e) => getComputedStyle(e).textDecorationLine), /line-through/);
    await page.getByRole("link", { name: "compare with the oldest" }).first().click();
    await settled(page);
    assert.match(await page.locator("h1").innerText(), /^Pair /);
  });

  test("members of one day and series stand apart on the time line, each to be chosen", async () => {
    const made = makeReport({ documents: 22, words: 300 });
    const cluster = made.clusters[0]!;
    for (const { document } of cluster.members) Object.assign(made.documents[document]!, { date: "1850-06-01", series: "Almanac" });
    const page = await open(`#/cluster/${cluster.cluster_id}`, made);
    const dots = page.locator("figure .dot");
    assert.equal(await dots.count(), cluster.members.length);
    for (let i = 0; i < cluster.members.length; i++) {
      const dot = dots.nth(i);
      const number = await dot.getAttribute("data-member");
      // Playwright clicks at the middle, and not through another dot.
      await dot.click();
      await settled(page);
      assert.equal(await page.evaluate(() => document.activeElement?.id), `member-${number}`);
    }
  });

  test("a member shows as many differences as it says, at its ends too", async () => {
    const made = makeReport({ documents: 21, words: 300 });
    const cluster = made.clusters[0]!;
    const [oldest, member] = cluster.members as [(typeof cluster.members)[0], (typeof cluster.members)[0]];
    // Words of the oldest that are missing before the first word of the member, and two after its last.
    const { begin, end } = oldest;
    member.edits = [member.begin, member.begin, begin, begin + 3, ...member.edits!];
    member.edits.push(member.end, member.end, end - 7, end - 4, member.end, member.end, end - 3, end);
    const page = await open(`#/cluster/${cluster.cluster_id}`, made);
    for (const [i, { edits }] of cluster.members.entries()) {
      if (!edits) continue;
      const item = page.locator(`#member-${i}`);
      // What is replaced has both a <del> and an <ins>; the rest one of them.
      const drawn = (await item.locator("del").count()) + (await item.locator("ins.only").count());
      assert.equal(drawn, edits.length / 4, `member ${i + 1}`);
      if (drawn > 0) assert.match(await item.innerText(), new RegExp(`\\b${drawn} differences?\\b`));
    }
    const last = await page.locator("#member-1 .variant > :last-child").evaluate((e) => [e.tagName, e.textContent]);
    assert.deepEqual(last, ["DEL", made.documents[oldest.document]!.text[0]![1].slice(end - 3, end)]);
  });

  test("keys: help, views, search, rows; and off when switched off", async () => {
    const page = await open();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.getByRole("button", { name: /^Keys/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.locator("h1").focus();
    await page.keyboard.press("2");
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), "Pairs");
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H1");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("main a[data-row]")].indexOf(document.activeElement!)), 1);
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).type), "search");
    await page.keyboard.type("j3?");
    assert.equal(await page.getByLabel("Words in ids or titles").inputValue(), "j3?");
    await page.locator("h1").focus();
    await page.keyboard.press("3");
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), "Clusters");
    await page.keyboard.press("?");
    await page.getByLabel(/Single keys/).uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), "Clusters");
  });

  test("an empty report is told as such, in every list", async () => {
    const page = await open("", emptyReport());
    assert.match(await page.locator("main").innerText(), /No reused text was found/);
    await show(page, "#/pairs");
    assert.match(await page.locator("main").innerText(), /No pairs were found/);
    await show(page, "#/clusters");
    assert.match(await page.locator("main").innerText(), /There are no clusters/);
    for (const number of [0, 1]) {
      await show(page, `#/pair/${number}`);
      assert.match(await page.locator("main").innerText(), /No such pair/);
    }
    await show(page, "#/cluster/c0");
    assert.match(await page.locator("main").innerText(), /No such cluster/);
  });

  test("what was cut is said at the tables", async () => {
    const made = makeReport({ documents: 20 });
    made.totals.pairs += 500;
    made.overview.left_out = [{ what: "pairs", count: 500, why: "ranked below the first" }];
    made.pairs[0]!.passages += 9;
    const page = await open("#/pairs", made);
    assert.match(await page.locator("main").innerText(), /Not in this page: 500 pairs \(ranked below the first\)/);
    await show(page, "#/pair/1");
    assert.match(await page.locator("main").innerText(), /3 of 12 passages are in this page/);
    await show(page, "#/");
    assert.match(await page.locator("main").innerText(), /not in this page: ranked below the first/);
  });
});
