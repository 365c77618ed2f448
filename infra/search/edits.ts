/** Shortest words with one and two allowed edits (`spec 7`, fuzzyMatch). */
const oneFrom = 4;
const twoFrom = 8;

export const editsAllowed = (length: number): 0 | 1 | 2 => (length >= twoFrom ? 2 : length >= oneFrom ? 1 : 0);

/** Edit distance, null above `most`. Edits are insertion, deletion, substitution and transposition, and no letter is edited twice. */
export function editsBetween(one: string, other: string, most: number): number | null {
  // UTF-16 units are at most twice the letters, so this bound is safe.
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

/** Fills the distances of the first `i` letters of `a` to each beginning of `b`; returns their minimum. */
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
