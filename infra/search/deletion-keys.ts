import { lengthOf } from './words.ts';

/** Only so many letters from the beginning are looked at: two words that are alike up to two edits are so there, too. */
const lettersLookedAt = 7;
/** Shortest words that one or two edits can lead to: a letter or two less than what may be typed with them. */
const oneEditFrom = 3;
const twoEditsFrom = 6;

/**
 * Numbers that a word shares with each word which `edits` edits make of it: one per text that is left when up to so many of its first
 * letters are taken away. Others may share some too, so what is found by them is to be compared.
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

/** Edits by which a word that occurs can be what was meant. */
export function editsReaching(word: string): 0 | 1 | 2 {
  const length = lengthOf(word);
  return length >= twoEditsFrom ? 2 : length >= oneEditFrom ? 1 : 0;
}

function withoutOneLetter(text: string): string[] {
  const letters = Array.from(text);
  return letters.map((_, index) => letters.toSpliced(index, 1).join(''));
}

/** FNV-1a, as a signed number of 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
