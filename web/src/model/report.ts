/**
 * The data of a report, as the engine writes it into the page.
 *
 * Every offset counts UTF-16 code units, so that it slices a JavaScript string; spans are half-open.
 * To add a field: see "Adding a field" in README.md.
 */

/** The version of the data that this page reads. */
export const SCHEMA_VERSION = 1;

export interface Report {
  /** Version of this form of data; other versions are refused. */
  schema_version: typeof SCHEMA_VERSION;
  /** Version of the program that wrote it. */
  cento: string;
  offset_unit: "utf16";
  /** What was run, as in run.json. */
  run: Run;
  /** How much there was, before anything was cut to keep the page small. */
  totals: Totals;
  overview: Overview;
  documents: Document[];
  pairs: Pair[];
  /** Sorted by pair: those of one pair stand together. */
  passages: Passage[];
  clusters: Cluster[];
  /** Texts that stand in several books, whole or in part; only where books were compared as editions. */
  works?: Work[] | null;
  /** Slides that stand in several decks, those of which most was taken over first; only where decks were compared. */
  lineages?: Lineage[] | null;
  /** Small pictures of the decks, as `data:` addresses; boxes of slides name them by place. */
  pictures?: string[] | null;
}

export interface Totals {
  documents: number;
  pairs: number;
  passages: number;
  clusters: number;
  works?: number | null;
  lineages?: number | null;
}

/** Figures made by the engine from everything, also from what was cut here. */
export interface Overview {
  /** Histogram of the larger of the two containments of a pair; one edge more than bars. */
  containment: { edges: (number | null)[]; pairs: number[] };
  /** Histogram of passage lengths in words; a last edge of null has no upper bound. */
  passage_tokens: { edges: (number | null)[]; passages: number[] };
  series: SeriesMatrix;
  /** Reuse over time; null when nothing is dated. */
  time: Time | null;
  /** Indices into `clusters`: the most reused passages. */
  top_clusters: number[];
  /** Indices into `pairs`: the most related. */
  top_pairs: number[];
  /** What was cut by rank to keep the page small. */
  left_out: LeftOut[];
}

export interface SeriesMatrix {
  names: string[];
  /** Row, column (row <= column), pairs, passages. */
  cells: [number, number, number, number][];
  /** How many series are not shown. */
  left_out: number;
}

export interface Time {
  unit: "year" | "month" | "day";
  rows: TimeRow[];
}

export interface TimeRow {
  /** Start of the year, month or day. */
  from: string;
  /** Documents of that time. */
  documents: number;
  /** Of these, the ones with text that an earlier document has. */
  reusing: number;
  passages: number;
}

export interface LeftOut {
  /** "pairs", "passages", "texts", ... */
  what: string;
  count: number;
  why: string;
}

/** A piece of a text: where it begins in the whole text, and its characters. */
export type Piece = [begin: number, text: string];

export interface Document {
  id: string;
  /** With two collections, the one it comes from; null when there is one. */
  side: "a" | "b" | null;
  tokens: number;
  /** Length of the whole text, whatever part of it is here. */
  length: number;
  date: string | null;
  /** Its source: a newspaper, a site, an author. */
  series: string | null;
  title: string | null;
  /** How many documents it is related to. */
  related: number;
  /** Share of its tokens that stand elsewhere, 0..1. */
  reused: number;
  /** The document it is a copy of, when it has no rows of its own. */
  duplicate_of: string | null;
  /** What kind of text it is: word-list (a dictionary, or another list in alphabetical order), hidden-characters. */
  labels?: string[] | null;
  /** Pieces in order, not overlapping; what lies between them was left out. */
  text: Piece[];
  /** Its slides, where it is a deck. */
  deck?: Deck | null;
}

/** The slides of a document. Lengths are in hundredths of a millimetre. */
export interface Deck {
  /** Width and height of each slide; 0 where they are not known. */
  size: [number, number];
  /** What it is made on, and the text of that, which is no text of the deck. */
  template?: string | null;
  template_text?: string | null;
  slides: Slide[];
}

export interface Slide {
  /** From 1, as shown; hidden ones are counted. */
  number: number;
  hidden?: boolean;
  boxes: Box[];
  /** What the speaker is to say. */
  notes?: Box[] | null;
}

/** A stretch of the text that is one box of words, or one object. */
export interface Box {
  begin: number;
  end: number;
  /** From the left, from the top, width and height, where these are known. */
  frame?: [number, number, number, number] | null;
  /** Index into `pictures`. */
  picture?: number | null;
}

export interface Pair {
  /** Index into `documents`. */
  a: number;
  /** Index into `documents`. */
  b: number;
  /** Share of a that stands in b, 0..1. */
  a_in_b: number;
  /** Share of b that stands in a, 0..1. */
  b_in_a: number;
  /** most, considerable, partial or trace: `a_in_b` in a word. */
  a_level: string;
  b_level: string;
  /** C1..C6, C3t, C5t, C6t, Ct: the two levels together. */
  class: string;
  /** Distinct fingerprints shared. */
  hits: number;
  /** Tokens of a inside passages. */
  a_matched: number;
  b_matched: number;
  /** alias, template, phrase, frame, spam. */
  labels: string[];
  /** How many passages it has. */
  passages: number;
  /** Its passages here are `passages[first .. first + shown]` of the report. */
  first: number;
  shown: number;
  /** Only where books were compared as editions, or sentences by their words. */
  scores?: Scores | SentenceScores | null;
  /** Stretches of a that are stretches of b, in the order of a. */
  portions?: Portion[] | null;
  /** Each of the two in equally long bins. */
  bins?: Bins | null;
  /** Slides of a that have something in common with slides of b, by both numbers; only of decks. */
  slides?: SlidePair[] | null;
}

/** A slide of each deck, by their numbers, and what they have in common. */
export interface SlidePair {
  a: number;
  b: number;
  /** Words, pictures and other objects in both. */
  matched: number;
  /** Of these, pictures. */
  pictures: number;
  /** Words of the notes in both. */
  notes: number;
  /** Words and objects of each, without notes. */
  a_tokens: number;
  b_tokens: number;
  /** Of those in both, words and objects that are part of what the decks are made on. */
  template: number;
  /** What they are to each other; counterparts where it is not told. */
  relation?: SlideRelation | null;
}

/**
 * Of two slides that have something in common: for one of them no other is more alike (`counterpart`; `faint` where it is a few words
 * only), both have one that is (`other`), or it is nothing but what their decks are made on (`template`).
 */
export type SlideRelation = "counterpart" | "faint" | "other" | "template";

/** A slide in several decks, from the oldest on. */
export interface Lineage {
  lineage_id: string;
  /** Decks. */
  size: number;
  slides: Descendant[];
  /** Slides not here. */
  left_out: number;
}

export interface Descendant {
  /** Index into `documents`. */
  document: number;
  /** Its number. */
  slide: number;
  /** Index into `slides`: the one it comes from. */
  from?: number | null;
  /** Words and objects that it has of that one, and of how many. */
  matched?: [number, number] | null;
}

/** How the unique words, those that stand once in a book, agree in their order. */
export interface Scores {
  /** Words that stand once in each and follow one another in both. */
  lcs: number;
  /** Correlation score over all unique words, 0..1. */
  cs: number;
  /** Information theoretic score over all unique words, 0..1. */
  its: number;
  /** The same over the unique words that stand in the other book at all. */
  its_both: number;
  /** Share of the words looked at around which the text is the same, 0..1. */
  confirmed: number;
}

/** How much the two sentences share that have most in common, one of each document. */
export interface SentenceScores {
  /** Share of the words of one that the other has, 0..1. */
  word_overlap: number;
  /** The same with rare words counting more. */
  weighted_overlap: number;
}

/** Passages that follow one another on both sides, with little between them. */
export interface Portion {
  a_begin: number;
  a_end: number;
  b_begin: number;
  b_end: number;
  /** Share of the words of both stretches that are inside passages, 0..1. */
  aligned: number;
}

/** For each bin, the share of its words that are aligned, in whole per cent. Bins of a book have equally many words. */
export interface Bins {
  a: number[];
  b: number[];
}

export interface Passage {
  passage_id: string;
  /** Index into `documents`. */
  a: number;
  /** Index into `documents`. */
  b: number;
  a_begin: number;
  a_end: number;
  b_begin: number;
  b_end: number;
  /** Words of the alignment: matched, substituted, inserted and deleted together. */
  tokens: number;
  matched: number;
  substituted: number;
  inserted: number;
  deleted: number;
  /** matched / tokens. */
  identity: number;
  /** Which side had it first, by date. */
  direction: "a_to_b" | "b_to_a" | "unknown";
  /** Days between the two, where both are dated. */
  lag_days: number | null;
  /** The group of passages it belongs to. */
  cluster_id: string | null;
  labels: string[];
  /**
   * Four numbers for every stretch that differs: a_begin, a_end, b_begin, b_end. Empty in a: inserted in b;
   * empty in b: missing there; else replaced.
   */
  edits: number[];
  /** The words that both have, in any order; only where sentences were compared. Then there are no edits. */
  shared?: Shared | null;
  /** On which pages, slides or chapters it stands in A, where that has any: `p. 12`. */
  a_place?: string | null;
  /** The same in B. */
  b_place?: string | null;
}

/** The words that two sentences share: on either side two numbers for each, begin and end, in order. */
export interface Shared {
  a: number[];
  b: number[];
}

/** The same passage in several documents. */
export interface Cluster {
  cluster_id: string;
  /** Documents. */
  size: number;
  /** Places; more than `size` when a document has it twice. */
  spans: number;
  first_date: string | null;
  last_date: string | null;
  /** The fullest member; ends in "…" when cut. */
  text: string;
  labels: string[];
  /** Oldest first. */
  members: Member[];
  /** Members not here. */
  left_out: number;
}

export interface Member {
  /** Index into `documents`. */
  document: number;
  begin: number;
  end: number;
  /**
   * Four numbers for every stretch that differs from the first member: own begin, end, then begin, end in the
   * first member's document. Null for the first, or when not computed. Of sentences, empty for the one that all others match.
   */
  edits: number[] | null;
  /** Begin and end of each word that the cluster's text has too, in any order; only where sentences were compared. */
  shared?: number[] | null;
  /** Days behind the first member, where both are dated. */
  lag_days?: number | null;
}

/** A text that stands in several books, each of which may hold others too. */
export interface Work {
  work_id: string;
  members: WorkMember[];
}

/** Where a book has the work. */
export interface WorkMember {
  /** Index into `documents`. */
  document: number;
  begin: number;
  end: number;
}

/** run.json. Fields may be added there at any time, so that views take none for granted but these. */
export interface Run {
  /** `find`, or `compare` for two documents; reports of before may not tell. */
  command?: string | null;
  scheme: string;
  parameters: Record<string, unknown>;
  summary: Summary;
}

export interface Summary {
  tokens?: number;
  fingerprints?: number;
  related_documents?: number;
  /** Documents that are copies of another. */
  copies?: number;
  /** Copies over the limit, named but without rows. */
  copies_without_rows?: number;
  /** Inputs skipped, by reason. */
  skipped?: Record<string, number>;
  /** Fingerprints, and those set aside as too common. */
  frequent?: { keys?: number; occurrences?: number; stop_keys?: number; stop_occurrences?: number };
  classes?: ClassCount[];
  labels?: Record<string, { pairs?: number; passages?: number }>;
  /** What pairs are, those that are not in the results among them. */
  patterns?: PatternCount[];
  /** What was left out of web pages. */
  frames?: { sites: number; frames: number; documents: number };
  [other: string]: unknown;
}

export interface PatternCount {
  /** "reuse", or a label. */
  pattern: string;
  pairs: number;
  /** Those that are not in the results. */
  left_out: number;
  /** Pairs by class. */
  classes?: Record<string, number>;
}

export interface ClassCount {
  class: string;
  /** The two levels: "most / partial". */
  meaning: string;
  pairs: number;
  /** Documents with at least one pair of the class. */
  documents: number;
  /** These documents as a share of all. */
  share: number;
  /** Mean number of partners a document has within the class. */
  siblings: number;
}
