/** Keys of a list: from row to row, and from page to page. */

import { useKeys } from "./keys.svelte.ts";
import { go } from "./route.ts";

export function useRows(pageLink: (by: 1 | -1) => string | null): void {
  const turn = (by: 1 | -1) => {
    const link = pageLink(by);
    if (link) go(link);
  };
  useKeys({
    j: () => step(1),
    n: () => step(1),
    k: () => step(-1),
    p: () => step(-1),
    "]": () => turn(1),
    "[": () => turn(-1),
  });
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main a[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
