import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parseReport } from "../src/parse/report.ts";
import { Problem } from "../src/parse/problem.ts";
import { emptyReport, makeReport, safeJson } from "./fixture.ts";

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
    ["no scheme", (r) => delete r.run.scheme, /run\.scheme/],
  ];
  for (const [name, change, message] of DAMAGES) test(`refused with its place: ${name}`, () => refused(changed(change), message));
});
