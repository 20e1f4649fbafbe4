/** Numbers and facts as words. */

import type { Document, Passage } from "./report.ts";
import { plain } from "./slides.ts";

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const some = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

export const count = (n: number) => whole.format(n);
export const decimal = (n: number) => some.format(n);

/** "1 pair", "2,000 pairs". */
export const counted = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** A share of 0..1 in per cent; what is neither none nor all never looks like it. */
export function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10;
  if (rounded === 0 && share > 0) return "< 0.1 %";
  if (rounded === 100 && share < 1) return "> 99.9 %";
  return `${rounded.toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}

/** A score of 0..1 with two digits; what is not all never looks like it. */
export const score = (n: number) => (n < 1 && n >= 0.995 ? "> 0.99" : n.toFixed(2));

/** Where in a text of `length` a stretch stands: "12–48 %". Rounded outwards, so that it is never nothing. */
export function placeIn(begin: number, end: number, length: number): string {
  const [from, to] = [Math.floor((begin / Math.max(1, length)) * 100), Math.ceil((end / Math.max(1, length)) * 100)];
  return from === to ? `${from} %` : `${from}–${to} %`;
}

/** Days in the unit a reader thinks in. */
export function lag(days: number): string {
  const n = Math.abs(days);
  if (n < 60) return counted(n, "day");
  if (n < 730) return `${counted(n, "day")} (about ${counted(Math.round(n / 30.44), "month")})`;
  return `${counted(n, "day")} (about ${counted(Math.round(n / 365.25), "year")})`;
}

/** How much later something came. Where dates have hours, what is of the next day may be less than a day later. */
export function later(days: number): string {
  return days === 0 ? "less than a day later" : `${lag(days)} later`;
}

/** Which side had it first. */
export function direction(passage: Pick<Passage, "direction" | "lag_days">): string {
  if (passage.direction === "unknown") {
    return passage.lag_days === 0 ? "both on the same day" : "direction unknown";
  }
  const [first, then] = passage.direction === "a_to_b" ? ["A", "B"] : ["B", "A"];
  const after = passage.lag_days == null ? "later" : later(passage.lag_days);
  return `first in ${first}, in ${then} ${after}`;
}

/** Direction of a whole pair, from its passages. */
export function directionOf(passages: readonly Passage[]): string {
  const first = passages[0];
  if (!first) return "no passages here, so no direction";
  const same = passages.every((p) => p.direction === first.direction && p.lag_days === first.lag_days);
  if (same) return direction(first);
  const number = (d: Passage["direction"]) => passages.filter((p) => p.direction === d).length;
  const parts: string[] = [];
  if (number("a_to_b")) parts.push(`${number("a_to_b")} from A to B`);
  if (number("b_to_a")) parts.push(`${number("b_to_a")} from B to A`);
  if (number("unknown")) parts.push(`${number("unknown")} unknown`);
  return parts.join(", ");
}

/** The day of a date with a time; any other as it is. */
export const dayOf = (date: string) => /^[+-]?\d{4,6}-\d\d-\d\d(?=[T ]\d\d:)/i.exec(date)?.[0] ?? date;

/** What a document is called: its title, or its id when it has none. */
export const nameOf = (document: Pick<Document, "title" | "id">) => document.title || document.id;

/** A text in one line of at most `length` characters. */
export function short(text: string, length: number): string {
  const line = plain(text).replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut}…`;
}
