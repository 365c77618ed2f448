import { expect, test } from 'vitest';
import { hasField, recordFieldReads, shapeDifferences } from './shape-differences.fixture.ts';

test.each([
  [{ a: { b: 1 } }, { a: { b: '1' } }, ['a.b is number, not string']],
  [{ a: [{ b: 1 }] }, { a: [{ c: 1 }] }, ['a[].b is not there']],
  [{ a: {} }, { a: [] }, ['a is object, not list']],
  [{ a: null, b: 1, metadata: { x: 1 } }, { a: 'x', b: null, c: 2, metadata: {} }, []],
])('Shape differences of %j and %j', (answer, model, said) => {
  expect(shapeDifferences(answer, model)).toEqual(said);
});

test('recordFieldReads lists the fields that are read, and hasField finds them in an answer', () => {
  const { thing, read } = recordFieldReads({ a: { b: 1 }, c: [2], d: null });
  expect([thing.a.b, thing.c[0], thing.d]).toEqual([1, 2, null]);
  expect(read).toEqual(['a', 'a.b', 'c', 'd']);
  expect(['a.b', 'a.x', 'd.e'].map((path) => hasField(thing, path))).toEqual([true, false, true]);
});
