/** Where things stand in the figure of a pair: two strips, one for each text, and ribbons from one to the other. */

import type { Portion } from "./report.ts";

/** A stretch of a and the stretch of b that belongs to it: a passage, or a portion. */
export type Stretch = Pick<Portion, "a_begin" | "a_end" | "b_begin" | "b_end">;

/** From where to where it is drawn, on the two strips. */
export interface Shape {
  a: [number, number];
  b: [number, number];
}

/** No strip is shorter than this, and no stretch narrower than that. */
const SHORTEST = 12;
const NARROWEST = 1.5;

/** How long the strips of two texts are: both `most`, or, to one scale, the longer one. */
export function stripsOf(lengths: [number, number], most: number, oneScale: boolean): [number, number] {
  if (!oneScale) return [most, most];
  const longer = Math.max(1, ...lengths);
  return lengths.map((length) => Math.max(Math.min(SHORTEST, most), (length / longer) * most)) as [number, number];
}

export function shapeOf(stretch: Stretch, lengths: [number, number], strips: [number, number], left: number): Shape {
  const scale = (begin: number, end: number, side: 0 | 1): [number, number] => {
    const at = (place: number) => left + (place / Math.max(1, lengths[side])) * strips[side];
    return [at(begin), Math.max(at(begin) + NARROWEST, at(end))];
  };
  return { a: scale(stretch.a_begin, stretch.a_end, 0), b: scale(stretch.b_begin, stretch.b_end, 1) };
}

/**
 * The shape nearest to `x`, -1 when there is none. Between the strips, at the height `t` of 0..1, a ribbon lies between
 * its two ends. Of several there, the narrowest: it could not be reached elsewhere.
 */
export function nearest(shapes: readonly Shape[], x: number, t: number, may: (index: number) => boolean = () => true): number {
  let best = -1;
  let least = Infinity;
  shapes.forEach(({ a, b }, i) => {
    const from = a[0] + (b[0] - a[0]) * t;
    const to = a[1] + (b[1] - a[1]) * t;
    const away = x < from ? from - x : x > to ? x - to : (to - from) / 1e6;
    if (away < least && may(i)) [best, least] = [i, away];
  });
  return best;
}

/** A bin counts as aligned from this share of its words on, in per cent. */
export const HALF = 50;

/** Bins that count as aligned, neighbours together: from which bin to before which. */
export function runsOf(shares: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  shares.forEach((share, i) => {
    if (share < HALF) return;
    const last = runs.at(-1);
    if (last?.[1] === i) last[1]++;
    else runs.push([i, i + 1]);
  });
  return runs;
}

/** Whether a passage belongs to a portion: half of it is there, on both sides. */
export const isIn = (passage: Stretch, portion: Stretch) =>
  isHalfIn(passage.a_begin, passage.a_end, portion.a_begin, portion.a_end) && isHalfIn(passage.b_begin, passage.b_end, portion.b_begin, portion.b_end);

const isHalfIn = (begin: number, end: number, from: number, to: number) => Math.min(end, to) - Math.max(begin, from) >= (end - begin) / 2;

/** The passage with which a portion begins in a; -1 when none of it is here. */
export function firstOf(portion: Stretch, passages: readonly Stretch[]): number {
  return passages.reduce((best, passage, i) => (isIn(passage, portion) && (best < 0 || passage.a_begin < passages[best]!.a_begin) ? i : best), -1);
}
