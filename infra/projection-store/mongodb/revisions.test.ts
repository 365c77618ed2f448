import { expect, test } from 'vitest';
import type { Commit } from '../port.ts';
import { createRevisions } from './revisions.ts';

const writesTo = (collection: string, ...docs: [id: string, revision: number][]): Commit['writes'] => [
  { collection, docs: docs.map(([id, _rev]) => ({ id, doc: { id }, _at: {}, _rev })) },
];
const writesOf = (...docs: [id: string, revision: number][]): Commit['writes'] => writesTo('stories@1', ...docs);
const known = { isKnown: true, moved: [], isOutdated: false };

test('Revision cache contains exactly the looked-up documents, missing documents included', () => {
  const revisions = createRevisions();
  expect(revisions.judge(writesOf(['a', 3]))).toMatchObject({ isKnown: false, moved: [] });
  revisions.learn(true)('stories@1', ['a', 'b'], [{ id: 'a', _rev: 3 }]);
  expect(revisions.judge(writesOf(['a', 3], ['b', 0]))).toEqual(known);
  expect(revisions.judge(writesOf(['a', 2], ['b', 0]))).toEqual({ isKnown: true, moved: ['a'], isOutdated: false });
  expect(revisions.judge(writesOf(['a', 4], ['b', 0]))).toEqual({ isKnown: true, moved: ['a'], isOutdated: true });
  expect(revisions.unknown(writesOf(['a', 3], ['c', 0]))).toEqual(writesOf(['c', 0]));
  expect(revisions.unknown(writesTo('days@1', ['a', 3]))).toHaveLength(1);
});

test('Revision cache keeps the revision of a commit when an older read arrives later', () => {
  const revisions = createRevisions();
  const late = revisions.learn(true);
  revisions.committed(writesOf(['a', 3]));
  late('stories@1', ['a', 'b'], [{ id: 'a', _rev: 3 }]);
  expect(revisions.judge(writesOf(['a', 4], ['b', 0]))).toEqual(known);
});

test.each([
  ['all', undefined],
  ['its collection', { collection: 'stories@1' }],
  ['it', { writes: writesOf(['a', 3]) }],
])('Revision cache ignores a look-up that began before a drop of %s', (_, what) => {
  const revisions = createRevisions();
  const late = revisions.learn(true);
  revisions.committed(writesOf(['a', 3]));
  revisions.forget(what);
  late('stories@1', ['a'], [{ id: 'a', _rev: 3 }]);
  expect(revisions.judge(writesOf(['a', 3])).isKnown).toBe(false);
});

test('Revision cache drops all entries when a commit would exceed 10,000, and then ignores reads that began earlier', () => {
  const revisions = createRevisions();
  const many = Array.from({ length: 6_000 }, (_, index): [string, number] => [`a-${index}`, 1]);
  const ids = many.map(([id]) => id);
  revisions.committed(writesOf(...many));
  const late = revisions.learn(true);
  revisions.learn(false)('days@1', ids, []);
  expect(revisions.unknown(writesTo('days@1', ['a-0', 1]))).toHaveLength(1);
  revisions.committed(writesOf(...many.map(([id]): [string, number] => [`b${id}`, 1])));
  late('stories@1', ids, []);
  expect(revisions.judge(writesOf(['a-0', 2])).isKnown).toBe(false);
  expect(revisions.judge(writesOf(['ba-0', 2]))).toEqual(known);
});
