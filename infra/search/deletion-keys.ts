import { lengthOf } from './words.ts';

/** Only this many first letters count: words within two edits are so in their beginnings, too. */
const lettersLookedAt = 7;
/** Shortest words reachable by one or two edits: one or two letters shorter than a word that may have them. */
const oneEditFrom = 3;
const twoEditsFrom = 6;

/**
 * Keys that a word shares with every word within `edits` edits: hashes of its first letters with some deleted.
 * Other words may share a key by chance, so candidates must be compared.
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

/** Largest number of edits by which this stored word can be meant. */
export function editsReaching(word: string): 0 | 1 | 2 {
  const length = lengthOf(word);
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
