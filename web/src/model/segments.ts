/**
 * Cuts one side of a pair into stretches that carry the same marks throughout.
 *
 * Passages may overlap, and HTML elements may not: so the text is cut at every place where a passage, an edit or a
 * shared word begins or ends, and each stretch knows all passages it belongs to.
 */

import type { Passage } from "./report.ts";

/** replaced: other words stand there; only: nothing stands there. */
export type EditKind = "replaced" | "only";

export interface Edit {
  begin: number;
  end: number;
  kind: EditKind;
}

/** One passage as seen from one side. */
export interface Mark {
  /** Place in the pair's list of passages. */
  passage: number;
  begin: number;
  end: number;
  edits: Edit[];
  /** Places where the other side has words more. */
  gaps: number[];
  /** Words that the other side has too, in any order; only of sentences. */
  shared: Stretch[];
}

export interface Stretch {
  begin: number;
  end: number;
}

export interface Segment {
  begin: number;
  end: number;
  /** Passages that cover it, in order. */
  passages: number[];
  /** Of these, the ones in which it differs from the other side. */
  edits: { passage: number; kind: EditKind }[];
  /** Of the passages, the ones of which it is a word that both sides have. */
  shared: number[];
  /** Passages that begin with it. */
  opens: number[];
  /** Passages that have words more on the other side just before it. */
  gaps: number[];
}

/** Edits in fours (begin and end here, begin and end there) as stretches here, and places where only there is more. */
export function ownEdits(fours: readonly number[], swap = false): Pick<Mark, "edits" | "gaps"> {
  const edits: Edit[] = [];
  const gaps: number[] = [];
  for (let i = 0; i + 3 < fours.length; i += 4) {
    const [own, other] = swap ? [i + 2, i] : [i, i + 2];
    const [begin, end] = [fours[own]!, fours[own + 1]!];
    const otherIsEmpty = fours[other] === fours[other + 1];
    if (begin < end) edits.push({ begin, end, kind: otherIsEmpty ? "only" : "replaced" });
    else if (!otherIsEmpty) gaps.push(begin);
  }
  return { edits, gaps };
}

/** Words given by begin and end, one behind the other. */
export const stretches = (ends: readonly number[]): Stretch[] =>
  Array.from({ length: ends.length >> 1 }, (_, i) => ({ begin: ends[2 * i]!, end: ends[2 * i + 1]! }));

/** The passages of a pair as seen from side a or b. */
export function marksOf(passages: readonly Passage[], side: "a" | "b"): Mark[] {
  return passages.map((p, passage) => ({
    passage,
    begin: side === "a" ? p.a_begin : p.b_begin,
    end: side === "a" ? p.a_end : p.b_end,
    ...ownEdits(p.edits, side === "b"),
    shared: stretches(p.shared?.[side] ?? []),
  }));
}

/** The stretches of `begin..end`, without holes; `cuts` are further places to cut at. */
export function segmentsOf(begin: number, end: number, marks: readonly Mark[], cuts: readonly number[] = []): Segment[] {
  if (begin >= end) return [];
  const within = marks.filter((m) => m.begin < end && m.end > begin && m.begin < m.end);
  const places = new Set<number>([begin, ...cuts.filter((c) => c > begin && c < end)]);
  const place = (at: number) => {
    if (at > begin && at < end) places.add(at);
  };
  // What starts at a place, so that the walk below need not look at every mark everywhere.
  const starting = new Map<number, Mark[]>();
  const editing = new Map<number, { passage: number; edit: Edit }[]>();
  const sharing = new Map<number, { passage: number; end: number }[]>();
  const gaps = new Map<number, number[]>();
  for (const mark of within) {
    place(mark.begin);
    place(mark.end);
    put(starting, Math.max(mark.begin, begin), mark);
    for (const edit of mark.edits) {
      const from = Math.max(edit.begin, mark.begin);
      const to = Math.min(edit.end, mark.end);
      if (from >= to || from >= end || to <= begin) continue;
      place(from);
      place(to);
      put(editing, Math.max(from, begin), { passage: mark.passage, edit: { ...edit, end: to } });
    }
    for (const word of mark.shared) {
      if (word.begin >= word.end || word.begin >= end || word.end <= begin) continue;
      place(word.begin);
      place(word.end);
      put(sharing, Math.max(word.begin, begin), { passage: mark.passage, end: word.end });
    }
    for (const gap of mark.gaps) {
      if (gap < begin || gap >= end) continue;
      place(gap);
      // Two words inserted one by one make one gap.
      if (!gaps.get(gap)?.includes(mark.passage)) put(gaps, gap, mark.passage);
    }
  }

  const sorted = [...places].sort((x, y) => x - y);
  let open: Mark[] = [];
  let edited: { passage: number; edit: Edit }[] = [];
  let shared: { passage: number; end: number }[] = [];
  return sorted.map((at, i) => {
    const started = starting.get(at) ?? [];
    open = [...open.filter((m) => m.end > at), ...started];
    edited = [...edited.filter((e) => e.edit.end > at), ...(editing.get(at) ?? [])];
    shared = [...shared.filter((word) => word.end > at), ...(sharing.get(at) ?? [])];
    return {
      begin: at,
      end: sorted[i + 1] ?? end,
      passages: open.map((m) => m.passage).sort((x, y) => x - y),
      edits: edited.map((e) => ({ passage: e.passage, kind: e.edit.kind })),
      shared: shared.map((word) => word.passage),
      opens: started.filter((m) => m.begin === at).map((m) => m.passage),
      gaps: gaps.get(at) ?? [],
    };
  });
}

/**
 * How a stretch differs, with `current` the passage in hand.
 *
 * In the passage in hand, what differs there; elsewhere a word counts as different only when it differs in every
 * passage that covers it, since otherwise the other document does have it.
 */
export function editIn(segment: Segment, current: number | null): EditKind | null {
  if (segment.edits.length === 0) return null;
  if (current !== null && segment.passages.includes(current)) {
    return segment.edits.find((e) => e.passage === current)?.kind ?? null;
  }
  return segment.edits.length >= segment.passages.length ? segment.edits[0]!.kind : null;
}

/** Whether a stretch is a word that both sides have: in the passage in hand, or else in any. */
export function isShared(segment: Segment, current: number | null): boolean {
  const isInHand = current !== null && segment.passages.includes(current);
  return isInHand ? segment.shared.includes(current) : segment.shared.length > 0;
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
