/** Reports made by code, of any size, the same for the same seed; and the page with a report put in, as the engine does it. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Bins, Cluster, Document, Pair, Passage, Portion, Report, Work } from "../src/model/report.ts";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** A small generator of numbers in 0..1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Size {
  seed?: number;
  documents?: number;
  /** Words of own text in each document. */
  words?: number;
  /** Earlier documents that each one takes from. */
  sources?: number;
  /** Passages taken from each. */
  taken?: number;
  dated?: boolean;
  /** Whether dates have a time of day. */
  timed?: boolean;
  script?: "latin" | "hebrew" | "mixed";
  /** Books: what is taken from a source is one stretch of it, passage after passage, and every pair is seen as of editions. */
  books?: boolean;
}

const SYLLABLES = {
  latin: ["ba", "re", "lin", "tor", "mas", "ve", "nu", "quo", "sti", "al", "per", "gen", "do", "fi", "ra"],
  hebrew: ["של", "מן", "דב", "רא", "כל", "עם", "בי", "תו", "נה", "לי"],
};
const SERIES = ["Morning Courier", "Evening Post", "The Harbour Gazette", "Weekly Review", "Almanac"];
const CLASSES = ["C1", "C2", "C3", "C4", "C5", "C6", "C3t", "C5t", "C6t", "Ct"];
const LEVELS = ["most", "considerable", "partial", "trace"];
const MEANING: Record<string, string> = {
  C1: "most / most",
  C2: "most / considerable",
  C3: "most / partial",
  C4: "considerable / considerable",
  C5: "considerable / partial",
  C6: "partial / partial",
  C3t: "most / trace",
  C5t: "considerable / trace",
  C6t: "partial / trace",
  Ct: "trace / trace",
};

/** A text under construction that knows where each of its words stands. */
class Draft {
  text = "";
  readonly begins: number[] = [];
  readonly ends: number[] = [];

  add(word: string, separator: string): void {
    if (this.text) this.text += separator;
    this.begins.push(this.text.length);
    this.text += word;
    this.ends.push(this.text.length);
  }

  words(from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, i) => this.text.slice(this.begins[from + i], this.ends[from + i]));
  }

  get length(): number {
    return this.begins.length;
  }
}

export function makeReport(size: Size = {}): Report {
  const { seed = 1, documents: number = 12, words = 160, sources = 2, taken = 3, dated = true, timed = false, script = "latin", books = false } = size;
  const next = random(seed);
  const below = (n: number) => Math.floor(next() * n);
  const word = () => {
    const kind = script === "mixed" ? (next() < 0.5 ? "latin" : "hebrew") : script;
    const syllables = SYLLABLES[kind];
    return Array.from({ length: 1 + below(3) }, () => syllables[below(syllables.length)]).join("");
  };
  const separator = () => (next() < 0.02 ? ".\n\n" : next() < 0.08 ? ", " : " ");

  const drafts: Draft[] = [];
  const documents: Document[] = [];
  const pairs: Pair[] = [];
  const passages: Passage[] = [];
  for (let b = 0; b < number; b++) {
    const draft = new Draft();
    const own = (n: number) => {
      for (let i = 0; i < n; i++) draft.add(word(), separator());
    };
    const from = new Set<number>();
    for (let i = 0; i < sources && b > 0; i++) from.add(below(b));
    const parts = Math.max(1, from.size * taken);
    own(Math.ceil(words / (parts + 1)));
    for (const a of [...from].sort((x, y) => x - y)) {
      const first = passages.length;
      /** In books, the word of a to go on from. */
      let at = books ? below(drafts[a]!.length / 3) : null;
      for (let t = 0; t < taken; t++) {
        if (at !== null && at + 70 > drafts[a]!.length) break;
        const length = Math.min(drafts[a]!.length, 12 + below(50));
        const start: number = at ?? below(drafts[a]!.length - length + 1);
        passages.push(take(drafts[a]!, draft, a, b, passages.length, start, length));
        if (at !== null) at = start + length + 2 + (t % 12 === 11 ? below(drafts[a]!.length / 8) : 0);
        own(books ? 1 + below(3) : Math.ceil(words / (parts + 1)));
      }
      if (books) own(below((2 * words) / (from.size + 1)));
      const mine = passages.slice(first).sort((x, y) => x.a_begin - y.a_begin);
      passages.splice(first, mine.length, ...mine);
      const level = below(4);
      pairs.push({
        a,
        b,
        a_in_b: Math.round(next() * 1000) / 1000,
        b_in_a: Math.round(next() * 1000) / 1000,
        a_level: LEVELS[level]!,
        b_level: LEVELS[below(4)]!,
        class: CLASSES[below(CLASSES.length)]!,
        hits: 2 + below(80),
        a_matched: 20 + below(400),
        b_matched: 20 + below(400),
        labels: next() < 0.2 ? [["alias", "template", "phrase", "frame", "spam"][below(5)]!] : [],
        passages: mine.length,
        first,
        shown: mine.length,
      });
    }
    drafts.push(draft);
    const year = 1840 + Math.floor((b * 20) / number);
    documents.push({
      id: `${SERIES[b % SERIES.length]!.toLowerCase().replace(/\W+/g, "-")}/${year}/${String(b).padStart(5, "0")}.txt`,
      side: null,
      tokens: draft.length,
      length: draft.text.length,
      date: dated && b % 11 !== 10 ? `${year}-${String(1 + (b % 12)).padStart(2, "0")}-${String(1 + (b % 28)).padStart(2, "0")}${timed ? "T09:00:00Z" : ""}` : null,
      series: b % 7 === 6 ? null : SERIES[b % SERIES.length]!,
      title: b % 3 === 0 ? `Of ${word()} and ${word()}, no. ${b}` : null,
      related: 0,
      reused: Math.round(next() * 100) / 100,
      duplicate_of: null,
      text: [[0, draft.text]],
    });
  }
  for (const pair of pairs) {
    documents[pair.a]!.related++;
    documents[pair.b]!.related++;
  }
  for (const passage of passages) {
    if (!documents[passage.a]!.date || !documents[passage.b]!.date) continue;
    passage.direction = "a_to_b";
    passage.lag_days = Math.round((Date.parse(documents[passage.b]!.date!) - Date.parse(documents[passage.a]!.date!)) / 86_400_000);
    if (passage.lag_days < 0) [passage.direction, passage.lag_days] = ["b_to_a", -passage.lag_days];
  }
  const report = finish(documents, pairs, passages);
  pairs.forEach((pair, i) => {
    if (books || i % 4 === 1) asEditions(report, pair);
  });
  const works = worksOf(report);
  if (works.length > 0) Object.assign(report, { works, totals: { ...report.totals, works: works.length } });
  documents.forEach((document, i) => {
    if (i % 9 === 5) document.labels = ["word-list"];
  });
  return report;

  /** Copies words of `a` to the end of `b`, changing some; the passage says which. */
  function take(a: Draft, b: Draft, ai: number, bi: number, n: number, start: number, length: number): Passage {
    const copied = a.words(start, start + length);
    const edits: number[] = [];
    const counts = { matched: 0, substituted: 0, inserted: 0, deleted: 0 };
    let begin = -1;
    copied.forEach((text, i) => {
      const at = start + i;
      const inside = i > 0 && i < length - 1;
      const roll = next();
      if (inside && roll < 0.04) {
        counts.deleted++;
        edits.push(a.begins[at]!, a.ends[at]!, b.text.length, b.text.length);
        return;
      }
      if (inside && roll < 0.08) {
        counts.inserted++;
        b.add(word(), separator());
        edits.push(a.begins[at]!, a.begins[at]!, b.begins.at(-1)!, b.ends.at(-1)!);
      }
      const changed = inside && roll > 0.95;
      b.add(changed ? word() : text, separator());
      if (begin < 0) begin = b.begins.at(-1)!;
      if (changed) {
        counts.substituted++;
        edits.push(a.begins[at]!, a.ends[at]!, b.begins.at(-1)!, b.ends.at(-1)!);
      } else counts.matched++;
    });
    const tokens = counts.matched + counts.substituted + counts.inserted + counts.deleted;
    return {
      passage_id: `p${n}`,
      a: ai,
      b: bi,
      a_begin: a.begins[start]!,
      a_end: a.ends[start + length - 1]!,
      b_begin: begin,
      b_end: b.text.length,
      tokens,
      ...counts,
      identity: counts.matched / tokens,
      direction: "unknown",
      lag_days: null,
      cluster_id: null,
      labels: [],
      edits,
      // Every other one as if A were a book with pages.
      ...(n % 2 === 0 ? { a_place: `p. ${n}` } : {}),
    };
  }
}

/** Clusters, overview and run from what there is. */
function finish(documents: Document[], pairs: Pair[], passages: Passage[]): Report {
  // A cluster here: the passages that overlap in one document they were taken from.
  const clusters: Cluster[] = [];
  const bySource = new Map<number, Passage[]>();
  for (const passage of passages) bySource.set(passage.a, [...(bySource.get(passage.a) ?? []), passage]);
  for (const [a, list] of bySource) {
    const sorted = list.sort((x, y) => x.a_begin - y.a_begin);
    let i = 0;
    while (i < sorted.length) {
      const first = sorted[i]!;
      const group = [first];
      while (++i < sorted.length && sorted[i]!.a_begin < first.a_end) group.push(sorted[i]!);
      const cluster_id = `c${clusters.length}`;
      for (const passage of group) passage.cluster_id = cluster_id;
      const source = documents[a]!;
      const members = group.map((p) => ({
        document: p.b,
        begin: p.b_begin,
        end: p.b_end,
        edits: fours(p.edits).flatMap(([w, x, y, z]) => [y, z, w, x]) as number[] | null,
      }));
      members.sort((x, y) => (documents[x.document]!.date ?? "9").localeCompare(documents[y.document]!.date ?? "9"));
      const dates = [a, ...members.map((m) => m.document)].flatMap((d) => documents[d]!.date ?? []).sort();
      clusters.push({
        cluster_id,
        size: new Set([a, ...members.map((m) => m.document)]).size,
        spans: members.length + 1,
        first_date: dates[0] ?? null,
        last_date: dates.at(-1) ?? null,
        text: source.text[0]![1].slice(first.a_begin, first.a_end),
        labels: [],
        members: [{ document: a, begin: first.a_begin, end: first.a_end, edits: null }, ...members],
        left_out: 0,
      });
    }
  }
  clusters.sort((x, y) => y.size - x.size);

  const histogram = (edges: number[], values: number[]) =>
    edges.slice(0, -1).map((edge, i) => values.filter((v) => v >= edge && (v < edges[i + 1]! || (i === edges.length - 2 && v === edges[i + 1]))).length);
  const tenths = Array.from({ length: 11 }, (_, i) => i / 10);
  const lengths = [0, 10, 20, 30, 40, 50, 75, 100];
  const names = [...new Set(documents.flatMap((d) => d.series ?? []))];
  const cells = new Map<string, [number, number, number, number]>();
  for (const pair of pairs) {
    const [x, y] = [documents[pair.a]!.series, documents[pair.b]!.series].map((s) => names.indexOf(s ?? ""));
    if (x! < 0 || y! < 0) continue;
    const [row, column] = x! < y! ? [x!, y!] : [y!, x!];
    const cell = cells.get(`${row} ${column}`) ?? [row, column, 0, 0];
    cell[2]++;
    cell[3] += pair.passages;
    cells.set(`${row} ${column}`, cell);
  }
  const years = [...new Set(documents.flatMap((d) => d.date?.slice(0, 4) ?? []))].sort();
  const isReusing = new Set(pairs.map((p) => p.b));
  const rank = (list: number[]) => list.slice(0, 10);
  const classes = CLASSES.map((name) => {
    const of = pairs.filter((p) => p.class === name);
    const involved = new Set(of.flatMap((p) => [p.a, p.b])).size;
    return {
      class: name,
      meaning: MEANING[name]!,
      pairs: of.length,
      documents: involved,
      share: documents.length ? involved / documents.length : 0,
      siblings: involved ? (2 * of.length) / involved : 0,
    };
  });
  return {
    schema_version: 1,
    cento: "0.1.0",
    offset_unit: "utf16",
    run: {
      scheme: "winnow:k=5,window=8",
      parameters: {
        against: false,
        fields: { date: "date", id: "id", series: "series", text: "text", title: "title" },
        levels: { considerable: 0.5, most: 0.8, partial: 0.1 },
        max_copies: 100,
        max_df: 100,
        min_hits: 2,
        multiset: false,
      },
      summary: {
        documents: documents.length,
        tokens: documents.reduce((n, d) => n + d.tokens, 0),
        fingerprints: 2729,
        pairs: pairs.length,
        related_documents: documents.filter((d) => d.related > 0).length,
        copies: 2,
        copies_without_rows: 0,
        skipped: { "empty-text": 3, "not-utf8": 1 },
        frequent: { keys: 1820, occurrences: 2615, stop_keys: 14, stop_occurrences: 310 },
        classes,
        labels: Object.fromEntries(
          ["alias", "template", "phrase", "frame", "spam"].map((name) => [name, { pairs: pairs.filter((p) => p.labels.includes(name)).length, passages: 0 }]),
        ),
        patterns: [
          { pattern: "reuse", pairs: pairs.length, left_out: 0, classes: { C6: pairs.length } },
          { pattern: "spam", pairs: 12, left_out: 12, classes: { C6: 4, C2: 8 } },
        ],
        frames: { sites: 3, frames: 41, documents: 57 },
        renamed: 1,
      },
    },
    totals: { documents: documents.length, pairs: pairs.length, passages: passages.length, clusters: clusters.length },
    overview: {
      containment: { edges: tenths, pairs: histogram(tenths, pairs.map((p) => Math.max(p.a_in_b, p.b_in_a))) },
      passage_tokens: { edges: [...lengths.slice(0, -1), null], passages: histogram(lengths, passages.map((p) => p.tokens)) },
      series: { names, cells: [...cells.values()], left_out: 0 },
      time: years.length
        ? {
            unit: "year",
            rows: years.map((from) => {
              const of = documents.map((d, i) => ({ d, i })).filter(({ d }) => d.date?.startsWith(from));
              return {
                from,
                documents: of.length,
                reusing: of.filter(({ i }) => isReusing.has(i)).length,
                passages: of.length * 2,
              };
            }),
          }
        : null,
      top_clusters: rank(clusters.map((_, i) => i)),
      top_pairs: rank(pairs.map((_, i) => i).sort((x, y) => pairs[y]!.a_in_b - pairs[x]!.a_in_b)),
      left_out: [],
    },
    documents,
    pairs,
    passages,
    clusters,
  };
}

/** What a comparison as editions adds to a pair; the scores are made up. */
function asEditions(report: Report, pair: Pair): void {
  const passages = report.passages.slice(pair.first, pair.first + pair.shown).sort((x, y) => x.a_begin - y.a_begin);
  const [a, b] = [report.documents[pair.a]!, report.documents[pair.b]!];
  const portions: Portion[] = [];
  for (const { a_begin, a_end, b_begin, b_end } of passages) {
    const last = portions.at(-1);
    if (last && a_begin >= last.a_end && a_begin - last.a_end < 60 && b_begin >= last.b_end && b_begin - last.b_end < 60) {
      Object.assign(last, { a_end, b_end });
    } else portions.push({ a_begin, a_end, b_begin, b_end, aligned: 0.93 });
  }
  const bins: Bins = {
    a: binsOf(a, passages.map((p) => [p.a_begin, p.a_end])),
    b: binsOf(b, passages.map((p) => [p.b_begin, p.b_end])),
  };
  const its_both = Math.round(700 + ((pair.hits * 37) % 300)) / 1000;
  Object.assign(pair, { portions, bins, scores: { lcs: pair.hits * 25, cs: 0.351, its: its_both * 0.95, its_both, confirmed: 1 } });
}

function binsOf(document: Document, spans: [number, number][]): number[] {
  const words = [...document.text[0]![1].matchAll(/\S+/g)].map(({ index }) => spans.some(([begin, end]) => index >= begin && index < end));
  const number = Math.min(200, Math.max(1, Math.floor(words.length / 8)));
  return Array.from({ length: number }, (_, i) => {
    const bin = words.slice(Math.floor((i * words.length) / number), Math.floor(((i + 1) * words.length) / number));
    return Math.round((100 * bin.filter(Boolean).length) / bin.length);
  });
}

/** A work for each document that others have portions of: a document that takes from two is in two. */
function worksOf({ pairs, documents }: Report): Work[] {
  const members = new Map<number, Work["members"]>();
  for (const { a, b, portions } of pairs) {
    if (!portions?.length) continue;
    const of = members.get(a) ?? [{ document: a, begin: 0, end: documents[a]!.length }];
    of.push({ document: b, begin: Math.min(...portions.map((p) => p.b_begin)), end: Math.max(...portions.map((p) => p.b_end)) });
    members.set(a, of);
  }
  return [...members.values()].map((of, i) => ({ work_id: `w${i + 1}`, members: of }));
}

const WORD = /[^\s,.]+/g;

/** Where the words of a stretch stand; words of two letters are stop words. */
function wordsIn(document: Document, begin: number, end: number): { word: string; begin: number; end: number }[] {
  const words = [...document.text[0]![1].slice(begin, end).matchAll(WORD)].map(({ 0: word, index }) => ({ word, begin: begin + index, end: begin + index + word.length }));
  return words.filter(({ word }) => word.length > 2);
}

/** The words of the first list that the second has, as begin and end of each. */
function sharedIn(own: ReturnType<typeof wordsIn>, other: ReturnType<typeof wordsIn>): number[] {
  const known = new Set(other.map(({ word }) => word));
  return own.flatMap(({ word, begin, end }) => (known.has(word) ? [begin, end] : []));
}

/** Sentences that share words in another order: what b took from a stands there from its last word to its first. */
export function sentencesReport(size: Size = {}): Report {
  const report = makeReport({ seed: 5, documents: 16, words: 60, sources: 2, taken: 2, ...size });
  const { documents, pairs, passages, clusters } = report;
  for (const { b, b_begin, b_end } of passages) {
    const [piece] = documents[b]!.text;
    const part = piece![1].slice(b_begin, b_end);
    const words = part.match(WORD) ?? [];
    piece![1] = piece![1].slice(0, b_begin) + part.replace(WORD, () => words.pop() ?? "") + piece![1].slice(b_end);
  }
  for (const passage of passages) {
    const [a, b] = [wordsIn(documents[passage.a]!, passage.a_begin, passage.a_end), wordsIn(documents[passage.b]!, passage.b_begin, passage.b_end)];
    passage.shared = { a: sharedIn(a, b), b: sharedIn(b, a) };
    const distinct = (words: typeof a) => new Set(words.map(({ word }) => word));
    passage.matched = [...distinct(a)].filter((word) => distinct(b).has(word)).length;
    [passage.deleted, passage.inserted] = [distinct(a).size - passage.matched, distinct(b).size - passage.matched];
    passage.tokens = passage.matched + passage.deleted + passage.inserted;
    Object.assign(passage, { edits: [], substituted: 0, identity: passage.tokens ? passage.matched / passage.tokens : 0 });
  }
  for (const { members } of clusters) {
    const [first, ...others] = members;
    const oldest = documents[first!.document]!;
    first!.edits = [];
    for (const member of others) {
      const document = documents[member.document]!;
      member.edits = null;
      member.shared = sharedIn(wordsIn(document, member.begin, member.end), wordsIn(oldest, first!.begin, first!.end));
      if (document.date && oldest.date) member.lag_days = Math.round((Date.parse(document.date) - Date.parse(oldest.date)) / 86_400_000);
    }
  }
  for (const pair of pairs) Object.assign(pair, { scores: { word_overlap: 0.8, weighted_overlap: 0.912 }, portions: null, bins: null });
  report.works = report.totals.works = null;
  report.run.scheme = "words:lang=english";
  return report;
}

function fours(list: number[]): [number, number, number, number][] {
  return Array.from({ length: list.length / 4 }, (_, i) => list.slice(i * 4, i * 4 + 4) as [number, number, number, number]);
}

/** 10,000 passages in some 3,000 pairs, and about 6 MB of texts. */
export const largeReport = () => makeReport({ seed: 7, documents: 1680, words: 330, sources: 2, taken: 3 });

/** Books that have parts of one another, of unlike lengths. */
export const booksReport = () => makeReport({ seed: 3, documents: 24, words: 2400, sources: 2, taken: 40, books: true });

/** Names that want more room than there is: times, ids of 60 characters without a blank, long titles; and some beyond all measure. */
export function wideReport(): Report {
  const report = makeReport({ documents: 40, words: 200, timed: true });
  report.documents.forEach((document, i) => {
    document.id = `${String(i).padStart(3, "0")}_${"endless".repeat(i % 10 === 9 ? 30 : 8)}`;
    if (i % 2 === 0) document.title = `${"Of the great storm and what came after it in the harbour, ".repeat(2)}no. ${i}`;
    if (i % 8 === 4) document.title = `${"W".repeat(200)} ${i}`;
    if (i % 6 === 0) document.series = "S".repeat(150);
    if (i % 4 === 1) document.labels = ["word-list", "x".repeat(100)];
  });
  report.pairs.forEach((pair, i) => {
    [pair.a_matched, pair.b_matched] = [1_234_567, 7_654_321];
    if (i % 3 === 0) pair.labels = ["template", "phrase", "x".repeat(100)];
  });
  report.clusters.forEach((cluster, i) => {
    if (i % 3 === 0) cluster.labels = ["template", "frame", "x".repeat(100)];
  });
  report.clusters[0]!.text = "y".repeat(900);
  report.works!.forEach((work, i) => {
    if (i % 3 === 0) work.work_id = `w${i}${"z".repeat(90)}`;
  });
  // In more works than can be named.
  for (const work of report.works!) work.members.push({ document: 7, begin: 0, end: 9 });
  return report;
}

/** A report without any pair. */
export function emptyReport(): Report {
  const report = makeReport({ documents: 3, sources: 0, dated: false });
  report.run.summary.skipped = {};
  return report;
}

/** The built page with `json` put in, as the engine does it. */
export function pageWith(json: string): string {
  const page = readFileSync(join(web, "dist", "report.html"), "utf8");
  const parts = page.split("/*cento-report*/");
  if (parts.length !== 2) throw new Error(`the page has ${parts.length - 1} places for the report`);
  return parts.join(json);
}

/** JSON that cannot end the element it stands in. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes a page and gives its file:// address. */
export function writePage(folder: string, name: string, html: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.html`);
  writeFileSync(path, html);
  return pathToFileURL(path).href;
}

export const writeReport = (folder: string, name: string, report: unknown) => writePage(folder, name, pageWith(safeJson(report)));
