import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deletionKeys, editsReaching } from './deletion-keys.ts';
import { editsAllowed, editsBetween } from './edits.ts';

/** Few letters, so that many words are close to each other; one of them is two UTF-16 units long. */
const letter = fc.constantFrom('a', 'b', 'c', '𐐨');
const word = fc.string({ unit: letter, maxLength: 10 });

/** The definition, written down as it is said: the cheapest way to make the one of the other from their ends. */
function defined(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length;
  const [x, y, restA, restB] = [a.at(-1), b.at(-1), a.slice(0, -1), b.slice(0, -1)];
  if (x === y) return defined(restA, restB);
  const ways = [defined(restA, restB), defined(a, restB), defined(restA, b)];
  if (x === b.at(-2) && y === a.at(-2)) ways.push(defined(a.slice(0, -2), b.slice(0, -2)));
  return 1 + Math.min(...ways);
}

test('counts the edits that the definition counts, as far as asked', () => {
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
])('%s and %s: %i', (one, other, edits) => {
  expect(editsBetween(one, other, 3)).toBe(edits);
  expect(editsBetween(other, one, 3)).toBe(edits);
});

test.each([
  [3, 0],
  [4, 1],
  [7, 1],
  [8, 2],
  [200, 2],
])('a word of %i letters bears %i edits', (length, edits) => {
  expect(editsAllowed(length)).toBe(edits);
});

test('words within the edits that one of them bears share a key', () => {
  const check = fc.property(word, word, (occurs, typed) => {
    const allowed = editsAllowed(Array.from(typed).length);
    fc.pre(allowed > 0 && editsBetween(occurs, typed, allowed) !== null);
    const keys = new Set(deletionKeys(occurs, editsReaching(occurs)));
    expect(deletionKeys(typed, allowed).some((key) => keys.has(key))).toBe(true);
  });
  fc.assert(check, { numRuns: 1_000, maxSkipsPerRun: 1_000 });
});

test('words share keys also when they differ behind what is looked at', () => {
  const keys = new Set(deletionKeys('international', 2));
  for (const typed of ['internationla', 'internatoinal', 'nternatinal', 'inetrnatinoal'])
    expect(deletionKeys(typed, 2).some((key) => keys.has(key))).toBe(true);
});
