/** Why a report cannot be shown, in words for the reader. */
export class Problem extends Error {
  constructor(
    message: string,
    /** What to do about it. */
    readonly hint: string,
  ) {
    super(message);
    this.name = "Problem";
  }
}

const MAKE_ANEW = "make the report anew, or ask for the file again if it was sent to you";

/** A value that is not what the contract says. */
export function broken(place: string, expected: string, found: unknown): Problem {
  return new Problem(`the report's data is damaged: ${place}: expected ${expected}, found ${brief(found)}`, MAKE_ANEW);
}

export function unreadable(cause: unknown): Problem {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Problem(`the report's data is damaged or cut off: ${why}`, MAKE_ANEW);
}

/** A value in a few characters, whatever it is. */
function brief(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
