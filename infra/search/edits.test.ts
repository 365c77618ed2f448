import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deletionKeys, editsAllowed, editsBetween, maxEditsToStoredWord } from './edits.ts';

/** Few letters, so that words are similar; one has two UTF-16 units. */
const letter = fc.constantFrom('a', 'b', 'c', '𐐨');
const word = fc.string({ unit: letter, maxLength: 10 });

/** Edit distance by its recursive definition (optimal string alignment). */
function defined(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length;
  const [x, y, restA, restB] = [a.at(-1), b.at(-1), a.slice(0, -1), b.slice(0, -1)];
  if (x === y) return defined(restA, restB);
  const ways = [defined(restA, restB), defined(a, restB), defined(restA, b)];
  if (x === b.at(-2) && y === a.at(-2)) ways.push(defined(a.slice(0, -2), b.slice(0, -2)));
  return 1 + Math.min(...ways);
}

test('Edit distance equals its recursive definition, and is null above the limit', () => {
  const short = fc.string({ unit: letter, maxLength: 6 });
  const check = fc.property(short, short, fc.integer({ min: 0, max: 3 }), (one, other, most) => {
    const edits = defined(Array.from(one), Array.from(other));
    expect(editsBetween(one, other, most)).toBe(edits <= most ? edits : null);
  });
  fc.assert(check, { numRuns: 2_000 });
});

test.each([
  ['lisbon', 'lisbon', 0],
  ['lisbon', 'misbon', 1],
  ['lisbon', 'lisbno', 1],
  ['lisbon', 'isbon', 1],
  ['lisbon', 'llisbon', 1],
  ['barcelona', 'bracelnoa', 2],
  ['ca', 'abc', 3],
])('Edit distance of %s and %s is %i', (one, other, edits) => {
  expect(editsBetween(one, other, 3)).toBe(edits);
  expect(editsBetween(other, one, 3)).toBe(edits);
});

test.each([
  [3, 0],
  [4, 1],
  [7, 1],
  [8, 2],
  [200, 2],
])('Word of %i letters allows %i edits', (length, edits) => {
  expect(editsAllowed(length)).toBe(edits);
});

test('Words within the allowed edits share a deletion key', () => {
  const check = fc.property(word, word, (occurs, typed) => {
    const allowed = editsAllowed(Array.from(typed).length);
    fc.pre(allowed > 0 && editsBetween(occurs, typed, allowed) !== null);
    const keys = new Set(deletionKeys(occurs, maxEditsToStoredWord(occurs)));
    expect(deletionKeys(typed, allowed).some((key) => keys.has(key))).toBe(true);
  });
  fc.assert(check, { numRuns: 1_000, maxSkipsPerRun: 1_000 });
});

test('Words share deletion keys even when they differ after the seventh letter', () => {
  const keys = new Set(deletionKeys('international', 2));
  for (const typed of ['internationla', 'internatoinal', 'nternatinal', 'inetrnatinoal'])
    expect(deletionKeys(typed, 2).some((key) => keys.has(key))).toBe(true);
});
