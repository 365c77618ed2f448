import { parseFilter } from '@waystory/proto/kit/filter-grammar.ts';
import { expect, test } from 'vitest';
import { isSpecific } from './bulk-target.ts';

const fields = { id: 'id', title: 'text', visibility: 'text', hidden: 'flag', likeCount: 'number', countryIds: 'set', createdAt: 'time' } as const;
const [one, other] = ['a0000000-0000-8000-8000-000000000001', 'a0000000-0000-8000-8000-000000000002'];
const specific = (filter: unknown): boolean => {
  const parsed = parseFilter(JSON.stringify(filter), { filterable: fields }, (message) => expect.fail(message));
  return parsed ? isSpecific(parsed) : expect.fail('it asks for nothing');
};

test.each([
  [{ id: one }],
  [{ id: [one, other] }],
  [{ id: [] }],
  [{ title: { contains: 'spam' } }],
  [{ title: { startsWith: 'spam' } }],
  [{ countryIds: { has: 'a' } }],
  [{ likeCount: 0 }],
  [{ createdAt: { gt: '2020-01-01' }, visibility: 'PUBLIC' }],
  [{ or: [{ visibility: 'PUBLIC' }, { title: { contains: 'spam' } }] }],
  [{ and: [{ likeCount: { gte: 0 } }, { or: [{ id: one }, { id: other }] }] }],
])('Bulk filter %j is specific: it compares with a concrete value', (filter) => {
  expect(specific(filter)).toBe(true);
});

test.each([
  [{ likeCount: { gte: 0 } }],
  [{ createdAt: { gt: '1970-01-01' } }],
  [{ id: { ne: one } }],
  [{ title: { isNull: false } }],
  [{ title: null }],
  [{ title: { contains: '' } }],
  [{ title: { startsWith: ' ' } }],
  [{ hidden: false }],
  [{ not: { id: one } }],
  [{ not: { id: [] } }],
  [{ or: [{ hidden: true }, { hidden: false }] }],
  [{ or: [{ title: { isNull: true } }, { title: { isNull: false } }] }],
  [{ or: [{ visibility: 'PUBLIC' }, { visibility: { ne: 'PUBLIC' } }] }],
  [{ and: [{ likeCount: { gte: 0 } }, { not: { title: 'a' } }] }],
])('Bulk filter %j is not specific', (filter) => {
  expect(specific(filter)).toBe(false);
});
