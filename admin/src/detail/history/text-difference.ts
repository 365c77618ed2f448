/** Difference of two texts: their common beginning and end, and the parts between. */
export interface TextDifference {
  start: string;
  removed: string;
  added: string;
  end: string;
}

/** Word edges, because a difference cut inside a word is hard to read. */
const isWordEdge = (text: string, at: number): boolean =>
  at <= 0 || at >= text.length || /\s/.test(text.charAt(at - 1)) || /\s/.test(text.charAt(at));

/** The single span in which two texts differ, widened to whole words. */
export function differenceOf(before: string, after: string): TextDifference {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (!(isWordEdge(before, start) && isWordEdge(after, start))) start--;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  while (!(isWordEdge(before, before.length - end) && isWordEdge(after, after.length - end))) end--;
  return {
    start: before.slice(0, start),
    removed: before.slice(start, before.length - end),
    added: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  };
}
