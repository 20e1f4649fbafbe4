/** A choice of the reader that is kept for the next time, where the browser allows it. */
export function choice(name: string, usual: string): { value: string } {
  let value = $state(read() ?? usual);

  // From file:// some browsers forbid storage altogether; then the choice lasts as long as the page.
  function read(): string | null {
    try {
      return localStorage.getItem(`cento-${name}`);
    } catch {
      return null;
    }
  }

  return {
    get value() {
      return value;
    },
    set value(chosen) {
      value = chosen;
      try {
        localStorage.setItem(`cento-${name}`, chosen);
      } catch {
        // Said above.
      }
    },
  };
}
