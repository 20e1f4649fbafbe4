/** What pairs are: reuse, or the label that most of their words have. */

import type { PatternCount } from "./report.ts";

/** The pattern of pairs that are no noise. */
export const REUSE = "reuse";

/** What each pattern stands for; a report may have others. */
export const MEANINGS: ReadonlyMap<string, string> = new Map([
  [REUSE, "with a passage that has no label"],
  ["alias", "documents of the same words"],
  ["template", "the same text with slots filled in anew"],
  ["phrase", "a few words that many documents have"],
  ["frame", "what most documents of one series have"],
  ["spam", "what many documents of several series have that have little else"],
]);

export interface PatternRow {
  pattern: string;
  /** Its share of the pairs of each class, in the order of these. */
  shares: number[];
  /** Its share of all pairs. */
  share: number;
  pairs: number;
  left_out: number;
}

export interface PatternTable {
  /** The classes that have pairs. */
  classes: string[];
  rows: PatternRow[];
}

/** The shares of each class; nothing where all pairs are reuse, or none is there. Classes come in the order given, then any others. */
export function patternTable(patterns: readonly PatternCount[], order: readonly string[]): PatternTable | null {
  if (!patterns.some(({ pattern, pairs }) => pattern !== REUSE && pairs > 0)) return null;
  const of = (name: string) => patterns.reduce((sum, { classes }) => sum + (classes?.[name] ?? 0), 0);
  const names = new Set([...order, ...patterns.flatMap(({ classes }) => Object.keys(classes ?? {}))]);
  const classes = [...names].filter((name) => of(name) > 0);
  const all = patterns.reduce((sum, { pairs }) => sum + pairs, 0);
  const rows = patterns.map(({ pattern, pairs, left_out, classes: own }) => ({
    pattern,
    shares: classes.map((name) => (own?.[name] ?? 0) / of(name)),
    share: pairs / all,
    pairs,
    left_out,
  }));
  return { classes, rows };
}
