/** Keys. A view names its own; the last one to name a key has it. */

export type Keys = Record<string, () => void>;

const layers: Keys[] = [];

/** Listens for these keys as long as the component that calls it is there. */
export function useKeys(keys: Keys): void {
  $effect(() => {
    layers.push(keys);
    return () => {
      layers.splice(layers.indexOf(keys), 1);
    };
  });
}

/** Single letters may be in the way of speech input, so that they can be switched off (in the help). */
export function press(event: KeyboardEvent, enabled: boolean): void {
  if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest?.("input, select, textarea, dialog, [contenteditable]")) return;
  const layer = layers.findLast((keys) => event.key in keys);
  if (!layer) return;
  event.preventDefault();
  layer[event.key]!();
}
