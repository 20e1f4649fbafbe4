/** Where the dots of a time line stand: each series in a lane, and no dot on another. */

export interface Place {
  x: number;
  /** Away from the middle of its lane; above is less. */
  y: number;
}

export interface Lane {
  /** Its middle. */
  y: number;
  height: number;
}

/** From the middle of one dot to the next. */
export const APART = 14;
/** Rows in a lane; with more, dots of one time would make a figure of nothing else. */
const ROWS = 9;
const LANE = 26;

/**
 * Places for dots at `x` in `lane`: in the middle of the lane; where it is taken, in rows above and below; and where
 * all rows are taken, further on in the one that is free first. Past `end` they do cover each other.
 */
export function placesOf(dots: readonly { x: number; lane: number }[], end: number): Place[] {
  const places: Place[] = dots.map(({ x }) => ({ x, y: 0 }));
  const order = dots.map((_, i) => i).sort((i, j) => dots[i]!.x - dots[j]!.x || i - j);
  /** By lane and row, where the next dot may stand. */
  const free = new Map<number, number[]>();
  for (const i of order) {
    const { x, lane } = dots[i]!;
    const rows = free.get(lane) ?? Array<number>(ROWS).fill(-Infinity);
    free.set(lane, rows);
    const open = rows.findIndex((from) => from <= x);
    const row = open >= 0 ? open : rows.indexOf(Math.min(...rows));
    const at = Math.min(Math.max(x, rows[row]!), Math.max(x, end));
    rows[row] = at + APART;
    places[i] = { x: at, y: offset(row) };
  }
  return places;
}

/** The middle, one above, one below, two above, and so on. */
const offset = (row: number) => (row % 2 ? -1 : 1) * Math.ceil(row / 2) * APART;

/** Lanes below each other from `top`, each as high as its dots want. */
export function lanesOf(number: number, dots: readonly { lane: number }[], places: readonly Place[], top: number): Lane[] {
  const reach = Array<number>(number).fill(0);
  dots.forEach(({ lane }, i) => (reach[lane] = Math.max(reach[lane]!, Math.abs(places[i]!.y))));
  let at = top;
  return reach.map((most) => {
    const height = LANE + 2 * most;
    at += height;
    return { y: at - height / 2, height };
  });
}
