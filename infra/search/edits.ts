import type { IndexedDoc, Refusal } from './port.ts';
import { characterCountOf } from './words.ts';

/** Lengths from which a word allows one and two edits (`spec 7`, fuzzyMatch). */
const oneFrom = 4;
const twoFrom = 8;

export const editsAllowed = (length: number): 0 | 1 | 2 => (length >= twoFrom ? 2 : length >= oneFrom ? 1 : 0);

/** Edit distance, null above `most`. Edits are insertion, deletion, substitution and transposition, and no letter is edited twice. */
export function editsBetween(one: string, other: string, most: number): number | null {
  // A word has at most twice as many UTF-16 units as letters, so this check rejects no match.
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

/** Fills the distances between the first `i` letters of `a` and each prefix of `b`. @returns Their minimum. */
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

/** Documents per request. */
const most = 500;

/** Batches with only the newest version of each document; of equal versions, the later document. */
function batchesOf(docs: readonly IndexedDoc[]): IndexedDoc[][] {
  const newest = new Map<string, IndexedDoc>();
  for (const doc of docs) if (doc.version >= (newest.get(doc.id)?.version ?? 0)) newest.set(doc.id, doc);
  // Documents are sorted, so that two concurrent writers cannot deadlock.
  const ordered = [...newest.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return Array.from({ length: Math.ceil(ordered.length / most) }, (_, index) => ordered.slice(index * most, (index + 1) * most));
}

/** Writes documents in batches. A batch that fails as a whole is halved until the faulty documents are known. */
export async function writeBatches(
  docs: readonly IndexedDoc[],
  write: (batch: readonly IndexedDoc[]) => Promise<readonly Refusal[]>,
  isRefusal: (error: unknown) => boolean,
): Promise<Refusal[]> {
  const writeOrHalve = async (batch: readonly IndexedDoc[]): Promise<readonly Refusal[]> => {
    try {
      return await write(batch);
    } catch (error) {
      const [first] = batch;
      if (!first || !isRefusal(error)) throw error;
      if (batch.length === 1) return [{ id: first.id, reason: error instanceof Error ? error.message : String(error) }];
      const middle = Math.ceil(batch.length / 2);
      return [...(await writeOrHalve(batch.slice(0, middle))), ...(await writeOrHalve(batch.slice(middle)))];
    }
  };
  const refusals: Refusal[] = [];
  for (const batch of batchesOf(docs)) refusals.push(...(await writeOrHalve(batch)));
  return refusals;
}

/** Length of the prefix from which keys are made, letters: prefixes of words within two edits are within two edits, too. */
const lettersLookedAt = 7;
/**
 * Lengths from which a stored word can match a query word with one and with two allowed edits. A deletion per edit makes the stored word that much
 * shorter.
 */
const oneEditFrom = 3;
const twoEditsFrom = 6;

/**
 * Keys that a word shares with every word within `edits` edits: hashes of its first letters with up to `edits` letters deleted. Other words may share
 * a key by chance, so candidates must be compared.
 */
export function deletionKeys(word: string, edits: 0 | 1 | 2): number[] {
  let left = new Set([Array.from(word).slice(0, lettersLookedAt).join('')]);
  const all = new Set(left);
  for (let taken = 0; taken < edits; taken++) {
    left = new Set(Array.from(left).flatMap(withoutOneLetter));
    for (const text of left) all.add(text);
  }
  return [...new Set(Array.from(all, hash))];
}

/** Most edits with which a query word can match this stored word. */
export function maxEditsToStoredWord(word: string): 0 | 1 | 2 {
  const length = characterCountOf(word);
  return length >= twoEditsFrom ? 2 : length >= oneEditFrom ? 1 : 0;
}

function withoutOneLetter(text: string): string[] {
  const letters = Array.from(text);
  return letters.map((_, index) => letters.toSpliced(index, 1).join(''));
}

/** FNV-1a as a signed 32-bit number. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
