/** Checks of single values and of records with named fields. */

import { broken } from "./problem.ts";

/** What a field must be; "?" also allows null or nothing. */
export type Kind =
  | "string"
  | "string?"
  | "number"
  | "number?"
  | "count"
  | "count?"
  | "strings"
  | "strings?"
  | "counts"
  | "counts?"
  | "list"
  | "list?"
  | "record"
  | "record?";
export type Shape = Readonly<Record<string, Kind>>;
export type Fields = Record<string, unknown>;

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
/** A whole number from zero up: a count, an index or an offset. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
export const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTexts = (value: unknown) => Array.isArray(value) && value.every((x) => typeof x === "string");

const KINDS: Record<Kind, [words: string, test: (value: unknown) => boolean]> = {
  string: ["a text", (v) => typeof v === "string"],
  "string?": ["a text or null", (v) => v == null || typeof v === "string"],
  number: ["a number", isNumber],
  "number?": ["a number or null", (v) => v == null || isNumber(v)],
  count: ["a whole number from 0", isCount],
  "count?": ["a whole number from 0 or null", (v) => v == null || isCount(v)],
  strings: ["a list of texts", isTexts],
  "strings?": ["a list of texts or null", (v) => v == null || isTexts(v)],
  counts: ["a list of whole numbers", (v) => Array.isArray(v) && v.every(isCount)],
  "counts?": ["a list of whole numbers or null", (v) => v == null || (Array.isArray(v) && v.every(isCount))],
  list: ["a list", Array.isArray],
  "list?": ["a list or null", (v) => v == null || Array.isArray(v)],
  record: ["an object", isRecord],
  "record?": ["an object or null", (v) => v == null || isRecord(v)],
};

/** Refuses `value` unless it is a record with these fields; others are let be, so that fields can be added. */
export function record(place: string, value: unknown, shape: Shape): Fields {
  if (!isRecord(value)) throw broken(place, "an object", value);
  for (const name in shape) {
    const [words, test] = KINDS[shape[name]!];
    if (!test(value[name])) throw broken(`${place}.${name}`, words, value[name]);
  }
  return value;
}

/** Every entry of a list that `record` has found to be one. */
export function each(place: string, list: unknown, check: (place: string, value: unknown, index: number) => void): void {
  (list as unknown[]).forEach((value, index) => check(`${place}[${index}]`, value, index));
}

export function below(place: string, index: unknown, limit: number, of: string): void {
  if (!isCount(index) || index >= limit) throw broken(place, `the place of one of ${limit} ${of}`, index);
}

export function span(place: string, begin: unknown, end: unknown, limit: number): void {
  if (!isCount(begin) || !isCount(end) || begin > end || end > limit) {
    throw broken(place, `a span inside 0..${limit}`, `${begin}..${end}`);
  }
}
