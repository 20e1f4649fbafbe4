/** Writes pages with made-up reports into dist/, to look at while working on the page. */

import { join } from "node:path";
import { decksReport } from "../tests/decks.ts";
import { booksReport, emptyReport, largeReport, makeReport, sentencesReport, writeReport } from "../tests/fixture.ts";

const dist = join(import.meta.dirname, "..", "dist");
const reports = {
  sample: makeReport({ documents: 40, words: 260 }),
  "sample-rtl": makeReport({ documents: 16, script: "mixed" }),
  "sample-books": booksReport(),
  "sample-sentences": sentencesReport(),
  "sample-decks": decksReport(),
  "sample-large": largeReport(),
  "sample-long": makeReport({ documents: 3, words: 160_000, sources: 1, taken: 120 }),
  "sample-empty": emptyReport(),
};
for (const [name, report] of Object.entries(reports)) {
  console.log(`${writeReport(dist, name, report)}: ${report.pairs.length} pairs, ${report.passages.length} passages`);
}
