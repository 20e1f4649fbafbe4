/** An answer of the source as state: the last one stays until the next is there, so that nothing flickers. */
export function load<T>(ask: () => Promise<T>): { readonly value: T | undefined; readonly problem: unknown } {
  let value = $state.raw<T>();
  let problem = $state.raw<unknown>();
  $effect(() => {
    let current = true;
    ask().then(
      (answer) => {
        if (!current) return;
        value = answer;
        problem = undefined;
      },
      (reason) => {
        if (current) problem = reason;
      },
    );
    return () => {
      current = false;
    };
  });
  return {
    get value() {
      return value;
    },
    get problem() {
      return problem;
    },
  };
}
