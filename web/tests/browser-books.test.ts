import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import type { Report } from "../src/model/report.ts";
import { isIn } from "../src/model/strips.ts";
import { settled, show, useChromium, VIEWS } from "./browser.ts";
import { booksReport, makeReport, writeReport } from "./fixture.ts";

const report = booksReport();
/** A pair of books of unlike lengths, with several portions. */
const INDEX = report.pairs.findIndex((p) => p.portions!.length > 2 && report.documents[p.b]!.length > 1.2 * report.documents[p.a]!.length);
const pair = report.pairs[INDEX]!;
const passages = report.passages.slice(pair.first, pair.first + pair.shown);
const lengths = [report.documents[pair.a]!.length, report.documents[pair.b]!.length] as const;

describe("books", () => {
  const chromium = useChromium();
  const open = async (hash: string, made: Report = report, name = "books") => {
    const watched = await chromium.open(writeReport(chromium.folder, name, made) + hash);
    await settled(watched.page);
    return watched;
  };
  const current = async (page: Page) => Number(/Passage ([\d,]+) of/.exec(await page.locator(".bar strong").innerText())![1]!.replace(",", "")) - 1;
  const inSight = (page: Page, passage: number) =>
    page.evaluate(
      (n) =>
        [...document.querySelectorAll(".pane")].every((pane) => {
          const box = pane.getBoundingClientRect();
          const mark = pane.querySelector(`[data-open="${n}"]`)?.getBoundingClientRect();
          return mark !== undefined && mark.top >= box.top && mark.bottom <= box.bottom;
        }),
      passage,
    );

  test("bins are drawn to the scale of the two books, the aligned ones filled, each with its share", async () => {
    assert.ok(INDEX >= 0);
    const { page, troubles } = await open(`#/pair/${INDEX + 1}`);
    const figure = page.getByRole("figure", { name: "Which part is which" });
    const widths = await figure.locator(".strip").evaluateAll((strips) => strips.map((s) => s.getBoundingClientRect().width));
    assert.ok(Math.abs(widths[0]! / widths[1]! - lengths[0] / lengths[1]) < 0.01, String(widths));
    const titles = await figure.locator(".bin title").allTextContents();
    assert.equal(titles.length, pair.bins!.a.length + pair.bins!.b.length);
    assert.match(titles[0]!, new RegExp(`^A, 0–[\\d.]+ %: ${pair.bins!.a[0]} % aligned$`));
    // Filled where at least half is aligned, and nowhere else.
    const filled = await figure.locator("svg").evaluate((svg) => {
      const paths = [...svg.querySelectorAll<SVGPathElement>(".filled")];
      return [...svg.querySelectorAll<SVGRectElement>(".bin")].map((bin) => {
        const point = new DOMPoint(bin.x.baseVal.value + bin.width.baseVal.value / 2, bin.y.baseVal.value + 7);
        return paths.some((path) => path.isPointInFill(point));
      });
    });
    assert.deepEqual(filled, [...pair.bins!.a, ...pair.bins!.b].map((share) => share >= 50));
    assert.ok(filled.includes(true) && filled.includes(false));
    await figure.locator("summary").click();
    const row = figure.locator("tbody tr").first();
    await row.waitFor();
    const rows = await row.locator("th, td").allInnerTexts();
    assert.deepEqual([rows[0], rows[1], rows.at(-1)], ["A", "1", String(pair.bins!.a[0])]);
    assert.deepEqual(troubles, []);
  });

  test("a click on a bin or a ribbon leads to the text there", async () => {
    const { page } = await open(`#/pair/${INDEX + 1}`);
    const svg = page.locator("figure svg");
    const strips = await page.locator("figure .strip").evaluateAll((all) =>
      all.map((s) => ({ x: Number(s.getAttribute("x")), y: Number(s.getAttribute("y")), width: Number(s.getAttribute("width")), height: Number(s.getAttribute("height")) })),
    );
    const last = passages.length - 1;
    for (const [n, side] of [[last, 0], [1, 1], [Math.floor(last / 2), 0]] as const) {
      const p = passages[n]!;
      const middle = side === 0 ? (p.a_begin + p.a_end) / 2 : (p.b_begin + p.b_end) / 2;
      const strip = strips[side]!;
      await svg.click({ position: { x: strip.x + (middle / lengths[side]) * strip.width, y: strip.y + strip.height / 2 } });
      await settled(page);
      assert.equal(await current(page), n);
      assert.ok(await inSight(page, n), `passage ${n + 1}`);
      assert.ok(isIn(p, pair.portions![(await page.locator(".portions tbody tr").evaluateAll((all) => all.findIndex((r) => r.ariaCurrent === "true")))]!));
    }
    // A bin far from any passage: the nearest one.
    await svg.click({ position: { x: strips[0]!.x + 1, y: strips[0]!.y + 5 } });
    await settled(page);
    assert.equal(await current(page), 0);
    // Between the strips: a passage of the portion there.
    const portion = pair.portions!.at(-1)!;
    const at = (side: 0 | 1, begin: number, end: number) => strips[side]!.x + ((begin + end) / 2 / lengths[side]) * strips[side]!.width;
    const x = (at(0, portion.a_begin, portion.a_end) + at(1, portion.b_begin, portion.b_end)) / 2;
    await svg.click({ position: { x, y: (strips[0]!.y + strips[0]!.height + strips[1]!.y) / 2 } });
    await settled(page);
    assert.ok(isIn(passages[await current(page)]!, portion));
  });

  test("portions stand in a table that leads to their first passage, by keys too", async () => {
    const { page } = await open(`#/pair/${INDEX + 1}`);
    const portions = pair.portions!;
    const table = page.locator(".portions tbody tr");
    if (!(await table.first().isVisible())) await page.locator(".portions summary").click();
    assert.equal(await table.count(), portions.length);
    const firsts = portions.map((portion) => passages.findIndex((p) => isIn(p, portion)));
    for (const [i, first] of firsts.entries()) {
      await page.getByRole("button", { name: `Portion ${i + 1}:` }).focus();
      await page.keyboard.press("Enter");
      await settled(page);
      assert.equal(await current(page), first);
      assert.ok(await inSight(page, first));
      assert.equal(await table.nth(i).getAttribute("aria-current"), "true");
    }
    for (const first of firsts.slice(0, -1).reverse()) {
      await page.keyboard.press("K");
      await settled(page);
      assert.equal(await current(page), first);
    }
    await page.keyboard.press("J");
    await settled(page);
    assert.equal(await current(page), firsts[1]);
    const row = await table.first().innerText();
    assert.match(row, /\d+–\d+ %/);
    assert.match(row, /93\.0 %/);
  });

  test("scores are told in words, each with what it says", async () => {
    const made = booksReport();
    made.pairs[0]!.scores = { lcs: 1218, cs: 0.35, its: 0.823, its_both: 0.82, confirmed: 1 };
    const { page } = await open("#/pair/1", made, "books-scores");
    const text = await page.locator(".scores p").innerText();
    assert.equal(text.trim(), "1,218 unique words in the same order; its 0.82, over words in both 0.82, cs 0.35; text confirmed at 100 %.");
    assert.ok((await page.locator(".scores p span[title]").count()) === 5);
    await page.getByText("What these say").click();
    assert.match(await page.locator(".scores").innerText(), /stand once in A and once in B/);
  });

  test("bins without passages in the page are drawn all the same", async () => {
    const made = booksReport();
    Object.assign(made.pairs[0]!, { shown: 0, first: 0 });
    const { page, troubles } = await open("#/pair/1", made, "books-none");
    await page.locator("figure svg").click({ position: { x: 60, y: 12 } });
    await settled(page);
    assert.ok((await page.locator("figure .filled").count()) > 0);
    assert.equal(await page.getByRole("button", { name: /^Portion/ }).count(), 0);
    assert.match(await page.locator("main").innerText(), /are not in this page/);
    assert.deepEqual(troubles, []);
  });

  test("the figure is saved as a whole SVG file", async () => {
    const { page } = await open(`#/pair/${INDEX + 1}`);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save SVG: Which part is which" }).click();
    const svg = readFileSync(await (await waiting).path(), "utf8");
    assert.doesNotMatch(svg, /var\(|url\(|href=|class=/);
    // An area for the pointer must not cover the bins.
    assert.match(svg, /<rect [^>]*fill="none"[^>]*><title/);
  });

  test("a share of unique words is called that, so that no line contradicts another", async () => {
    const { page } = await open(`#/pair/${INDEX + 1}`);
    assert.match(await page.locator(".share").first().innerText(), /^[\d.]+ % of A’s unique words stand in B in the same order \(/);
    await show(page, "#/pairs");
    assert.match(await page.locator("main").innerText(), /“A in B” is the share of A’s unique words that stand in B in the same order;/);
    await show(page, "#/");
    assert.match(await page.locator("main").innerText(), /How many of one book’s unique words stand in the other in the same order, both ways/);
  });

  test("works: largest first, with places, pairs, and the other works of a book", async () => {
    const { page, troubles } = await open("");
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Works" }).click();
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), "Works");
    const captions = (await page.locator("main caption").allInnerTexts()).map((text) => parseInt(/\d+/.exec(text)![0], 10));
    assert.equal(captions.length, report.works!.length);
    assert.deepEqual(captions, [...captions].sort((x, y) => y - x));
    for (const place of await page.locator('main [data-name="Place"]').allInnerTexts()) assert.match(place, /^\d+–\d+ %$/);

    // A book in two works names each at the other, and the link leads there.
    const several = report.documents.findIndex((_, i) => report.works!.filter((w) => w.members.some((m) => m.document === i)).length > 1);
    const [one, other] = report.works!.filter((w) => w.members.some((m) => m.document === several));
    await show(page, `#/works?work=${one!.work_id}`);
    const row = page.locator("main tbody tr").nth(one!.members.findIndex((m) => m.document === several));
    assert.match(await row.innerText(), new RegExp(`also in .*\\b${other!.work_id}\\b`));
    const member = one!.members.find((m) => m.document === several)!;
    const share = Math.floor((member.begin / report.documents[several]!.length) * 100);
    assert.match(await row.locator('[data-name="Place"]').innerText(), new RegExp(`^${share}–`));
    await row.getByRole("link", { name: other!.work_id, exact: true }).click();
    await settled(page);
    assert.equal(await page.locator("h2").first().innerText(), other!.work_id);
    assert.match(await page.locator("main").innerText(), new RegExp(`1 of ${report.works!.length} works`));
    await page.getByRole("button", { name: "All works" }).click();
    await settled(page);
    assert.equal(await page.locator("main caption").count(), report.works!.length);

    await page.getByLabel("Words in ids or titles").fill("no such thing");
    await page.getByText("No work fits these filters.").waitFor();
    await page.getByLabel("Words in ids or titles").fill(report.documents[several]!.id);
    await page.waitForFunction(() => document.querySelector("main caption") !== null);
    await show(page, "#/works");
    await page.locator("main a[data-row]").first().click();
    await settled(page);
    assert.match(await page.evaluate(() => location.hash), /#\/pairs\?document=\d+/);
    assert.ok((await page.locator("main tbody tr").count()) > 0);
    await page.keyboard.press("4");
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), "Works");
    assert.deepEqual(troubles, []);
  });

  test("many works come in pages, and many members some at a time", async () => {
    const made = makeReport({ documents: 200 });
    made.works = Array.from({ length: 120 }, (_, i) => ({
      work_id: `w${i}`,
      members: Array.from({ length: 140 - i }, (_, k) => ({ document: (i + k) % 200, begin: 0, end: 5 })),
    }));
    const { page } = await open("#/works", made, "books-many");
    assert.equal(await page.locator("main caption").count(), 50);
    assert.ok((await page.locator("main tbody tr").count()) <= 500);
    assert.match(await page.locator("main").innerText(), /120 works, page 1 of 3/);
    const first = page.locator("main section").first();
    await first.getByRole("button", { name: /Show more of 140/ }).click();
    await settled(page);
    assert.equal(await first.locator("tbody tr").count(), 110);
    assert.match(await first.innerText(), /also in w\d+, .* and \d+ more/);
    await page.keyboard.press("]");
    await settled(page);
    assert.match(await page.locator("main").innerText(), /page 2 of 3/);
    assert.equal(await page.locator("main section").first().locator("tbody tr").count(), 10);
  });

  test("pairs have a column for the order of unique words, documents their labels", async () => {
    const { page } = await open("#/pairs?sort=its_both&down=1");
    const values = (await page.locator('main tbody [data-name="its"]').allInnerTexts()).map(Number);
    assert.deepEqual(values, [...values].sort((x, y) => y - x));
    assert.ok((await page.locator("main tbody .label", { hasText: "word-list" }).count()) > 0);
    const index = report.pairs.findIndex((p) => report.documents[p.b]!.labels);
    await show(page, `#/pair/${index + 1}`);
    assert.match(await page.locator(".facts").innerText(), /word-list/);
  });

  test("nothing reaches over the window, from 400 to 1600 px", async () => {
    const { page } = await open("");
    for (const view of ["#/", "#/pairs", `#/pair/${INDEX + 1}`, "#/works"]) {
      await show(page, view);
      await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
      for (const width of [400, 600, 900, 1200, 1600]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${view} at ${width} px: ${wide}`);
        const right = await page.evaluate(() => Math.max(0, ...[...document.querySelectorAll("figure svg *")].map((e) => e.getBoundingClientRect().right)));
        assert.ok(right <= width, `${view} at ${width} px: drawn to ${right}`);
      }
    }
  });

  test("a report of before has no trace of all this", async () => {
    const old = JSON.parse(readFileSync(join(import.meta.dirname, "report-v1.json"), "utf8"));
    const { page, troubles } = await open("", old, "books-old");
    for (const view of VIEWS.filter((v) => v !== "#/works")) {
      await show(page, view);
      assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /Works|unique words|portion/i, view);
      assert.equal(await page.locator('[data-name="its"], .bin, .portions').count(), 0, view);
    }
    await show(page, "#/pair/1");
    assert.equal(await page.getByRole("figure", { name: "Where the passages lie" }).count(), 1);
    await page.keyboard.press("4");
    await page.keyboard.press("J");
    await settled(page);
    assert.equal(await page.locator("h1").innerText(), "Pair 1");
    await show(page, "#/works");
    assert.match(await page.locator("main").innerText(), /There are no works/);
    assert.deepEqual(troubles, []);
  });
});
