/** What the two shares of a pair are shares of, and how that is told. */

import type { Pair } from "./report.ts";

/** Of the text, of the unique words in the same order, of the sentences. */
export type Measure = "text" | "order" | "sentences";

export function measureOf({ scores }: Pick<Pair, "scores">): Measure {
  if (scores == null) return "text";
  return "word_overlap" in scores ? "sentences" : "order";
}

interface Phrases {
  /** Behind "the share of ". */
  share: (own: string, other: string) => string;
  /** Behind "60 % of ". */
  claim: (own: string, other: string) => string;
  /** Of one and the other of the two, as a sentence. */
  both: (one: string, other: string) => string;
  /** Behind "the larger of the two shares of each pair". */
  more: string;
}

export const PHRASES: Record<Measure, Phrases> = {
  text: {
    share: (own, other) => `${own} that stands in ${other}`,
    claim: (own, other) => `${own} stands in ${other}`,
    both: (one, other) => `How much of ${one} stands in ${other}`,
    more: "",
  },
  order: {
    share: (own, other) => `${own}’s unique words that stand in ${other} in the same order`,
    claim: (own, other) => `${own}’s unique words stand in ${other} in the same order`,
    both: (one, other) => `How many of ${one}’s unique words stand in ${other} in the same order`,
    more: ", of unique words in the same order",
  },
  sentences: {
    share: (own, other) => `${own}’s sentences that match one of ${other}`,
    claim: (own, other) => `${own}’s sentences match one of ${other}`,
    both: (one, other) => `How many of ${one}’s sentences match one of ${other}`,
    more: ", of sentences that match one of the other",
  },
};
