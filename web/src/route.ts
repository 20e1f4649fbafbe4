/** What the part of the address after "#" says: which view, and how it is set. */

import { CLUSTER_COLUMNS, type ClusterQuery, type LineageQuery, PAIR_COLUMNS, type PairQuery, type WorkQuery } from "./source.ts";

export interface Route {
  view: "overview" | "pairs" | "pair" | "clusters" | "cluster" | "works" | "slides" | "unknown";
  /** The pair's number, from 1 as it is shown, or the cluster's id. */
  key: string;
  /** Which passage of the pair, from 1. */
  passage: number;
  settings: URLSearchParams;
}

const VIEWS = ["pairs", "pair", "clusters", "cluster", "works", "slides"] as const;

export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = split(hash.replace(/^#\/?/, ""), "?");
  const [name = "", key = ""] = split(path, "/");
  const settings = new URLSearchParams(search);
  const view = name === "" ? "overview" : (VIEWS.find((v) => v === name) ?? "unknown");
  return { view, key: decode(key), passage: Math.max(1, whole(settings.get("passage"), 1)), settings };
}

export const NO_PAIR_QUERY: PairQuery = {
  text: "",
  class: "",
  label: "",
  series: "",
  with: "",
  document: null,
  least: 0,
  sort: "order",
  down: false,
  page: 1,
};

export const NO_CLUSTER_QUERY: ClusterQuery = { text: "", label: "", sort: "order", down: false, page: 1 };

export const NO_WORK_QUERY: WorkQuery = { text: "", work: "", document: null, page: 1 };

export const NO_LINEAGE_QUERY: LineageQuery = { text: "", document: null, page: 1 };

export function pairQuery(settings: URLSearchParams): PairQuery {
  const least = Number(settings.get("least") ?? 0);
  return {
    text: settings.get("text") ?? "",
    class: settings.get("class") ?? "",
    label: settings.get("label") ?? "",
    series: settings.get("series") ?? "",
    with: settings.get("with") ?? "",
    document: documentOf(settings),
    least: least > 0 && least <= 1 ? least : 0,
    sort: PAIR_COLUMNS.find((c) => c === settings.get("sort")) ?? "order",
    down: settings.get("down") === "1",
    page: Math.max(1, whole(settings.get("page"), 1)),
  };
}

export function clusterQuery(settings: URLSearchParams): ClusterQuery {
  return {
    text: settings.get("text") ?? "",
    label: settings.get("label") ?? "",
    sort: CLUSTER_COLUMNS.find((c) => c === settings.get("sort")) ?? "order",
    down: settings.get("down") === "1",
    page: Math.max(1, whole(settings.get("page"), 1)),
  };
}

export function workQuery(settings: URLSearchParams): WorkQuery {
  return {
    text: settings.get("text") ?? "",
    work: settings.get("work") ?? "",
    document: documentOf(settings),
    page: Math.max(1, whole(settings.get("page"), 1)),
  };
}

export function lineageQuery(settings: URLSearchParams): LineageQuery {
  return {
    text: settings.get("text") ?? "",
    document: documentOf(settings),
    page: Math.max(1, whole(settings.get("page"), 1)),
  };
}

function documentOf(settings: URLSearchParams): number | null {
  const document = whole(settings.get("document"), -1);
  return document < 0 ? null : document;
}

export const overviewLink = () => "#/";
export const pairsLink = (query: Partial<PairQuery> = {}) => `#/pairs${settingsOf(query, NO_PAIR_QUERY)}`;
export const clustersLink = (query: Partial<ClusterQuery> = {}) => `#/clusters${settingsOf(query, NO_CLUSTER_QUERY)}`;
export const worksLink = (query: Partial<WorkQuery> = {}) => `#/works${settingsOf(query, NO_WORK_QUERY)}`;
export const slidesLink = (query: Partial<LineageQuery> = {}) => `#/slides${settingsOf(query, NO_LINEAGE_QUERY)}`;
/** A pair as opened from a list; the list's settings come along, so that "next pair" means the next there. */
export const pairLink = (index: number, query: Partial<PairQuery> = {}, passage = 1) =>
  `#/pair/${index + 1}${settingsOf({ ...query, passage }, { ...NO_PAIR_QUERY, passage: 1 })}`;
export const clusterLink = (id: string, query: Partial<ClusterQuery> = {}) =>
  `#/cluster/${encode(id)}${settingsOf(query, NO_CLUSTER_QUERY)}`;

/** Whether the last move was a step to somewhere; if not, it was one through the history. */
export const gone = { byLink: false };

/** Goes to an address of this page. "instead" leaves no trace in the history: for typing, and for stepping through passages. */
export function go(link: string, how: "then" | "instead" = "then"): void {
  if (link === location.hash) return;
  gone.byLink = true;
  if (how === "then") location.hash = link;
  else location.replace(link);
}

/** Only what differs from the usual, so that links stay short. */
function settingsOf(query: object, usual: object): string {
  const settings = new URLSearchParams();
  const usually = new Map(Object.entries(usual));
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === usually.get(name)) continue;
    settings.set(name, typeof value === "boolean" ? "1" : String(value));
  }
  const text = settings.toString();
  return text ? `?${text}` : "";
}

function split(text: string, at: string): [string, string] {
  const i = text.indexOf(at);
  return i < 0 ? [text, ""] : [text.slice(0, i), text.slice(i + 1)];
}

function whole(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/** encodeURIComponent throws on half a surrogate pair, and ids may have any characters. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
