import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { settled, show, useChromium, VIEWS } from "./browser.ts";
import { wideReport, writeReport } from "./fixture.ts";

const WIDTHS = [320, 360, 400, 600, 700, 768, 900, 1024, 1199, 1200, 1600, 2000];
/** What a column is to have at least, where the window has it. */
const ROOM = { Passage: 350, A: 200 };

/** What is wrong: a page that reaches over the window, and words in tables that leave their cell or stand on another's of their row. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults: string[] = [];
    if (scrollWidth > Math.min(innerWidth, clientWidth)) faults.push(`${scrollWidth} px wide`);
    for (const row of document.querySelectorAll("tbody tr")) {
      const before: DOMRect[] = [];
      for (const cell of row.children) {
        // The lines of its words as drawn, without those for screen readers only.
        const lines: DOMRect[] = [];
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (!node.nodeValue?.trim() || node.parentElement?.closest(".unseen")) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          lines.push(...range.getClientRects());
        }
        const name = `${cell.getAttribute("data-name") ?? ""} ${cell.textContent?.trim().slice(0, 30)}`;
        const { left, right } = cell.getBoundingClientRect();
        if (lines.some((line) => line.left < left - 1 || line.right > right + 1)) faults.push(`leaves its cell: ${name}`);
        // Lines may touch from above and below, as those of one text do.
        const onAnother = lines.some((x) =>
          before.some(
            (y) => Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 4,
          ),
        );
        if (onAnother) faults.push(`stands on another: ${name}`);
        before.push(...lines);
      }
    }
    return faults.slice(0, 5);
  });
}

describe("width", () => {
  const chromium = useChromium();

  for (const view of [...VIEWS, "#/nowhere"]) {
    test(`${view} fits into every window, whatever the names`, async () => {
      const { page } = await chromium.open(writeReport(chromium.folder, "wide", wideReport()) + view);
      await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await settled(page);
        assert.deepEqual(await faultsOf(page), [], `${width} px`);
        for (const [name, least] of Object.entries(ROOM)) {
          const rooms = await page.locator(`tbody th[data-name="${name}"]`).evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
          assert.ok(rooms.every((room) => room >= Math.min(least, width * 0.75)), `${name} at ${width} px: ${rooms[0]} px`);
        }
      }
    });
  }

  test("tables cut dates to the day, and have the whole when pointed at", async () => {
    const report = wideReport();
    const { page } = await chromium.open(`${writeReport(chromium.folder, "wide", report)}#/clusters`);
    const first = page.locator('main tbody [data-name="First"] span').first();
    assert.equal(await first.innerText(), report.clusters[0]!.first_date!.slice(0, 10));
    assert.equal(await first.getAttribute("title"), report.clusters[0]!.first_date);
    await show(page, "#/pairs");
    assert.doesNotMatch(await page.locator("main tbody").innerText(), /T09:00/);
    await show(page, "#/pair/1");
    assert.match(await page.locator("main dl").first().innerText(), /T09:00:00Z/);
  });

  test("the links that sort show themselves to Tab where tables are cards", async () => {
    const { page } = await chromium.open(`${writeReport(chromium.folder, "wide", wideReport())}#/pairs`, { viewport: { width: 900, height: 800 } });
    const head = page.locator("main thead");
    const size = () => head.evaluate((e) => e.getBoundingClientRect().height);
    assert.ok((await size()) <= 1);
    await head.locator("a").nth(3).focus();
    assert.ok((await size()) > 20);
    assert.deepEqual(await faultsOf(page), []);
  });
});
