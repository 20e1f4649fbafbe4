/**
 * A document as blocks to draw one by one: chunks of text, and bars for what was left out.
 *
 * The browser skips the layout of chunks out of sight, which keeps a text of a megabyte light.
 */

import type { Document } from "./report.ts";

export interface Block {
  begin: number;
  end: number;
  /** The characters of it; null where they were left out. */
  text: string | null;
}

/** About as many characters as one chunk has; half a screen to two screens. */
export const CHUNK = 4000;

export function blocksOf(document: Pick<Document, "text" | "length">): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  for (const [begin, text] of document.text) {
    if (begin > at) blocks.push({ begin: at, end: begin, text: null });
    let from = 0;
    for (const cut of [...cutsOf(text), text.length]) {
      if (cut > from) blocks.push({ begin: begin + from, end: begin + cut, text: text.slice(from, cut) });
      from = cut;
    }
    at = begin + text.length;
  }
  if (document.length > at) blocks.push({ begin: at, end: document.length, text: null });
  return blocks;
}

/**
 * Where to cut a long text: after a line end where there is one, else after a space, so that no word is cut. A cut
 * in mid-line shows as a line end; the alternative is to lay out a megabyte at once.
 */
export function cutsOf(text: string, size = CHUNK): number[] {
  const cuts: number[] = [];
  let from = 0;
  while (text.length - from > size * 1.5) {
    const cut = cutBefore(text, from + size / 2, from + size);
    cuts.push(cut);
    from = cut;
  }
  return cuts;
}

function cutBefore(text: string, least: number, most: number): number {
  for (const mark of ["\n", ". ", "。", " "]) {
    const at = text.lastIndexOf(mark, most - mark.length);
    if (at >= least) return at + mark.length;
  }
  const splitsPair = /[\uDC00-\uDFFF]/.test(text[most] ?? "");
  return splitsPair ? most - 1 : most;
}

/** The block with the place `at`: the last that begins at or before it. */
export function blockAt(blocks: readonly Block[], at: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (blocks[middle]!.begin <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The characters `begin..end` of a document, with null for every stretch that was left out. */
export function slice(document: Pick<Document, "text">, begin: number, end: number): Block[] {
  const blocks: Block[] = [];
  let at = begin;
  for (const [from, text] of document.text) {
    const to = from + text.length;
    if (to <= at || from >= end || text === "") continue;
    if (from > at) blocks.push({ begin: at, end: from, text: null });
    const start = Math.max(from, at);
    const stop = Math.min(to, end);
    blocks.push({ begin: start, end: stop, text: text.slice(start - from, stop - from) });
    at = stop;
  }
  if (at < end) blocks.push({ begin: at, end, text: null });
  return blocks;
}
