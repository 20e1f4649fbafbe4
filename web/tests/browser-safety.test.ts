import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Report } from "../src/model/report.ts";
import { others, settled, show, useChromium, VIEWS } from "./browser.ts";
import { makeReport, pageWith, safeJson, writePage, writeReport } from "./fixture.ts";
import { PAYLOADS } from "./payloads.ts";

const built = readFileSync(join(import.meta.dirname, "..", "dist", "report.html"), "utf8");

/** A report with the payloads everywhere a text can stand. */
function hostileReport(): Report {
  const report = makeReport({ seed: 11, documents: PAYLOADS.length, words: 60 });
  const payload = (i: number) => PAYLOADS[i % PAYLOADS.length]!;
  report.documents.forEach((document, i) => {
    document.id = payload(i);
    document.title = i % 2 ? payload(i + 7) : null;
    document.series = payload(i + 13);
    if (i % 3 === 0) document.date = payload(i + 3);
    document.duplicate_of = i % 5 ? null : payload(i + 2);
    document.labels = [payload(i + 5)];
    // The text keeps its length, so that spans stay right.
    const [begin, text] = document.text[0]!;
    const filled = Array.from({ length: 50 }, (_, k) => payload(i + k)).join(" ");
    document.text = [[begin, filled.slice(0, text.length).padEnd(text.length, "x")]];
  });
  report.pairs.forEach((pair, i) => {
    pair.labels = [payload(i), payload(i + 1)];
    pair.class = payload(i + 2);
    pair.a_level = payload(i + 3);
    pair.b_level = payload(i + 4);
  });
  report.passages.forEach((passage, i) => {
    passage.passage_id = payload(i);
    passage.labels = [payload(i)];
    passage.direction = payload(i) as "unknown";
  });
  const names = new Map(report.clusters.map((cluster, i) => [cluster.cluster_id, `${payload(i)} ${i}`]));
  for (const passage of report.passages) passage.cluster_id = names.get(passage.cluster_id!) ?? null;
  report.clusters.forEach((cluster, i) => {
    cluster.cluster_id = names.get(cluster.cluster_id)!;
    cluster.text = PAYLOADS.slice(i % 40).join(" ");
    cluster.labels = [payload(i)];
    cluster.first_date = payload(i);
    cluster.last_date = payload(i + 1);
  });
  report.works!.forEach((work, i) => (work.work_id = payload(i)));
  // Every document as a deck of one slide, with half of its text on it and half in its notes.
  report.documents.forEach((document, i) => {
    const half = document.length >> 1;
    document.deck = {
      size: [1000, 750],
      template: payload(i),
      template_text: payload(i + 1),
      slides: [{ number: 1, boxes: [{ begin: 0, end: half, frame: [0, 0, 1000, 750] }], notes: [{ begin: half, end: document.length }] }],
    };
  });
  for (const pair of report.pairs) pair.slides = [{ a: 1, b: 1, matched: 9, pictures: 0, template: 0, notes: 1, a_tokens: 10, b_tokens: 10, relation: "counterpart" }];
  report.lineages = report.pairs.slice(0, 12).map((pair, i) => ({
    lineage_id: payload(i),
    size: 2,
    left_out: 0,
    slides: [{ document: pair.a, slide: 1 }, { document: pair.b, slide: 1, from: 0, matched: [9, 10] as [number, number] }],
  }));
  report.overview.series.names = report.overview.series.names.map((_, i) => payload(i));
  report.overview.left_out = PAYLOADS.map((text, i) => ({ what: i % 2 ? "pairs" : text, count: i + 1, why: text }));
  report.overview.time!.rows.forEach((row, i) => (row.from = payload(i)));
  report.cento = payload(1);
  report.run.scheme = payload(0);
  report.run.parameters = Object.fromEntries(PAYLOADS.map((text, i) => [text, i % 2 ? text : { [text]: [text] }]));
  report.run.summary.skipped = Object.fromEntries(PAYLOADS.map((text, i) => [text, i + 1]));
  report.run.summary.labels = Object.fromEntries(PAYLOADS.map((text, i) => [text, { pairs: i, passages: i }]));
  report.run.summary.patterns = PAYLOADS.map((pattern, i) => ({ pattern, pairs: i + 1, left_out: i + 1, classes: { [pattern]: i + 1 } }));
  report.run.summary.classes!.forEach((row, i) => ([row.class, row.meaning] = [payload(i), payload(i + 20)]));
  return report;
}

describe("safety", () => {
  const chromium = useChromium();

  test("the built page is one file with one place for the report", () => {
    assert.equal(built.split("/*cento-report*/").length, 2);
    assert.match(built, /\n<script type="application\/json" id="cento-report">\/\*cento-report\*\/<\/script>\n/);
    assert.doesNotMatch(built, /<(script|link|img|iframe)[^>]+(src|href)="(?!data:,")/);
    assert.match(built, /default-src 'none'/);
    assert.doesNotMatch(built, /unsafe-inline|unsafe-eval/);
  });

  test("the script comes before the data, so that a file cut off still runs it", () => {
    assert.ok(built.lastIndexOf('<script type="module">') < built.indexOf('id="cento-report"'));
  });

  test("opens from a file and asks for nothing else, in any view", async () => {
    const watched = await chromium.open(writeReport(chromium.folder, "plain", makeReport()));
    for (const view of VIEWS) await show(watched.page, view);
    assert.deepEqual(watched.requests.filter((url) => !url.startsWith("data:,")).length, 1, watched.requests.join("\n"));
    assert.deepEqual(watched.troubles, []);
  });

  test("the policy of the page stops what a fault would let through", async () => {
    const watched = await chromium.open(writeReport(chromium.folder, "policy", makeReport()));
    const outcome = await watched.page.evaluate(async () => {
      const tried: Record<string, string> = {};
      tried.fetch = await fetch("https://attacker.invalid/").then(() => "sent", () => "stopped");
      try {
        const script = document.createElement("script");
        script.textContent = "window.__pwned = 1";
        document.body.append(script);
      } catch {
        // Trusted types throw, and the policy would stop it anyway.
      }
      try {
        document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.__pwned=1'>");
        tried.html = "taken";
      } catch {
        tried.html = "stopped";
      }
      return { ...tried, pwned: String((window as { __pwned?: unknown }).__pwned) };
    });
    assert.deepEqual(outcome, { fetch: "stopped", html: "stopped", pwned: "undefined" });
    await settled(watched.page);
    assert.ok(watched.troubles.some((t) => t.startsWith("console: policy:")));
    assert.deepEqual(others(watched), []);
  });

  test("there are fifty payloads, each different", () => assert.equal(new Set(PAYLOADS).size, 50));

  test("payloads in every text stay text, in every view", async () => {
    const report = hostileReport();
    const watched = await chromium.open(writeReport(chromium.folder, "hostile", report));
    const { page } = watched;
    const views = [
      "#/",
      ...[1, 2].map((n) => `#/pairs?page=${n}`),
      ...Array.from({ length: 12 }, (_, i) => `#/pair/${i * 6 + 1}`),
      "#/slides",
      ...PAYLOADS.slice(0, 12).map((text) => `#/slides?text=${encodeURIComponent(text)}`),
      "#/works",
      ...PAYLOADS.slice(0, 12).map((text) => `#/works?work=${encodeURIComponent(text)}`),
      "#/clusters",
      ...report.clusters.slice(0, 12).map((c) => `#/cluster/${encodeURIComponent(c.cluster_id)}`),
      ...PAYLOADS.slice(0, 12).map((text) => `#/pairs?text=${encodeURIComponent(text)}&class=${encodeURIComponent(text)}&sort=${encodeURIComponent(text)}`),
      ...PAYLOADS.slice(0, 12).map((text) => `#/${encodeURIComponent(text)}/${text}`),
    ];
    let text = "";
    for (const view of views) {
      await show(page, view);
      await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
      await settled(page);
      text += await page.evaluate(() => document.body.innerText + document.title);
      const state = await page.evaluate(() => ({
        pwned: (window as { __pwned?: unknown }).__pwned,
        scripts: document.scripts.length,
        strangers: document.querySelectorAll("img, iframe, object, embed, video, audio, base, math, template, [onerror], [onload], a[href^=javascript]").length,
      }));
      assert.deepEqual(state, { pwned: undefined, scripts: 2, strangers: 0 }, view);
      assert.deepEqual(watched.troubles, [], view);
    }
    // Seen as they are, spaces aside.
    const flat = (s: string) => s.replace(/[\s\u0000\ufffd]+/g, "");
    const seen = flat(text);
    for (const payload of PAYLOADS) assert.ok(seen.includes(flat(payload)), `not shown as text: ${payload}`);
    assert.deepEqual(others(watched), []);
  });

  test("a payload saved in a figure stays text", async () => {
    const watched = await chromium.open(writeReport(chromium.folder, "hostile-svg", hostileReport()));
    const { page } = watched;
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save SVG: Pairs by series" }).click();
    const svg = readFileSync(await (await waiting).path(), "utf8");
    assert.doesNotMatch(svg, /<script|<img|onerror="|<a /i);
    assert.ok(svg.includes("&lt;script&gt;"));
  });

  const BROKEN: [name: string, html: () => string, message: RegExp][] = [
    ["another version", () => pageWith(safeJson({ ...makeReport(), schema_version: 2 })), /version 1, but the data is of version 2/],
    ["JSON cut off", () => pageWith(safeJson(makeReport()).slice(0, 5000)), /damaged or cut off/],
    ["a file cut off in the data", () => pageWith(safeJson(makeReport())).slice(0, built.length + 3000), /damaged or cut off/],
    ["damaged data", () => pageWith(safeJson({ ...makeReport(), pairs: [{ a: 9999 }] })), /pairs\[0\]/],
    ["no report", () => built, /holds no report/],
  ];
  for (const [name, html, message] of BROKEN) {
    test(`a readable message instead of a blank page: ${name}`, async () => {
      const { page, troubles } = await chromium.open(writePage(chromium.folder, name.replaceAll(" ", "-"), html()));
      const text = await page.evaluate(() => document.body.innerText);
      assert.match(text, /This report cannot be shown/);
      assert.match(text, message);
      assert.match(text, /hint: /);
      assert.deepEqual(troubles, []);
    });
  }
});
