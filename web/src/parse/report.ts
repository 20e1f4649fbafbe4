/** From the text in the page to a report that the views can rely on. */

import { type Measure, measureOf } from "../model/measure.ts";
import { type Cluster, type Document, type Member, type Pair, type Passage, type Report, SCHEMA_VERSION, type WorkMember } from "../model/report.ts";
import { broken, Problem, unreadable } from "./problem.ts";
import { below, each, type Fields, isCount, isRecord, record, type Shape, span } from "./shape.ts";

/** Reads and checks the whole report once, so that no view has to. */
export function parseReport(json: string): Report {
  const text = json.trim();
  if (text === "" || text.startsWith("/*")) {
    throw new Problem("this page holds no report", "it is the empty page that cento fills; run cento find to make one");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
  return checkReport(value);
}

export function checkReport(value: unknown): Report {
  if (!isRecord(value)) throw broken("report", "an object", value);
  // The version first: nothing else can be judged in data of another.
  if (value.schema_version !== SCHEMA_VERSION) {
    throw new Problem(
      `this page reads reports of version ${SCHEMA_VERSION}, but the data is of version ${JSON.stringify(value.schema_version) ?? "unknown"}`,
      "make the report anew with one version of cento",
    );
  }
  record("report", value, REPORT);
  if (value.offset_unit !== "utf16") throw broken("report.offset_unit", '"utf16"', value.offset_unit);
  record("totals", value.totals, { documents: "count", pairs: "count", passages: "count", clusters: "count", works: "count?", lineages: "count?" });

  const documents = value.documents as Document[];
  const pictures = (value.pictures ?? []) as string[];
  each("pictures", pictures, (place, picture) => {
    // Nothing else is shown as a picture: an address could be of anywhere.
    if (!/^data:image\/jpeg;base64,[A-Za-z0-9+/]+=*$/.test(picture as string)) throw broken(place, "a picture", short(picture as string));
  });
  each("documents", documents, (place, document) => checkDocument(place, document, pictures.length));
  const passages = value.passages as Passage[];
  each("passages", passages, (place, passage) => checkPassage(place, passage, documents));
  const pairs = value.pairs as Pair[];
  each("pairs", pairs, (place, pair) => checkPair(place, pair, documents, passages));
  const clusters = value.clusters as Cluster[];
  each("clusters", clusters, (place, cluster) => checkCluster(place, cluster, documents));
  each("works", value.works ?? [], (place, work) => checkWork(place, work, documents));
  each("lineages", value.lineages ?? [], (place, lineage) => checkLineage(place, lineage, documents));
  checkOverview(value.overview, pairs.length, clusters.length);
  checkRun(value.run);
  return value as unknown as Report;
}

const REPORT: Shape = {
  cento: "string",
  run: "record",
  totals: "record",
  overview: "record",
  documents: "list",
  pairs: "list",
  passages: "list",
  clusters: "list",
  works: "list?",
  lineages: "list?",
  pictures: "strings?",
};

const DOCUMENT: Shape = {
  id: "string",
  side: "string?",
  tokens: "count",
  length: "count",
  date: "string?",
  series: "string?",
  title: "string?",
  related: "count",
  reused: "number",
  duplicate_of: "string?",
  labels: "strings?",
  text: "list",
  deck: "record?",
};

/** The beginning of a text that is not what it should be. */
const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function checkDocument(place: string, value: unknown, pictures: number): void {
  const document = record(place, value, DOCUMENT);
  let end = 0;
  each(`${place}.text`, document.text, (at, piece) => {
    if (!Array.isArray(piece) || !isCount(piece[0]) || typeof piece[1] !== "string") throw broken(at, "a place and a text", piece);
    if (piece[0] < end) throw broken(at, `a piece from ${end} on`, piece[0]);
    end = piece[0] + piece[1].length;
    span(at, piece[0], end, document.length as number);
  });
  if (document.deck != null) checkDeck(`${place}.deck`, document.deck, document.length as number, pictures);
}

function checkDeck(place: string, value: unknown, length: number, pictures: number): void {
  const deck = record(place, value, { size: "counts", template: "string?", template_text: "string?", slides: "list" });
  if ((deck.size as number[]).length !== 2) throw broken(`${place}.size`, "two numbers", deck.size);
  let last = 0;
  each(`${place}.slides`, deck.slides, (at, value) => {
    const slide = record(at, value, { number: "count", boxes: "list", notes: "list?" });
    if ((slide.number as number) <= last) throw broken(`${at}.number`, `a number above ${last}`, slide.number);
    last = slide.number as number;
    each(`${at}.boxes`, slide.boxes, (place, box) => checkBox(place, box, length, pictures));
    each(`${at}.notes`, slide.notes ?? [], (place, box) => checkBox(place, box, length, pictures));
  });
}

function checkBox(place: string, value: unknown, length: number, pictures: number): void {
  const box = record(place, value, { begin: "count", end: "count", frame: "list?", picture: "count?" });
  span(place, box.begin, box.end, length);
  if (box.picture != null) below(`${place}.picture`, box.picture, pictures, "pictures");
  const frame = (box.frame ?? [0, 0, 0, 0]) as unknown[];
  if (frame.length !== 4 || !frame.every(Number.isFinite)) throw broken(`${place}.frame`, "four numbers", frame);
}

function checkLineage(place: string, value: unknown, documents: Document[]): void {
  const lineage = record(place, value, { lineage_id: "string", size: "count", slides: "list", left_out: "count" });
  each(`${place}.slides`, lineage.slides, (at, value, index) => {
    const slide = record(at, value, { slide: "count", from: "count?", matched: "counts?" });
    below(`${at}.document`, slide.document, documents.length, "documents");
    if (slide.from != null) below(`${at}.from`, slide.from, index, "slides before it");
    if (slide.matched != null && (slide.matched as number[]).length !== 2) throw broken(`${at}.matched`, "two numbers", slide.matched);
  });
}

const PASSAGE: Shape = {
  passage_id: "string",
  tokens: "count",
  matched: "count",
  substituted: "count",
  inserted: "count",
  deleted: "count",
  identity: "number",
  direction: "string",
  lag_days: "number?",
  cluster_id: "string?",
  labels: "strings",
  edits: "counts",
  shared: "record?",
  a_place: "string?",
  b_place: "string?",
};

function checkPassage(place: string, value: unknown, documents: Document[]): void {
  const passage = record(place, value, PASSAGE);
  below(`${place}.a`, passage.a, documents.length, "documents");
  below(`${place}.b`, passage.b, documents.length, "documents");
  const a = documents[passage.a as number]!.length;
  const b = documents[passage.b as number]!.length;
  span(`${place} in a`, passage.a_begin, passage.a_end, a);
  span(`${place} in b`, passage.b_begin, passage.b_end, b);
  checkEdits(`${place}.edits`, passage.edits as number[], a, b);
  if (passage.shared == null) return;
  const shared = record(`${place}.shared`, passage.shared, { a: "counts", b: "counts" });
  checkShared(`${place}.shared.a`, shared.a as number[], passage.a_begin as number, passage.a_end as number);
  checkShared(`${place}.shared.b`, shared.b as number[], passage.b_begin as number, passage.b_end as number);
}

/** Words inside a stretch, in order. */
function checkShared(place: string, ends: number[], begin: number, end: number): void {
  if (ends.length % 2 !== 0) throw broken(place, "two numbers for each", ends);
  ends.forEach((at, i) => {
    const least = ends[i - 1] ?? begin;
    if (at < least || at > end) throw broken(`${place}[${i}]`, `a place inside ${least}..${end}`, at);
  });
}

function checkEdits(place: string, edits: number[], own: number, other: number): void {
  if (edits.length % 4 !== 0) throw broken(place, "four numbers for each", edits);
  for (let i = 0; i < edits.length; i += 4) {
    span(place, edits[i], edits[i + 1], own);
    span(place, edits[i + 2], edits[i + 3], other);
  }
}

const PAIR: Shape = {
  a_in_b: "number",
  b_in_a: "number",
  a_level: "string",
  b_level: "string",
  class: "string",
  hits: "count",
  a_matched: "count",
  b_matched: "count",
  labels: "strings",
  passages: "count",
  first: "count",
  shown: "count",
  scores: "record?",
  portions: "list?",
  bins: "record?",
  slides: "list?",
};

const SLIDES: Shape = { a: "count", b: "count", matched: "count", pictures: "count", template: "count", notes: "count", a_tokens: "count", b_tokens: "count", relation: "string?" };

const SCORES: Record<Measure, Shape> = {
  text: {},
  order: { lcs: "count", cs: "number", its: "number", its_both: "number", confirmed: "number" },
  sentences: { word_overlap: "number", weighted_overlap: "number" },
};

function checkPair(place: string, value: unknown, documents: Document[], passages: Passage[]): void {
  const pair = record(place, value, PAIR) as Fields & Pair;
  below(`${place}.a`, pair.a, documents.length, "documents");
  below(`${place}.b`, pair.b, documents.length, "documents");
  span(`${place}.first`, pair.first, pair.first + pair.shown, passages.length);
  for (let i = pair.first; i < pair.first + pair.shown; i++) {
    const passage = passages[i]!;
    if (passage.a !== pair.a || passage.b !== pair.b) throw broken(`${place}.first`, "passages of this pair", i);
  }
  each(`${place}.slides`, pair.slides ?? [], (at, slides) => record(at, slides, SLIDES));
  if (pair.scores != null) record(`${place}.scores`, pair.scores, SCORES[measureOf(pair)]);
  each(`${place}.portions`, pair.portions ?? [], (at, value) => {
    const portion = record(at, value, { aligned: "number" });
    span(`${at} in a`, portion.a_begin, portion.a_end, documents[pair.a]!.length);
    span(`${at} in b`, portion.b_begin, portion.b_end, documents[pair.b]!.length);
  });
  if (pair.bins != null) checkBins(`${place}.bins`, pair.bins);
}

/** Each bin is drawn; the engine makes at most 200. */
const MOST_BINS = 1000;

function checkBins(place: string, value: unknown): void {
  const bins = record(place, value, { a: "counts", b: "counts" });
  for (const side of ["a", "b"]) {
    const shares = bins[side] as number[];
    if (shares.length > MOST_BINS) throw broken(`${place}.${side}`, `at most ${MOST_BINS} bins`, shares);
    each(`${place}.${side}`, shares, (at, share) => {
      if ((share as number) > 100) throw broken(at, "a share of 0..100 per cent", share);
    });
  }
}

function checkWork(place: string, value: unknown, documents: Document[]): void {
  const work = record(place, value, { work_id: "string", members: "list" });
  each(`${place}.members`, work.members, (at, value) => {
    const member = record(at, value, {}) as Fields & WorkMember;
    below(`${at}.document`, member.document, documents.length, "documents");
    span(at, member.begin, member.end, documents[member.document]!.length);
  });
}

const CLUSTER: Shape = {
  cluster_id: "string",
  size: "count",
  spans: "count",
  first_date: "string?",
  last_date: "string?",
  text: "string",
  labels: "strings",
  members: "list",
  left_out: "count",
};

function checkCluster(place: string, value: unknown, documents: Document[]): void {
  const cluster = record(place, value, CLUSTER);
  const first = (cluster.members as Member[])[0];
  each(`${place}.members`, cluster.members, (at, value) => {
    const member = record(at, value, { edits: "counts?", shared: "counts?", lag_days: "number?" }) as Fields & Member;
    below(`${at}.document`, member.document, documents.length, "documents");
    const own = documents[member.document]!.length;
    span(at, member.begin, member.end, own);
    if (member.edits) checkEdits(`${at}.edits`, member.edits, own, documents[first!.document]!.length);
    if (member.shared) checkShared(`${at}.shared`, member.shared, member.begin, member.end);
  });
}

function checkOverview(value: unknown, pairs: number, clusters: number): void {
  const overview = record("overview", value, {
    containment: "record",
    passage_tokens: "record",
    series: "record",
    top_clusters: "counts",
    top_pairs: "counts",
    left_out: "list",
  });
  checkHistogram("overview.containment", overview.containment, "pairs");
  checkHistogram("overview.passage_tokens", overview.passage_tokens, "passages");
  const series = record("overview.series", overview.series, { names: "strings", cells: "list", left_out: "count" });
  each("overview.series.cells", series.cells, (place, cell) => {
    if (!Array.isArray(cell) || cell.length < 4 || !cell.every(isCount)) throw broken(place, "four whole numbers", cell);
    below(place, cell[0], (series.names as string[]).length, "series");
    below(place, cell[1], (series.names as string[]).length, "series");
  });
  if (overview.time != null) {
    const time = record("overview.time", overview.time, { unit: "string", rows: "list" });
    each("overview.time.rows", time.rows, (place, row) =>
      record(place, row, { from: "string", documents: "count", reusing: "count", passages: "count" }),
    );
  }
  each("overview.top_pairs", overview.top_pairs, (place, index) => below(place, index, pairs, "pairs"));
  each("overview.top_clusters", overview.top_clusters, (place, index) => below(place, index, clusters, "clusters"));
  each("overview.left_out", overview.left_out, (place, row) => record(place, row, { what: "string", count: "count", why: "string" }));
}

function checkHistogram(place: string, value: unknown, counts: string): void {
  const histogram = record(place, value, { edges: "list", [counts]: "counts" });
  const edges = histogram.edges as unknown[];
  const bars = (histogram[counts] as number[]).length;
  if (edges.length !== bars + 1 && !(edges.length === 0 && bars === 0)) throw broken(`${place}.edges`, `${bars + 1} edges`, edges);
  edges.forEach((edge, i) => {
    const open = edge === null && i === edges.length - 1;
    if (!open && typeof edge !== "number") throw broken(`${place}.edges[${i}]`, "a number", edge);
  });
}

function checkRun(value: unknown): void {
  const run = record("run", value, { command: "string?", scheme: "string", parameters: "record", summary: "record" });
  const summary = run.summary as Fields;
  if (summary.labels != null) {
    record("run.summary", summary, { labels: "record" });
    for (const [name, row] of Object.entries(summary.labels as Fields)) {
      record(`run.summary.labels.${name}`, row, { pairs: "number?", passages: "number?" });
    }
  }
  // Counts that may be missing, but must be counts.
  record("run.summary", summary, {
    tokens: "number?",
    related_documents: "number?",
    copies: "number?",
    copies_without_rows: "number?",
  });
  if (summary.frequent != null) record("run.summary.frequent", summary.frequent, { keys: "number?", occurrences: "number?", stop_keys: "number?", stop_occurrences: "number?" });
  if (summary.skipped != null) {
    record("run.summary", summary, { skipped: "record" });
    for (const [reason, number] of Object.entries(summary.skipped as Fields)) {
      if (!isCount(number)) throw broken(`run.summary.skipped.${reason}`, "a whole number from 0", number);
    }
  }
  if (summary.patterns != null) {
    record("run.summary", summary, { patterns: "list" });
    each("run.summary.patterns", summary.patterns, (place, row) => {
      const { classes } = record(place, row, { pattern: "string", pairs: "count", left_out: "count", classes: "record?" });
      for (const [name, pairs] of Object.entries((classes ?? {}) as Fields)) {
        if (!isCount(pairs)) throw broken(`${place}.classes.${name}`, "a whole number from 0", pairs);
      }
    });
  }
  if (summary.frames != null) record("run.summary.frames", summary.frames, { sites: "count", frames: "count", documents: "count" });
  if (summary.classes != null) {
    record("run.summary", summary, { classes: "list" });
    each("run.summary.classes", summary.classes, (place, row) =>
      record(place, row, { class: "string", meaning: "string", pairs: "count", documents: "count", share: "number", siblings: "number" }),
    );
  }
}
