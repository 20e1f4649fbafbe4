/** The numbers behind the figures: bars, tables, scales. */

import type { TimeRow } from "./report.ts";
import { count, decimal } from "./words.ts";

/** Numbers as a table: what every figure offers besides its drawing. */
export interface Table {
  columns: string[];
  rows: (string | number)[][];
}

export interface Bar {
  /** What the bar stands for, in full: "0.5 to 0.6". */
  label: string;
  /** Its lower edge, for the axis. */
  tick: string;
  value: number;
}

/** A histogram's bars; the last edge may be null, for no upper bound. */
export function barsOf(edges: readonly (number | null)[], values: readonly number[], show: (edge: number) => string = decimal): Bar[] {
  return values.map((value, i) => {
    const low = edges[i] ?? 0;
    const high = edges[i + 1] ?? null;
    return { value, tick: show(low), label: high === null ? `${show(low)} and more` : `${show(low)} to ${show(high)}` };
  });
}

/** A round number not below `value`, and the steps up to it: an axis. */
export function axis(value: number, steps = 4): { top: number; ticks: number[] } {
  if (value <= 0) return { top: 1, ticks: [0, 1] };
  const rough = value / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Counts have no halves: a step is at least one.
  const step = Math.max(1, [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? rough);
  const number = Math.ceil(value / step);
  return { top: number * step, ticks: Array.from({ length: number + 1 }, (_, i) => i * step) };
}

export interface Period extends TimeRow {
  /** Start of the last row in it; equal to `from` when it is one row. */
  to: string;
}

/** Neighbouring rows put together until there are at most `most`: a century of days is no figure. */
export function periods(rows: readonly TimeRow[], most: number): Period[] {
  const each = Math.max(1, Math.ceil(rows.length / most));
  const out: Period[] = [];
  for (let i = 0; i < rows.length; i += each) {
    const group = rows.slice(i, i + each);
    const sum = (field: "documents" | "reusing" | "passages") => group.reduce((total, row) => total + row[field], 0);
    out.push({
      from: group[0]!.from,
      to: group.at(-1)!.from,
      documents: sum("documents"),
      reusing: sum("reusing"),
      passages: sum("passages"),
    });
  }
  return out;
}

/** Milliseconds of a date of the form YYYY[-MM[-DD]] or RFC 3339; null when it is none. */
export function timeOf(date: string | null): number | null {
  const match = /^(-?\d{1,6})(?:-(\d\d)(?:-(\d\d))?)?/.exec(date ?? "");
  if (!match) return null;
  const day = new Date(0);
  // setUTCFullYear, since Date.UTC takes the years 0 to 99 for 1900 to 1999.
  day.setUTCFullYear(Number(match[1]), Number(match[2] ?? 1) - 1, Number(match[3] ?? 1));
  const time = day.getTime();
  return Number.isNaN(time) ? null : time;
}

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;

/** Places on a time axis with their labels: years, months or days, at most about `most` of them. */
export function timeTicks(from: number, to: number, most: number): { at: number; label: string }[] {
  const ticks: { at: number; label: string }[] = [];
  const first = new Date(from);
  const years = (to - from) / YEAR / most;
  if (years > 0.5) {
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((s) => s >= years) ?? Math.ceil(years / 1000) * 1000;
    for (let year = Math.ceil(first.getUTCFullYear() / step) * step; ; year += step) {
      const at = timeOf(String(year).padStart(4, "0"));
      if (at === null || at > to) break;
      if (at >= from) ticks.push({ at, label: String(year) });
    }
  } else {
    const days = Math.max(1, Math.ceil((to - from) / DAY / most));
    for (let at = from; at <= to; at += days * DAY) ticks.push({ at, label: new Date(at).toISOString().slice(0, 10) });
  }
  return ticks.length > 0 ? ticks : [{ at: from, label: new Date(from).toISOString().slice(0, 10) }];
}

/** A table as lines of tab-separated text. */
export function asText(table: Table): string {
  const cell = (value: string | number) => (typeof value === "number" ? String(value) : value.replace(/\s+/g, " "));
  return [table.columns, ...table.rows].map((row) => row.map(cell).join("\t")).join("\n");
}

/** A cell as shown: numbers grouped, texts as they are. */
export const shown = (value: string | number) =>
  typeof value === "number" ? (Number.isInteger(value) ? count(value) : decimal(value)) : value;
