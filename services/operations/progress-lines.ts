/** Interval of progress lines, milliseconds. */
const tellEvery = 5_000;

/** Throttles lines: the first at once, then at most one per interval. */
export function seldom(say: (line: string) => void): (line: string) => void {
  let next = 0;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + tellEvery;
    say(line);
  };
}
