/** A report of three decks that have slides of one another, written out by hand so that every place is known. */

import type { Box, Deck, Document, Pair, Passage, Report, SlidePair } from "../src/model/report.ts";
import { makeReport } from "./fixture.ts";

/** A grey square, as a JPEG of 8 by 8 pixels. */
const GREY =
  "data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AL//Z";
const PICTURE = "\uFFFCpicture-0123456789abcdef";

type Draft = { slide: number; text: string; frame?: [number, number, number, number]; picture?: number; notes?: boolean; hidden?: boolean };

function deckOf(id: string, date: string | null, drafts: Draft[]): Document {
  let text = "";
  const deck: Deck = { size: [25_400, 14_288], template: "Harbour", template_text: "Click to edit", slides: [] };
  for (const { slide, text: words, frame, picture, notes, hidden } of drafts) {
    let own = deck.slides.at(-1);
    if (own?.number !== slide) deck.slides.push((own = { number: slide, boxes: [], ...(hidden ? { hidden } : {}) }));
    const box: Box = { begin: text.length, end: text.length + words.length, ...(frame ? { frame: [...frame] as typeof frame } : {}), ...(picture === undefined ? {} : { picture }) };
    (notes ? (own.notes ??= []) : own.boxes).push(box);
    text += `${words}\n\n`;
  }
  return {
    id,
    side: null,
    tokens: text.split(/\s+/).length,
    length: text.length,
    date,
    series: null,
    title: null,
    related: 2,
    reused: 0.5,
    duplicate_of: null,
    text: [[0, text]],
    deck,
  };
}

const TITLE: [number, number, number, number] = [1270, 570, 22_860, 2380];
const BODY: [number, number, number, number] = [1270, 3330, 11_000, 9430];
const SIDE: [number, number, number, number] = [13_000, 3330, 11_000, 9430];

export const CRANES = "The old cranes lift forty tons a day when the tide is high and the wind is low";
export const NEWER = "The old cranes lift sixty tons a day when the tide is high and the wind is low";

/** Places where a text has these words. */
function place(document: Document, words: string, from = 0): [number, number] {
  const at = document.text[0]![1].indexOf(words, from);
  if (at < 0) throw new Error(`no ${words}`);
  return [at, at + words.length];
}

export function decksReport(): Report {
  const spring = deckOf("spring.pptx", "2020-03-01", [
    { slide: 1, text: "Harbour plans", frame: TITLE },
    { slide: 2, text: "Cranes and what they lift", frame: TITLE },
    { slide: 2, text: CRANES, frame: BODY },
    { slide: 2, text: PICTURE, frame: SIDE, picture: 0 },
    { slide: 2, text: "Say that the figures are last year's", notes: true },
    { slide: 3, text: "Only here", frame: TITLE },
  ]);
  const autumn = deckOf("autumn.pptx", "2020-09-01", [
    { slide: 1, text: "What is new", frame: TITLE },
    { slide: 2, text: "Harbour plans", frame: TITLE },
    { slide: 4, text: "Cranes and what they lift", frame: TITLE },
    { slide: 4, text: NEWER, frame: BODY },
    { slide: 4, text: PICTURE, frame: SIDE, picture: 0 },
    { slide: 4, text: "\uFFFCshape-00000000000000aa", frame: [0, 0, 25_400, 200] },
    { slide: 4, text: "Say that the figures are last year's", notes: true },
    { slide: 5, text: "A slide that is not shown", hidden: true },
  ]);
  const winter = deckOf("winter.pptx", null, [{ slide: 1, text: NEWER, frame: BODY }]);
  const documents = [spring, autumn, winter];

  const passages: Passage[] = [];
  const passage = (a: number, b: number, [aFrom, aTo]: [string, string], [bFrom, bTo]: [string, string], edit?: [string, string]) => {
    const [x, y] = [documents[a]!, documents[b]!];
    const a_begin = place(x, aFrom)[0];
    const b_begin = place(y, bFrom)[0];
    passages.push({
      passage_id: `p${passages.length + 1}`,
      a,
      b,
      a_begin,
      a_end: place(x, aTo, a_begin)[1],
      b_begin,
      b_end: place(y, bTo, b_begin)[1],
      tokens: 10,
      matched: edit ? 9 : 10,
      substituted: edit ? 1 : 0,
      inserted: 0,
      deleted: 0,
      identity: edit ? 0.9 : 1,
      direction: x.date && y.date ? "a_to_b" : "unknown",
      lag_days: null,
      cluster_id: null,
      labels: [],
      edits: edit ? [...place(x, edit[0], a_begin), ...place(y, edit[1], b_begin)] : [],
    });
  };
  const pairs: Pair[] = [];
  const pair = (a: number, b: number, first: number, slides: SlidePair[]) =>
    pairs.push({
      a,
      b,
      a_in_b: 0.6,
      b_in_a: 0.5,
      a_level: "considerable",
      b_level: "considerable",
      class: "C4",
      hits: 9,
      a_matched: 20,
      b_matched: 20,
      labels: [],
      passages: passages.length - first,
      first,
      shown: passages.length - first,
      slides,
    });
  passage(0, 1, ["Harbour", "plans"], ["Harbour", "plans"]);
  passage(0, 1, ["Cranes and", PICTURE], ["Cranes and", PICTURE], ["forty", "sixty"]);
  passage(0, 1, ["Say that", "year's"], ["Say that", "year's"]);
  const none = { pictures: 0, notes: 0, template: 0 };
  pair(0, 1, 0, [
    { a: 1, b: 2, matched: 2, a_tokens: 2, b_tokens: 2, ...none, relation: "counterpart" },
    { a: 2, b: 4, matched: 22, pictures: 1, template: 0, notes: 7, a_tokens: 23, b_tokens: 24, relation: "counterpart" },
    { a: 3, b: 5, matched: 1, a_tokens: 2, b_tokens: 6, ...none, relation: "faint" },
    { a: 3, b: 1, matched: 1, a_tokens: 2, b_tokens: 3, ...none, template: 1, relation: "template" },
  ]);
  passage(1, 2, ["The old", "low"], ["The old", "low"]);
  pair(1, 2, 3, [{ a: 4, b: 1, matched: 17, a_tokens: 24, b_tokens: 17, ...none }]);

  const report = makeReport({ documents: 3, sources: 0, dated: false });
  return {
    ...report,
    documents,
    pairs,
    passages,
    clusters: [],
    works: null,
    totals: { documents: 3, pairs: 2, passages: passages.length, clusters: 0, lineages: 2 },
    pictures: [GREY],
    lineages: [
      {
        lineage_id: "l1",
        size: 3,
        left_out: 0,
        slides: [
          { document: 0, slide: 2 },
          { document: 1, slide: 4, from: 0, matched: [22, 24] },
          { document: 2, slide: 1, from: 1, matched: [17, 24] },
        ],
      },
      { lineage_id: "l2", size: 2, left_out: 0, slides: [{ document: 0, slide: 1 }, { document: 1, slide: 2, from: 0, matched: [2, 2] }] },
    ],
    overview: { ...report.overview, top_pairs: [0], top_clusters: [] },
  };
}
