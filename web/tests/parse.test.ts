import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parseReport } from "../src/parse/report.ts";
import { Problem } from "../src/parse/problem.ts";
import { decksReport } from "./decks.ts";
import { emptyReport, makeReport, safeJson, sentencesReport } from "./fixture.ts";

const refused = (report: unknown, message: RegExp) =>
  assert.throws(
    () => parseReport(typeof report === "string" ? report : JSON.stringify(report)),
    (cause) => cause instanceof Problem && message.test(cause.message) && cause.hint !== "",
  );

/** A good report with one thing changed. */
function changed(change: (report: any) => void): unknown {
  const report = makeReport();
  change(report);
  return report;
}

describe("reading a report", () => {
  test("a report is read as it was written", () => {
    const report = makeReport();
    assert.deepEqual(parseReport(safeJson(report)), report);
  });

  test("an empty report is read", () => {
    assert.equal(parseReport(safeJson(emptyReport())).pairs.length, 0);
  });

  test("a report of version 1 stays readable", () => {
    const report = parseReport(readFileSync(join(import.meta.dirname, "report-v1.json"), "utf8"));
    assert.equal(report.schema_version, 1);
    assert.equal(report.pairs.length, 3);
    const passage = report.passages[report.pairs[0]!.first]!;
    const text = report.documents[passage.a]!.text[0]![1];
    assert.ok(text.slice(passage.a_begin, passage.a_end).length > 20);
  });

  test("a report without what editions add, or with null for it, is read", () => {
    for (const none of [undefined, null]) {
      const report: any = makeReport();
      report.works = report.totals.works = none;
      for (const pair of report.pairs) pair.scores = pair.portions = pair.bins = none;
      for (const document of report.documents) document.labels = none;
      parseReport(JSON.stringify(report));
    }
  });

  test("a report of sentences is read as it was written, and without what they share", () => {
    const report = sentencesReport();
    assert.deepEqual(parseReport(safeJson(report)), report);
    for (const none of [undefined, null]) {
      for (const passage of report.passages) passage.shared = none;
      for (const member of report.clusters.flatMap((cluster) => cluster.members)) member.shared = member.lag_days = none;
      parseReport(JSON.stringify(report));
    }
  });

  const OF_SENTENCES: [name: string, change: (report: any) => void, message: RegExp][] = [
    ["scores without a number", (r) => (r.pairs[0].scores.word_overlap = null), /pairs\[0\]\.scores\.word_overlap/],
    ["shared words of one side only", (r) => delete r.passages[0].shared.b, /passages\[0\]\.shared\.b/],
    ["shared words that are a list", (r) => (r.passages[0].shared = []), /passages\[0\]\.shared: expected an object or null/],
    ["half a shared word", (r) => r.passages[0].shared.a.pop(), /passages\[0\]\.shared\.a: expected two numbers/],
    ["a shared word outside", (r) => (r.passages[0].shared.b = [0, 1e6]), /passages\[0\]\.shared\.b\[[01]\]/],
    ["shared words out of order", (r) => r.passages[0].shared.a.reverse(), /passages\[0\]\.shared\.a\[1\]/],
    ["a member's shared word outside", (r) => (r.clusters[0].members[1].shared = [0, 1e6]), /members\[1\]\.shared\[[01]\]/],
    ["a lag that is a text", (r) => (r.clusters[0].members[1].lag_days = "long"), /members\[1\]\.lag_days/],
  ];
  for (const [name, change, message] of OF_SENTENCES) {
    test(`refused with its place: ${name}`, () => {
      const report = sentencesReport();
      change(report);
      refused(report, message);
    });
  }

  test("fields of a later time are let be", () => {
    parseReport(JSON.stringify(changed((r) => ((r.later = 1), (r.documents[0].later = {}), (r.run.summary.later = [])))));
  });

  test("the page without a report says so", () => {
    refused("/*cento-report*/", /holds no report/);
    refused("", /holds no report/);
  });

  test("another version is named", () => {
    refused({ schema_version: 2 }, /version 1, but the data is of version 2/);
    refused({}, /version unknown/);
  });

  test("data cut off anywhere is refused, never shown in part", () => {
    const json = safeJson(makeReport({ documents: 4 }));
    for (let cut = 1; cut < json.length; cut += Math.ceil(json.length / 60)) refused(json.slice(0, cut), /damaged or cut off/);
  });

  test("what is not an object is refused", () => {
    for (const json of ["null", "[]", "1", '"text"', "true"]) refused(json, /expected an object/);
  });

  test("a report of decks is read as it was written, and without what they add", () => {
    const report: any = decksReport();
    assert.deepEqual(parseReport(safeJson(report)), report);
    for (const none of [undefined, null]) {
      report.lineages = report.pictures = report.totals.lineages = none;
      for (const pair of report.pairs) pair.slides = none;
      for (const document of report.documents) document.deck = none;
      parseReport(JSON.stringify(report));
    }
  });

  const DECK_DAMAGES: [name: string, change: (report: any) => void, message: RegExp][] = [
    ["a picture of elsewhere", (r) => (r.pictures[0] = "https://example.org/a.jpg"), /pictures\[0\]: expected a picture/],
    ["a picture that is a page", (r) => (r.pictures[0] = "data:text/html;base64,AAAA"), /pictures\[0\]/],
    ["a picture that is not there", (r) => (r.documents[0].deck.slides[1].boxes[2].picture = 1), /boxes\[2\]\.picture: .* 1 pictures, found 1/],
    ["a box past the end", (r) => (r.documents[0].deck.slides[0].boxes[0].end = 1e6), /slides\[0\]\.boxes\[0\]/],
    ["three numbers for a frame", (r) => r.documents[0].deck.slides[0].boxes[0].frame.pop(), /boxes\[0\]\.frame: expected four numbers/],
    ["slides out of order", (r) => (r.documents[0].deck.slides[1].number = 1), /slides\[1\]\.number/],
    ["a size of one number", (r) => (r.documents[0].deck.size = [1]), /deck\.size/],
    ["slides that are no numbers", (r) => (r.pairs[0].slides[0].matched = "2"), /pairs\[0\]\.slides\[0\]\.matched/],
    ["a relation that is a number", (r) => (r.pairs[0].slides[0].relation = 1), /pairs\[0\]\.slides\[0\]\.relation/],
    ["a lineage of no document", (r) => (r.lineages[0].slides[0].document = 9), /lineages\[0\]\.slides\[0\]\.document/],
    ["a slide from itself", (r) => (r.lineages[0].slides[1].from = 1), /lineages\[0\]\.slides\[1\]\.from/],
  ];
  for (const [name, change, message] of DECK_DAMAGES) {
    test(`refused with its place: ${name}`, () => {
      const report = decksReport();
      change(report);
      refused(report, message);
    });
  }

  const DAMAGES: [name: string, change: (report: any) => void, message: RegExp][] = [
    ["no documents", (r) => delete r.documents, /report\.documents: expected a list, found nothing/],
    ["an id that is a number", (r) => (r.documents[1].id = 7), /documents\[1\]\.id: expected a text, found 7/],
    ["other offsets", (r) => (r.offset_unit = "byte"), /offset_unit/],
    ["a document index out of range", (r) => (r.pairs[0].b = 99), /pairs\[0\]\.b: .* 12 documents, found 99/],
    ["a negative index", (r) => (r.pairs[0].b = -1), /pairs\[0\]\.b/],
    ["passages out of range", (r) => (r.pairs[0].shown = 9999), /pairs\[0\]\.first/],
    ["passages of another pair", (r) => (r.pairs[0].first = r.pairs[1].first), /passages of this pair/],
    ["a span past the end", (r) => (r.passages[0].a_end = 1e6), /passages\[0\] in a/],
    ["a span that ends before it begins", (r) => (r.passages[0].b_end = r.passages[0].b_begin - 1), /passages\[0\] in b/],
    ["half an edit", (r) => (r.passages[0].edits = [1, 2, 3]), /four numbers/],
    ["an edit outside", (r) => (r.passages[0].edits = [0, 1e7, 0, 0]), /passages\[0\]\.edits/],
    ["a pattern with half a pair", (r) => (r.run.summary.patterns[1].classes.C1 = 0.5), /patterns\[1\]\.classes\.C1: expected a whole number/],
    ["labels that are no texts", (r) => (r.pairs[0].labels = [{}]), /labels/],
    ["pieces that overlap", (r) => (r.documents[0].text = [[0, "abc"], [2, "cd"]]), /text\[1\]/],
    ["a piece past the end", (r) => (r.documents[0].text = [[r.documents[0].length, "abc"]]), /text\[0\]/],
    ["a member without a document", (r) => (r.clusters[0].members[0].document = 1.5), /members\[0\]\.document/],
    ["a histogram with an edge too few", (r) => r.overview.containment.edges.pop(), /containment\.edges/],
    ["an open edge in the middle", (r) => (r.overview.passage_tokens.edges[1] = null), /edges\[1\]/],
    ["a series cell out of range", (r) => (r.overview.series.cells[0][1] = 50), /series\.cells\[0\]/],
    ["a top pair out of range", (r) => (r.overview.top_pairs[0] = 5000), /top_pairs\[0\]/],
    ["labels without numbers", (r) => (r.run.summary.labels = { alias: 3 }), /labels\.alias/],
    ["a skip count that is none", (r) => (r.run.summary.skipped = { "not-utf8": "many" }), /skipped\.not-utf8/],
    ["a document's labels that are no texts", (r) => (r.documents[0].labels = "word-list"), /documents\[0\]\.labels: expected a list of texts or null/],
    ["scores without a number", (r) => (r.pairs[1].scores.its_both = "high"), /pairs\[1\]\.scores\.its_both/],
    ["pages that are a number", (r) => (r.passages[0].a_place = 12), /passages\[0\]\.a_place: expected a text or null/],
    ["scores that are a number", (r) => (r.pairs[1].scores = 1), /pairs\[1\]\.scores: expected an object or null/],
    ["a portion past the end of a", (r) => (r.pairs[1].portions[0].a_end = 1e6), /pairs\[1\]\.portions\[0\] in a/],
    ["a portion without a place in b", (r) => delete r.pairs[1].portions[0].b_begin, /pairs\[1\]\.portions\[0\] in b/],
    ["a portion that is aligned somehow", (r) => (r.pairs[1].portions[0].aligned = null), /portions\[0\]\.aligned/],
    ["bins of one side only", (r) => delete r.pairs[1].bins.b, /pairs\[1\]\.bins\.b/],
    ["a bin of more than all", (r) => (r.pairs[1].bins.a[2] = 101), /pairs\[1\]\.bins\.a\[2\]: expected a share/],
    ["more bins than can be drawn", (r) => (r.pairs[1].bins.a = Array(5000).fill(1)), /at most 1000 bins, found a list of 5000/],
    ["works that are no list", (r) => (r.works = {}), /report\.works: expected a list or null/],
    ["a work without an id", (r) => delete r.works[0].work_id, /works\[0\]\.work_id/],
    ["a work's member without a document", (r) => (r.works[0].members[1].document = 12), /works\[0\]\.members\[1\]\.document/],
    ["a work's member past the end", (r) => (r.works[0].members[1].end = 1e6), /works\[0\]\.members\[1\]/],
    ["a number of works that is none", (r) => (r.totals.works = -1), /totals\.works/],
    ["no scheme", (r) => delete r.run.scheme, /run\.scheme/],
  ];
  for (const [name, change, message] of DAMAGES) test(`refused with its place: ${name}`, () => refused(changed(change), message));
});
