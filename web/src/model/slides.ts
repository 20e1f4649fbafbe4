/** Slides beside each other, and how a slide is laid out. */

import { slice } from "./blocks.ts";
import type { Box, Deck, Document, Pair, Passage, Slide, SlidePair, SlideRelation } from "./report.ts";

/** An object in a text: what it is, and what tells it apart. */
const OBJECT = /\uFFFC(picture|graphic|shape|line|chart|table|media|embedded)-[0-9a-f]{16}/g;

export interface Part {
  text: string;
  /** What kind of object it is; null for words. */
  object: string | null;
}

/** A text cut into words and objects. */
export function partsOf(text: string): Part[] {
  if (!text.includes("\uFFFC")) return text === "" ? [] : [{ text, object: null }];
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(OBJECT)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), object: null });
    parts.push({ text: match[0], object: match[1]! });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), object: null });
  return parts;
}

/** A text with each object as a word in brackets. */
export const plain = (text: string) => (text.includes("\uFFFC") ? text.replace(OBJECT, "[$1]") : text);

export const slideOf = (document: Pick<Document, "deck">, number: number): Slide | null =>
  document.deck?.slides.find((slide) => slide.number === number) ?? null;

/** The words of a slide, without objects, as far as they are here. */
export function textOf(document: Pick<Document, "text">, slide: Slide): string {
  const words = slide.boxes.flatMap((box) => slice(document, box.begin, box.end).map((block) => block.text ?? "…"));
  return words.join(" ").replace(OBJECT, " ").replace(/\s+/g, " ").trim();
}

/** Where a slide's own text begins and ends; its notes stand behind it. */
function stretchOf(slide: Slide): [number, number] {
  const pieces = [...slide.boxes, ...(slide.notes ?? [])];
  return [pieces[0]?.begin ?? 0, pieces.at(-1)?.end ?? 0];
}

/** Whether a passage has something of both slides. */
export function isBetween(passage: Passage, a: Slide, b: Slide): boolean {
  const [aBegin, aEnd] = stretchOf(a);
  const [bBegin, bEnd] = stretchOf(b);
  return passage.a_begin < aEnd && passage.a_end > aBegin && passage.b_begin < bEnd && passage.b_end > bBegin;
}

/** Two slides that are shown beside each other. */
export interface Match {
  a: Slide;
  b: Slide;
  pair: SlidePair;
  /** Other slides of B that this one of A has something in common with, and of A with that of B. */
  alsoB: number[];
  alsoA: number[];
}

export interface Matches {
  matches: Match[];
  /** Those that have a few words in common, and no picture. */
  faint: Match[];
  /** Pairs that have nothing in common but what their template has. */
  template: SlidePair[];
  onlyA: Slide[];
  onlyB: Slide[];
}

export const isSame = ({ matched, a_tokens, b_tokens }: SlidePair) => matched >= a_tokens && matched >= b_tokens;

/** The slides of two decks as the engine has told them apart, in the order of A; and those that have nothing in common with any. */
export function matchesOf(pair: Pick<Pair, "slides">, a: Deck, b: Deck): Matches {
  const of = (relation: SlideRelation) => (pair.slides ?? []).filter((slides) => (slides.relation ?? "counterpart") === relation);
  const template = of("template");
  const all = (pair.slides ?? []).filter((slides) => !template.includes(slides));
  const slidesOfA = new Map(a.slides.map((slide) => [slide.number, slide]));
  const slidesOfB = new Map(b.slides.map((slide) => [slide.number, slide]));
  const shown = (slides: SlidePair): Match[] => {
    const [own, other] = [slidesOfA.get(slides.a), slidesOfB.get(slides.b)];
    if (!own || !other) return [];
    const alsoB = all.filter((s) => s.a === slides.a && s.b !== slides.b).map((s) => s.b);
    const alsoA = all.filter((s) => s.b === slides.b && s.a !== slides.a).map((s) => s.a);
    return [{ a: own, b: other, pair: slides, alsoA, alsoB }];
  };
  const [ofA, ofB] = [new Set(all.map((slides) => slides.a)), new Set(all.map((slides) => slides.b))];
  return {
    matches: of("counterpart").flatMap(shown),
    faint: of("faint").flatMap(shown),
    template,
    onlyA: a.slides.filter((slide) => !ofA.has(slide.number)),
    onlyB: b.slides.filter((slide) => !ofB.has(slide.number)),
  };
}

/** Where a box stands, in per cent of its slide, and how large its letters are, in per cent of the slide's width. */
export interface Placed {
  left: number;
  top: number;
  width: number;
  height: number;
  letters: number;
}

const LARGEST = 4.4;
const SMALLEST = 1.1;

/** A box with its text; null where its place is not known. */
export function placed(box: Box, size: [number, number], text: string): Placed | null {
  if (!box.frame || size[0] === 0 || size[1] === 0) return null;
  const [x, y, w, h] = box.frame;
  const [width, height] = [(w / size[0]) * 100, (h / size[1]) * 100];
  // In units of the slide's width, as letters are.
  const room = (h / size[0]) * 100;
  const lengths = text.split("\n").map((line) => line.length);
  // A letter is about half as wide as high, and a line a fifth higher.
  const fits = (letters: number) =>
    lengths.reduce((lines, length) => lines + Math.max(1, Math.ceil((length * letters * 0.56) / Math.max(1, width))), 0) * letters * 1.22 <= room;
  let letters = LARGEST;
  while (letters > SMALLEST && !fits(letters)) letters -= 0.3;
  return { left: (x / size[0]) * 100, top: (y / size[1]) * 100, width, height, letters: Math.max(SMALLEST, letters) };
}
