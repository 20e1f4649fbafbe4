import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { settled, show, useChromium, VIEWS } from "./browser.ts";
import { decksReport } from "./decks.ts";
import { emptyReport, makeReport, pageWith, safeJson, sentencesReport, writePage, writeReport } from "./fixture.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const report = makeReport({ documents: 40, words: 200 });

describe("access", () => {
  const chromium = useChromium();

  for (const colorScheme of ["light", "dark"] as const) {
    // Between the two only the layout differs, so that one scheme is enough.
    for (const width of colorScheme === "light" ? [360, 900, 1400] : [360, 1400]) {
      test(`axe finds nothing serious: ${colorScheme}, ${width} px`, async () => {
        // The page's policy would keep the checker out, too.
        const options = { colorScheme, bypassCSP: true, viewport: { width, height: 900 } };
        const pages: [string, string][] = [
          ...VIEWS.map((view): [string, string] => [writeReport(chromium.folder, "axe", report), view]),
          ...["#/pair/2", "#/cluster/c0"].map((view): [string, string] => [writeReport(chromium.folder, "axe-sentences", sentencesReport()), view]),
          ...["#/pair/1", "#/slides"].map((view): [string, string] => [writeReport(chromium.folder, "axe-decks", decksReport()), view]),
          [writeReport(chromium.folder, "axe-empty", emptyReport()), "#/"],
          [writePage(chromium.folder, "axe-broken", pageWith(safeJson({ schema_version: 9 }))), "#/"],
        ];
        for (const [address, view] of pages) {
          const { page } = await chromium.open(address + view, options);
          await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
          await settled(page);
          await page.evaluate(axe);
          const found = await page.evaluate(async () => {
            const { violations } = await (window as any).axe.run(document, { resultTypes: ["violations"] });
            return violations
              .filter((v: any) => v.impact === "serious" || v.impact === "critical")
              .map((v: any) => `${v.id}: ${v.nodes.slice(0, 3).map((n: any) => `${n.html.slice(0, 120)} ${n.failureSummary}`).join(" | ")}`);
          });
          assert.deepEqual(found, [], `${address} ${view}`);
          await page.context().close();
        }
      });
    }
  }

  test("the help is free of serious findings too", async () => {
    const { page } = await chromium.open(writeReport(chromium.folder, "axe-help", report), { bypassCSP: true });
    await page.keyboard.press("?");
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await (window as any).axe.run()).violations.filter((v: any) => /serious|critical/.test(v.impact)).map((v: any) => v.id));
    assert.deepEqual(found, []);
  });

  test("dark and light follow the system, and the switch overrules it", async () => {
    const paper = "getComputedStyle(document.documentElement).backgroundColor";
    const address = writeReport(chromium.folder, "scheme", report);
    const dark = await chromium.open(address, { colorScheme: "dark" });
    const light = await chromium.open(address, { colorScheme: "light" });
    const [black, white] = [await dark.page.evaluate(paper), await light.page.evaluate(paper)];
    assert.notEqual(black, white);
    await dark.page.getByLabel("Colours").selectOption("light");
    assert.equal(await dark.page.evaluate(paper), white);
    await light.page.getByLabel("Colours").selectOption("dark");
    assert.equal(await light.page.evaluate(paper), black);
    await light.page.getByLabel("Colours").selectOption("system");
    await light.page.emulateMedia({ colorScheme: "dark" });
    await settled(light.page);
    assert.equal(await light.page.evaluate(paper), black);
  });

  test("on paper: light, without controls, texts in full and marked", async () => {
    const made = makeReport({ documents: 3, words: 9000, sources: 1, taken: 8 });
    const { page } = await chromium.open(`${writeReport(chromium.folder, "print", made)}#/pair/1`, { colorScheme: "dark" });
    await settled(page);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await settled(page);
    const state = await page.evaluate(() => {
      const pane = document.querySelector<HTMLElement>(".pane")!;
      return {
        theme: document.documentElement.dataset.theme,
        controls: [...document.querySelectorAll<HTMLElement>(".no-print")].filter((e) => e.offsetParent !== null).length,
        whole: pane.scrollHeight <= pane.clientHeight + 1,
        numbers: pane.querySelectorAll("button.opens").length,
      };
    });
    assert.deepEqual(state, { theme: "light", controls: 0, whole: true, numbers: 8 });
    const pdf = await page.pdf();
    assert.ok(pdf.length > 10_000);
  });

  test("texts run in their own direction", async () => {
    const { page } = await chromium.open(`${writeReport(chromium.folder, "rtl", makeReport({ documents: 8, script: "hebrew" }))}#/pair/3`);
    await settled(page);
    const state = await page.evaluate(() => {
      const chunk = document.querySelector(".pane .chunk")!;
      const range = document.createRange();
      const text = document.createTreeWalker(chunk, NodeFilter.SHOW_TEXT).nextNode()!;
      range.setStart(text, 0);
      range.setEnd(text, 1);
      const box = chunk.getBoundingClientRect();
      return { direction: getComputedStyle(chunk).direction, right: box.right - range.getBoundingClientRect().right < 60, page: getComputedStyle(document.body).direction };
    });
    assert.deepEqual(state, { direction: "rtl", right: true, page: "ltr" });
    await show(page, "#/pairs");
    assert.equal(await page.locator("main tbody bdi").first().getAttribute("dir"), "auto");
  });

  test("everything can be reached by Tab, and shows the focus", async () => {
    const { page } = await chromium.open(`${writeReport(chromium.folder, "tab", report)}#/pair/4`);
    await settled(page);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const reached = new Set<string>();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const e = document.activeElement as HTMLElement;
        if (e === document.body) return null;
        const style = getComputedStyle(e);
        return { name: `${e.tagName} ${e.className} ${e.innerText?.slice(0, 20)}`, outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 };
      });
      if (!at) break;
      assert.ok(at.outline, `no visible focus: ${at.name}`);
      reached.add(at.name.split(" ").slice(0, 2).join(" "));
    }
    for (const name of ["BUTTON skip", "SELECT ", "BUTTON opens", "DIV pane", "SUMMARY "]) {
      assert.ok([...reached].some((r) => r.startsWith(name.trim())), `${name} not reached: ${[...reached].join(", ")}`);
    }
  });

  test("every view has one heading, a main part, and a title of its own", async () => {
    const { page } = await chromium.open(writeReport(chromium.folder, "titles", report));
    const titles = new Set<string>();
    for (const view of VIEWS) {
      await show(page, view);
      assert.equal(await page.locator("h1").count(), 1, view);
      assert.equal(await page.getByRole("main").count(), 1, view);
      assert.equal(await page.locator("table:not(:has(caption))").count(), 0, view);
      titles.add(await page.title());
    }
    assert.equal(titles.size, VIEWS.length);
  });
});
