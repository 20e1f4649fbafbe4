/**
 * Where the views get their data from.
 *
 * The report embedded in the page is one source (`embedded.ts`); a server that answers the same questions can be
 * another, which is why every answer is a promise and lists come in pages.
 */

import type { Measure } from "./model/measure.ts";
import type { Mark } from "./model/segments.ts";
import type { Cluster, Descendant, Document, Lineage, Member, Overview, Pair, Passage, Run, Slide, Totals, Work, WorkMember } from "./model/report.ts";

export interface Source {
  /** What the overview and the filters need. */
  head(): Promise<Head>;
  pairs(query: PairQuery): Promise<Page<PairRow>>;
  /** One pair with its texts; `query` is the list it was opened from, for the pairs before and after. Null: no such pair. */
  pair(index: number, query: PairQuery): Promise<PairDetail | null>;
  clusters(query: ClusterQuery): Promise<Page<ClusterRow>>;
  cluster(id: string, query: ClusterQuery): Promise<ClusterDetail | null>;
  /** Works, largest first. */
  works(query: WorkQuery): Promise<Page<WorkRow>>;
  /** Slides in several decks, those in most first. */
  lineages(query: LineageQuery): Promise<Page<LineageRow>>;
}

export interface Head {
  cento: string;
  run: Run;
  totals: Totals;
  /** How many of them are here. */
  here: Totals;
  overview: Overview;
  topPairs: PairRow[];
  topClusters: ClusterRow[];
  /** Values to filter by. */
  classes: string[];
  labels: string[];
  series: string[];
  /** What the shares of pairs are shares of. */
  measure: Measure;
}

export interface PairRow {
  index: number;
  pair: Pair;
  a: Document;
  b: Document;
}

export interface ClusterRow {
  index: number;
  cluster: Cluster;
  /** The document of the oldest member. */
  oldest: Document | null;
}

/** The entries before and after one in the list it was opened from. */
export interface Around<Key> {
  before: Key | null;
  after: Key | null;
  /** Its place there, from 1; 0 when the list does not have it. */
  place: number;
  of: number;
}

export interface PairDetail extends PairRow {
  passages: Passage[];
  around: Around<number>;
  /** The works that a and b are in. */
  works: { a: string[]; b: string[] };
  /** Those that boxes of slides name. */
  pictures: string[];
}

export interface LineageRow {
  lineage: Lineage;
  slides: DescendantRow[];
  pictures: string[];
}

export interface DescendantRow {
  descendant: Descendant;
  document: Document;
  slide: Slide | null;
  /** Index of the pair of its deck and that of the slide it comes from, where there is one. */
  pair: number | null;
  /** What it has of that slide, as passages seen from here. */
  marks: Mark[];
}

export interface WorkRow {
  work: Work;
  /** Documents it stands in. */
  books: number;
  members: WorkMemberRow[];
}

export interface WorkMemberRow {
  member: WorkMember;
  document: Document;
  /** The other works that the document is in. */
  also: string[];
}

export interface ClusterDetail extends ClusterRow {
  members: MemberRow[];
  around: Around<string>;
}

export interface MemberRow {
  member: Member;
  document: Document;
  /** Index of the pair of it and the oldest, where there is one. */
  pair: number | null;
  /** The other clusters that have the very same place: from there a sentence is followed on. */
  also: { id: string; index: number }[];
}

export interface Page<Row> {
  rows: Row[];
  /** Rows in the whole list, after filtering. */
  total: number;
  /** From 1; within 1..pages whatever was asked for. */
  page: number;
  pages: number;
}

export const PAIR_COLUMNS = ["order", "a", "b", "a_in_b", "b_in_a", "class", "hits", "a_matched", "b_matched", "passages", "labels", "its_both"] as const;
export type PairColumn = (typeof PAIR_COLUMNS)[number];

export interface PairQuery {
  /** Words that ids and titles must have, all of them. */
  text: string;
  class: string;
  label: string;
  /** One of the two is of this series ... */
  series: string;
  /** ... and the other of this. */
  with: string;
  /** Index of a document that must be one of the two. */
  document: number | null;
  /** Least value of the larger containment. */
  least: number;
  sort: PairColumn;
  down: boolean;
  page: number;
}

export const CLUSTER_COLUMNS = ["order", "text", "size", "spans", "first_date", "last_date", "labels"] as const;
export type ClusterColumn = (typeof CLUSTER_COLUMNS)[number];

export interface ClusterQuery {
  text: string;
  label: string;
  sort: ClusterColumn;
  down: boolean;
  page: number;
}

export interface WorkQuery {
  /** Words that ids and titles must have: some member all of them. */
  text: string;
  /** Only the work of this id ... */
  work: string;
  /** ... and only those with the document of this index. */
  document: number | null;
  page: number;
}

export interface LineageQuery {
  /** Words that ids, titles or the text of a slide must have: some slide all of them. */
  text: string;
  /** Only those with the document of this index. */
  document: number | null;
  page: number;
}

export const PAGE_ROWS = 50;
