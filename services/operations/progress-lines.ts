/** How often it is told how far it is, milliseconds. */
const tellEvery = 5_000;

/** Tells lines of which only one is wanted in a while, the first at once. */
export function seldom(say: (line: string) => void): (line: string) => void {
  let next = 0;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + tellEvery;
    say(line);
  };
}
