/** Words of so many characters may be typed with one edit, and with two (`spec 7`, fuzzyMatch). */
const oneFrom = 4;
const twoFrom = 8;

export const editsAllowed = (length: number): 0 | 1 | 2 => (length >= twoFrom ? 2 : length >= oneFrom ? 1 : 0);

/**
 * Edits that make one word of the other, null when there are more than `most`.
 * An edit is a letter too many, too few, a wrong one, or two neighbours in the wrong order, and no letter is edited twice.
 */
export function editsBetween(one: string, other: string, most: number): number | null {
  // UTF-16 units are at most twice the letters, so this says nothing wrong of words that have other letters.
  if (Math.abs(one.length - other.length) > 2 * most) return null;
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > most) return null;
  let [beforeLast, last, row] = [new Uint8Array(b.length + 1), Uint8Array.from([0, ...b], (_, index) => index), new Uint8Array(b.length + 1)];
  for (let i = 1; i <= a.length; i++) {
    if (fillRow(a, b, i, { row, last, beforeLast }) > most) return null;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  const edits = last[b.length] ?? 0;
  return edits <= most ? edits : null;
}

interface Rows {
  row: Uint8Array;
  last: Uint8Array;
  beforeLast: Uint8Array;
}

/** Edits from the first `i` letters of `a` to each beginning of `b`; answers the fewest that any way on from here has. */
function fillRow(a: readonly string[], b: readonly string[], i: number, { row, last, beforeLast }: Rows): number {
  row[0] = i;
  let fewest = i;
  for (let j = 1; j <= b.length; j++) {
    const same = a[i - 1] === b[j - 1];
    let edits = Math.min((last[j - 1] ?? 0) + (same ? 0 : 1), (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    if (swapped) edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1);
    row[j] = edits;
    fewest = Math.min(fewest, edits, last[j] ?? 0);
  }
  return fewest;
}
