/** The report inside the page as a source. */

import { measureOf } from "./model/measure.ts";
import type { Cluster, Document, Lineage, Member, Pair, Report, Work } from "./model/report.ts";
import { marksOf } from "./model/segments.ts";
import { isBetween, slideOf, textOf } from "./model/slides.ts";
import {
  type Around,
  type ClusterColumn,
  type ClusterDetail,
  type ClusterQuery,
  type ClusterRow,
  type Head,
  type LineageQuery,
  type LineageRow,
  type Page,
  PAGE_ROWS,
  type PairColumn,
  type PairDetail,
  type PairQuery,
  type PairRow,
  type Source,
  type WorkQuery,
  type WorkRow,
} from "./source.ts";

type Value = string | number;

export class Embedded implements Source {
  readonly #report: Report;
  /** Id and title in lower case, made when first searched. */
  readonly #names = new Map<number, string>();
  readonly #clusterIndex: Map<string, number>;
  #pairOf: Map<string, number> | null = null;
  /** By place, the clusters that have it. */
  #clustersOf: Map<string, number[]> | null = null;
  /** The last list asked for: paging and stepping through it need not sort again. */
  #pairList: { key: string; list: number[] } | null = null;
  #clusterList: { key: string; list: number[] } | null = null;
  /** Largest first. */
  readonly #works: Work[];
  /** By document, the works it is in. */
  readonly #worksOf: Map<number, string[]>;

  constructor(report: Report) {
    this.#report = report;
    this.#works = [...(report.works ?? [])].sort((x, y) => y.members.length - x.members.length);
    this.#worksOf = worksOf(report.works ?? []);
    this.#clusterIndex = new Map(report.clusters.map((cluster, index) => [cluster.cluster_id, index]));
  }

  async head(): Promise<Head> {
    const { cento, run, totals, overview, documents, pairs, passages, clusters } = this.#report;
    const here = { documents: documents.length, pairs: pairs.length, passages: passages.length, clusters: clusters.length, works: this.#works.length, lineages: this.#report.lineages?.length ?? 0 };
    const classes = new Set((run.summary.classes ?? []).filter((c) => c.pairs > 0).map((c) => c.class));
    const labels = new Set<string>();
    for (const pair of pairs) {
      classes.add(pair.class);
      pair.labels.forEach((label) => labels.add(label));
    }
    clusters.forEach((cluster) => cluster.labels.forEach((label) => labels.add(label)));
    const series = new Set(documents.flatMap((document) => document.series ?? []));
    return {
      cento,
      run,
      totals,
      here,
      overview,
      topPairs: [...new Set(overview.top_pairs)].map((index) => this.#pairRow(index)),
      topClusters: [...new Set(overview.top_clusters)].map((index) => this.#clusterRow(index)),
      classes: [...classes],
      labels: [...labels].sort(),
      series: [...series].sort(),
      measure: pairs.map(measureOf).find((measure) => measure !== "text") ?? "text",
    };
  }

  async pairs(query: PairQuery): Promise<Page<PairRow>> {
    return page(this.#pairsBy(query), query.page, (index) => this.#pairRow(index));
  }

  async pair(index: number, query: PairQuery): Promise<PairDetail | null> {
    const pair = this.#report.pairs[index];
    if (!pair) return null;
    const passages = this.#report.passages.slice(pair.first, pair.first + pair.shown);
    const works = { a: this.#worksOf.get(pair.a) ?? [], b: this.#worksOf.get(pair.b) ?? [] };
    const pictures = this.#report.pictures ?? [];
    return { ...this.#pairRow(index), passages, works, pictures, around: around(this.#pairsBy(query), index, (i) => i) };
  }

  async clusters(query: ClusterQuery): Promise<Page<ClusterRow>> {
    return page(this.#clustersBy(query), query.page, (index) => this.#clusterRow(index));
  }

  async cluster(id: string, query: ClusterQuery): Promise<ClusterDetail | null> {
    const index = this.#clusterIndex.get(id);
    if (index === undefined) return null;
    const row = this.#clusterRow(index);
    const oldest = row.cluster.members[0]?.document;
    const members = row.cluster.members.map((member) => ({
      member,
      document: this.#document(member.document),
      pair: oldest === undefined ? null : this.#pairBetween(oldest, member.document),
      also: this.#clustersAt(member)
        .filter((other) => other !== index)
        .map((other) => ({ id: this.#report.clusters[other]!.cluster_id, index: other })),
    }));
    return { ...row, members, around: around(this.#clustersBy(query), index, (i) => this.#report.clusters[i]!.cluster_id) };
  }

  async works(query: WorkQuery): Promise<Page<WorkRow>> {
    const words = wordsOf(query.text);
    const list = indices(this.#works, (work) => this.#workFits(work, query, words));
    return page(list, query.page, (index) => this.#workRow(this.#works[index]!));
  }

  async lineages(query: LineageQuery): Promise<Page<LineageRow>> {
    const lineages = this.#report.lineages ?? [];
    const words = wordsOf(query.text);
    const list = indices(lineages, (lineage) => this.#lineageFits(lineage, query, words));
    return page(list, query.page, (index) => this.#lineageRow(lineages[index]!), LINEAGE_ROWS);
  }

  #lineageFits(lineage: Lineage, query: LineageQuery, words: string[]): boolean {
    if (query.document !== null && !lineage.slides.some((s) => s.document === query.document)) return false;
    if (words.length === 0) return true;
    return lineage.slides.some(({ document, slide }) => {
      const own = slideOf(this.#document(document), slide);
      const text = `${this.#name(document)} ${own ? textOf(this.#document(document), own).toLowerCase() : ""}`;
      return words.every((word) => text.includes(word));
    });
  }

  #lineageRow(lineage: Lineage): LineageRow {
    const slides = lineage.slides.map((descendant) => {
      const document = this.#document(descendant.document);
      const slide = slideOf(document, descendant.slide);
      const from = descendant.from == null ? undefined : lineage.slides[descendant.from];
      const pair = from ? this.#pairBetween(from.document, descendant.document) : null;
      const found = pair === null ? undefined : this.#report.pairs[pair];
      const other = from && slideOf(this.#document(from.document), from.slide);
      if (!found || !slide || !other) return { descendant, document, slide, pair, marks: [] };
      const isA = found.a === descendant.document;
      const passages = this.#report.passages.slice(found.first, found.first + found.shown);
      const common = passages.filter((passage) => (isA ? isBetween(passage, slide, other) : isBetween(passage, other, slide)));
      return { descendant, document, slide, pair, marks: marksOf(common, isA ? "a" : "b") };
    });
    return { lineage, slides, pictures: this.#report.pictures ?? [] };
  }

  #workFits(work: Work, query: WorkQuery, words: string[]): boolean {
    if (query.work && work.work_id !== query.work) return false;
    if (query.document !== null && !work.members.some((m) => m.document === query.document)) return false;
    return words.length === 0 || work.members.some((m) => words.every((word) => this.#name(m.document).includes(word)));
  }

  #workRow(work: Work): WorkRow {
    const members = work.members.map((member) => ({
      member,
      document: this.#document(member.document),
      also: (this.#worksOf.get(member.document) ?? []).filter((id) => id !== work.work_id),
    }));
    return { work, books: new Set(work.members.map((m) => m.document)).size, members };
  }

  #document(index: number): Document {
    return this.#report.documents[index]!;
  }

  #pairRow(index: number): PairRow {
    const pair = this.#report.pairs[index]!;
    return { index, pair, a: this.#document(pair.a), b: this.#document(pair.b) };
  }

  /** The clusters that have a place, told by all that do when first asked for. */
  #clustersAt(member: Member): number[] {
    this.#clustersOf ??= clustersOf(this.#report.clusters);
    return this.#clustersOf.get(placeOf(member)) ?? [];
  }

  #clusterRow(index: number): ClusterRow {
    const cluster = this.#report.clusters[index]!;
    const first = cluster.members[0];
    return { index, cluster, oldest: first ? this.#document(first.document) : null };
  }

  #pairBetween(x: number, y: number): number | null {
    this.#pairOf ??= new Map(this.#report.pairs.map((pair, index) => [`${pair.a} ${pair.b}`, index]));
    return this.#pairOf.get(`${x} ${y}`) ?? this.#pairOf.get(`${y} ${x}`) ?? null;
  }

  #name(index: number): string {
    let name = this.#names.get(index);
    if (name === undefined) {
      const document = this.#document(index);
      name = `${document.id}\n${document.title ?? ""}`.toLowerCase();
      this.#names.set(index, name);
    }
    return name;
  }

  #pairsBy(query: PairQuery): number[] {
    const key = JSON.stringify({ ...query, page: 0 });
    if (this.#pairList?.key === key) return this.#pairList.list;
    const words = wordsOf(query.text);
    const { pairs } = this.#report;
    const list = indices(pairs, (pair) => this.#pairFits(pair, query, words));
    const { sort } = query;
    order(list, sort === "order" ? null : (i) => this.#pairValue(pairs[i]!, sort), query.down);
    this.#pairList = { key, list };
    return list;
  }

  #pairFits(pair: Pair, query: PairQuery, words: string[]): boolean {
    if (query.class && pair.class !== query.class) return false;
    if (query.label && !pair.labels.includes(query.label)) return false;
    if (Math.max(pair.a_in_b, pair.b_in_a) < query.least) return false;
    if (query.document !== null && pair.a !== query.document && pair.b !== query.document) return false;
    if (query.series || query.with) {
      const [a, b] = [this.#document(pair.a).series, this.#document(pair.b).series];
      const fits = (x: string | null, y: string | null) => (!query.series || x === query.series) && (!query.with || y === query.with);
      if (!fits(a, b) && !fits(b, a)) return false;
    }
    if (words.length === 0) return true;
    const names = `${this.#name(pair.a)}\n${this.#name(pair.b)}`;
    return words.every((word) => names.includes(word));
  }

  #pairValue(pair: Pair, column: Exclude<PairColumn, "order">): Value {
    if (column === "a" || column === "b") return this.#name(pair[column]);
    if (column === "labels") return pair.labels.join(" ");
    if (column === "its_both") return pair.scores && "its_both" in pair.scores ? pair.scores.its_both : "";
    return pair[column];
  }

  #clustersBy(query: ClusterQuery): number[] {
    const key = JSON.stringify({ ...query, page: 0 });
    if (this.#clusterList?.key === key) return this.#clusterList.list;
    const words = wordsOf(query.text);
    const { clusters } = this.#report;
    const list = indices(clusters, (cluster) => this.#clusterFits(cluster, query, words));
    order(list, query.sort === "order" ? null : (i) => clusterValue(clusters[i]!, query.sort), query.down);
    this.#clusterList = { key, list };
    return list;
  }

  #clusterFits(cluster: Cluster, query: ClusterQuery, words: string[]): boolean {
    if (query.label && !cluster.labels.includes(query.label)) return false;
    if (words.length === 0) return true;
    const text = `${cluster.cluster_id}\n${cluster.text}`.toLowerCase();
    return words.every((word) => text.includes(word) || cluster.members.some((m) => this.#name(m.document).includes(word)));
  }
}

/** The words searched for. */
const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

function worksOf(works: readonly Work[]): Map<number, string[]> {
  const ids = new Map<number, Set<string>>();
  for (const { work_id, members } of works) {
    for (const { document } of members) ids.set(document, (ids.get(document) ?? new Set()).add(work_id));
  }
  return new Map([...ids].map(([document, of]) => [document, [...of]]));
}

const placeOf = ({ document, begin, end }: Member) => `${document} ${begin} ${end}`;

function clustersOf(clusters: readonly Cluster[]): Map<string, number[]> {
  const at = new Map<string, number[]>();
  clusters.forEach(({ members }, index) => {
    for (const place of new Set(members.map(placeOf))) at.set(place, [...(at.get(place) ?? []), index]);
  });
  return at;
}

function clusterValue(cluster: Cluster, column: ClusterColumn): Value {
  if (column === "size" || column === "spans") return cluster[column];
  if (column === "labels") return cluster.labels.join(" ");
  if (column === "text") return cluster.text.toLowerCase();
  return (column === "first_date" ? cluster.first_date : cluster.last_date) ?? "";
}

function indices<T>(list: readonly T[], keep: (entry: T) => boolean): number[] {
  const kept: number[] = [];
  list.forEach((entry, index) => {
    if (keep(entry)) kept.push(index);
  });
  return kept;
}

/** Sorts in place; what is equal stays in the report's order, upwards and downwards; what is empty comes last. */
function order(list: number[], value: ((index: number) => Value) | null, down: boolean): void {
  if (!value) {
    if (down) list.reverse();
    return;
  }
  const values = new Map(list.map((index) => [index, value(index)]));
  const sign = down ? -1 : 1;
  list.sort((i, j) => {
    const x = values.get(i)!;
    const y = values.get(j)!;
    if (x === y) return i - j;
    if (x === "") return 1;
    if (y === "") return -1;
    return x < y ? -sign : sign;
  });
}

/** Rows of slides are tall. */
const LINEAGE_ROWS = 12;

function page<Row>(list: number[], wanted: number, row: (index: number) => Row, size = PAGE_ROWS): Page<Row> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const number = Math.min(Math.max(1, wanted), pages);
  const rows = list.slice((number - 1) * size, number * size).map(row);
  return { rows, total: list.length, page: number, pages };
}

function around<Key>(list: number[], index: number, key: (index: number) => Key): Around<Key> {
  const at = list.indexOf(index);
  const neighbour = (i: number | undefined) => (i === undefined ? null : key(i));
  return {
    before: at > 0 ? neighbour(list[at - 1]) : null,
    after: at >= 0 ? neighbour(list[at + 1]) : null,
    place: at + 1,
    of: list.length,
  };
}
