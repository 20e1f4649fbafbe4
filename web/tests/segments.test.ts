import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { blockAt, blocksOf, cutsOf, slice } from "../src/model/blocks.ts";
import { editIn, isShared, type Mark, marksOf, ownEdits, segmentsOf, stretches } from "../src/model/segments.ts";
import { makeReport, random, sentencesReport } from "./fixture.ts";

const mark = (passage: number, begin: number, end: number, more: Partial<Mark> = {}): Mark => ({ passage, begin, end, edits: [], gaps: [], shared: [], ...more });
const brief = (segments: ReturnType<typeof segmentsOf>) => segments.map((s) => `${s.begin}-${s.end}:${s.passages.join("+")}`).join(" ");

describe("segments", () => {
  test("text without passages is one segment", () => {
    assert.equal(brief(segmentsOf(0, 10, [])), "0-10:");
  });

  test("an empty range has none", () => {
    assert.deepEqual(segmentsOf(5, 5, [mark(0, 0, 10)]), []);
  });

  test("passages that overlap are cut where one begins or ends", () => {
    assert.equal(brief(segmentsOf(0, 20, [mark(0, 2, 10), mark(1, 6, 15)])), "0-2: 2-6:0 6-10:0+1 10-15:1 15-20:");
  });

  test("a passage inside another, and two in the same place", () => {
    assert.equal(brief(segmentsOf(0, 9, [mark(0, 0, 9), mark(1, 3, 6), mark(2, 3, 6)])), "0-3:0 3-6:0+1+2 6-9:0");
  });

  test("passages that touch stay apart", () => {
    assert.equal(brief(segmentsOf(0, 6, [mark(0, 0, 3), mark(1, 3, 6)])), "0-3:0 3-6:1");
  });

  test("what lies outside the range is cut to it, and opens only where it begins", () => {
    const [first, second] = segmentsOf(10, 20, [mark(0, 5, 15)]);
    assert.equal(brief([first!, second!]), "10-15:0 15-20:");
    assert.deepEqual(first!.opens, []);
  });

  test("edits cut, and say what they are", () => {
    const segments = segmentsOf(0, 10, [mark(0, 1, 9, { edits: [{ begin: 3, end: 5, kind: "replaced" }] })]);
    assert.equal(brief(segments), "0-1: 1-3:0 3-5:0 5-9:0 9-10:");
    assert.deepEqual(segments.map((s) => editIn(s, null)), [null, null, "replaced", null, null]);
  });

  test("edits that reach out of their passage are cut to it", () => {
    const segments = segmentsOf(0, 10, [mark(0, 2, 6, { edits: [{ begin: 0, end: 9, kind: "only" }] })]);
    assert.deepEqual(segments.map((s) => s.edits.length), [0, 1, 0]);
  });

  test("a word counts as different only when every passage over it says so, or the one in hand does", () => {
    const edits = [{ begin: 4, end: 6, kind: "only" as const }];
    const segment = segmentsOf(0, 10, [mark(0, 0, 8, { edits }), mark(1, 2, 10)]).find((s) => s.begin === 4)!;
    assert.equal(editIn(segment, null), null);
    assert.equal(editIn(segment, 0), "only");
    assert.equal(editIn(segment, 1), null);
  });

  test("a gap stands before the segment that follows it, once", () => {
    const segments = segmentsOf(0, 10, [mark(0, 0, 10, { gaps: [4, 4] })]);
    assert.deepEqual(segments.map((s) => s.gaps), [[], [0]]);
  });

  test("shared words cut, in whatever passage they are shared", () => {
    const marks = [mark(0, 0, 12, { shared: stretches([1, 3, 6, 9]) }), mark(1, 5, 12, { shared: stretches([7, 9]) })];
    const segments = segmentsOf(0, 12, marks);
    assert.equal(brief(segments), "0-1:0 1-3:0 3-5:0 5-6:0+1 6-7:0+1 7-9:0+1 9-12:0+1");
    const marked = (current: number | null) => segments.filter((s) => isShared(s, current)).map((s) => s.begin);
    assert.deepEqual(marked(null), [1, 6, 7]);
    assert.deepEqual(marked(0), [1, 6, 7]);
    // Outside of the passage in hand, what is shared in any.
    assert.deepEqual(marked(1), [1, 7]);
  });

  test("a shared word that a chunk cuts is marked in both", () => {
    const marks = [mark(0, 0, 9, { shared: stretches([2, 6]) })];
    for (const [begin, end] of [[0, 4], [4, 9]] as const) {
      assert.deepEqual(segmentsOf(begin, end, marks).map((s) => s.shared.length), begin === 0 ? [0, 1] : [1, 0]);
    }
  });

  test("the words marked on one side are those marked on the other", () => {
    const report = sentencesReport();
    let shuffled = 0;
    for (const passage of report.passages) {
      const words = (side: "a" | "b") => {
        const text = report.documents[passage[side]]!.text[0]![1];
        const [m] = marksOf([passage], side);
        return segmentsOf(m!.begin, m!.end, [m!])
          .filter((s) => isShared(s, 0))
          .map((s) => text.slice(s.begin, s.end));
      };
      const [a, b] = [words("a"), words("b")];
      assert.deepEqual(new Set(a), new Set(b));
      if (a.join(" ") !== b.join(" ")) shuffled++;
    }
    assert.ok(shuffled > 0);
  });

  test("edits are seen from both sides", () => {
    const fours = [1, 2, 5, 6, 3, 3, 8, 9, 4, 6, 10, 10];
    assert.deepEqual(ownEdits(fours), { edits: [{ begin: 1, end: 2, kind: "replaced" }, { begin: 4, end: 6, kind: "only" }], gaps: [3] });
    assert.deepEqual(ownEdits(fours, true), { edits: [{ begin: 5, end: 6, kind: "replaced" }, { begin: 8, end: 9, kind: "only" }], gaps: [10] });
  });

  test("segments cover the range without holes, whatever the passages", () => {
    const next = random(3);
    const below = (n: number) => Math.floor(next() * n);
    for (let round = 0; round < 300; round++) {
      const marks = Array.from({ length: below(6) }, (_, i) => {
        const [begin, end] = [below(40), below(40)].sort((x, y) => x - y) as [number, number];
        const edits = [{ begin: begin + 1, end: begin + below(9), kind: "only" as const }];
        return mark(i, begin, end, { edits, gaps: [below(40)] });
      });
      const segments = segmentsOf(5, 35, marks, [below(40)]);
      assert.equal(segments[0]!.begin, 5);
      assert.equal(segments.at(-1)!.end, 35);
      segments.forEach((s, i) => {
        assert.ok(s.begin < s.end);
        if (i > 0) assert.equal(s.begin, segments[i - 1]!.end);
        for (let at = s.begin; at < s.end; at++) {
          const covering = marks.filter((m) => m.begin <= at && at < m.end).map((m) => m.passage);
          assert.deepEqual(s.passages, covering);
          const edited = marks.filter((m) => covering.includes(m.passage) && m.edits.some((e) => e.begin <= at && at < e.end)).map((m) => m.passage);
          assert.deepEqual(s.edits.map((e) => e.passage).sort(), edited);
        }
      });
    }
  });

  test("what is not marked as different is the same word for word on both sides", () => {
    const report = makeReport();
    for (const passage of report.passages) {
      const same = (side: "a" | "b") => {
        const text = report.documents[passage[side]]!.text[0]![1];
        const [m] = marksOf([passage], side);
        return segmentsOf(m!.begin, m!.end, [m!])
          .filter((s) => s.edits.length === 0)
          .map((s) => text.slice(s.begin, s.end))
          .join(" ")
          .match(/\w+/g);
      };
      assert.deepEqual(same("a"), same("b"));
    }
  });
});

describe("blocks", () => {
  test("a whole text is one block, a long one several that add up to it", () => {
    assert.deepEqual(blocksOf({ text: [[0, "abc"]], length: 3 }), [{ begin: 0, end: 3, text: "abc" }]);
    const text = "word and word\n".repeat(3000);
    const blocks = blocksOf({ text: [[0, text]], length: text.length });
    assert.ok(blocks.length > 5);
    assert.equal(blocks.map((b) => b.text).join(""), text);
    assert.ok(blocks.slice(0, -1).every((b) => b.text!.endsWith("\n")));
  });

  test("what lies before, between and after pieces is a block without text", () => {
    const blocks = blocksOf({ text: [[5, "abc"], [10, "de"]], length: 20 });
    assert.deepEqual(blocks.map((b) => [b.begin, b.end, b.text]), [[0, 5, null], [5, 8, "abc"], [8, 10, null], [10, 12, "de"], [12, 20, null]]);
  });

  test("no text at all is one bar, no length none", () => {
    assert.deepEqual(blocksOf({ text: [], length: 9 }), [{ begin: 0, end: 9, text: null }]);
    assert.deepEqual(blocksOf({ text: [], length: 0 }), []);
  });

  test("cuts never split a character of two units", () => {
    const text = "x" + "𝒳".repeat(5000);
    for (const cut of cutsOf(text, 100)) assert.ok(!/[\uDC00-\uDFFF]/.test(text[cut]!));
  });

  test("the block of a place is found", () => {
    const blocks = blocksOf({ text: [[5, "abc"], [10, "de"]], length: 20 });
    assert.deepEqual([0, 4, 5, 9, 11, 12, 19].map((at) => blockAt(blocks, at)), [0, 0, 1, 2, 3, 4, 4]);
  });

  test("a slice says what is missing", () => {
    const document = { text: [[5, "abc"], [10, "de"]] as [number, string][] };
    assert.deepEqual(slice(document, 6, 11).map((b) => b.text), ["bc", null, "d"]);
    assert.deepEqual(slice(document, 0, 3).map((b) => b.text), [null]);
  });
});
