import { anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { expect, test } from 'vitest';
import { matches } from '../memory-filter.ts';
import { disjointFilters, hasIdEquality } from './filter.ts';

const open: Filter = { op: 'and', of: [eq('visibility', 'PUBLIC'), eq('hidden', false)] };
const seen = anyOf(open, eq('owner', 'me'));
const liked: Filter = { op: 'gte', field: 'likes', value: 1 };

const docs = ['PUBLIC', 'PRIVATE', null].flatMap((visibility) =>
  [true, false, null].flatMap((hidden) => ['me', 'other', null].flatMap((owner) => [0, 1].map((likes) => ({ visibility, hidden, owner, likes })))),
);

test('Filter for public or own documents is split into two disjoint filters', () => {
  for (const filter of [seen, { op: 'and', of: [seen, { op: 'and', of: [liked] }] } satisfies Filter]) {
    const parts = disjointFilters(filter);
    expect(parts).toHaveLength(2);
    for (const doc of docs) expect(parts.filter((part) => matches(part, doc))).toHaveLength(matches(filter, doc) ? 1 : 0);
  }
});

test('Filter without an index for its alternatives, or with an equality on an id, is not split', () => {
  const worded: Filter = { op: 'contains', field: 'title', value: 'a' };
  const keyed: Filter = { op: 'and', of: [seen, eq('storyId', 'a')] };
  for (const filter of [open, liked, anyOf(worded, eq('owner', 'me')), keyed]) expect(disjointFilters(filter)).toEqual([filter]);
  expect([hasIdEquality(keyed), hasIdEquality(seen), hasIdEquality(eq('id', 'a'))]).toEqual([true, false, true]);
});
