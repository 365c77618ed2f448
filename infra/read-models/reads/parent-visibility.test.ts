import { eq } from '@waystory/proto/kit/filter.ts';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { anonymousPrincipal, type Principal, systemPrincipal } from '../../identity/principal.ts';
import type { Doc } from '../../projection-store/port.ts';
import { defineCollection } from '../projection.ts';
import { filterVisible, parentMatchesOf } from './parent-visibility.ts';

const boards = defineCollection({
  name: 'boards',
  doc: z.object({ id: z.string(), open: z.boolean(), ownerId: z.string() }),
  filterable: {},
  sortable: [],
  indexes: [],
  visibleTo: ({ accountId }, reach) => (reach === 'linked' ? null : accountId ? eq('ownerId', accountId) : eq('open', true)),
});
const notes = defineCollection({
  name: 'notes',
  doc: z.object({ id: z.string(), boardId: z.string().nullable() }),
  filterable: {},
  sortable: [],
  indexes: [],
  visibleTo: () => null,
  under: [{ collection: boards, key: 'boardId' }],
});
const locate = async ({ name }: { name: string }): Promise<string> => `${name}@7`;
const someone: Principal = { accountId: 'a', roles: [] };

test('Parent condition has the visibility filter for principal and reach, and the build in use', async () => {
  const named = { collection: 'boards@7', key: 'boardId' };
  expect(await parentMatchesOf(notes, anonymousPrincipal, 'listed', locate)).toEqual([{ ...named, filter: eq('open', true) }]);
  expect(await parentMatchesOf(notes, someone, 'listed', locate)).toEqual([{ ...named, filter: eq('ownerId', 'a') }]);
  expect(await parentMatchesOf(notes, someone, 'linked', locate)).toEqual([{ ...named, filter: null }]);
  expect(await parentMatchesOf(boards, someone, 'listed', locate)).toEqual([]);
});

test('Parent condition is omitted for moderators', async () => {
  for (const principal of [systemPrincipal, { accountId: 'm', roles: ['moderator'] } as const])
    expect(await parentMatchesOf(notes, principal, 'listed', locate)).toEqual([]);
});

test('Documents by id are kept without a parent, or with an existing visible parent', async () => {
  const stored: Doc[] = [
    { id: 'open', open: true, ownerId: 'b' },
    { id: 'closed', open: false, ownerId: 'b' },
  ];
  const asked: string[][] = [];
  const store = {
    get: async (collection: string, ids: string[]) => {
      expect(collection).toBe('boards@7');
      asked.push(ids);
      return stored.filter(({ id }) => ids.includes(String(id)));
    },
  };
  const docs = [null, 'open', 'closed', 'gone', 'open', undefined].map((boardId, index) => ({ id: String(index), boardId }));
  const ids = async (principal: Principal, reach: 'listed' | 'linked'): Promise<unknown[]> =>
    (await filterVisible(store, docs, await parentMatchesOf(notes, principal, reach, locate))).map(({ id }) => id);
  expect(await ids(anonymousPrincipal, 'listed')).toEqual(['0', '1', '4', '5']);
  expect(await ids(someone, 'listed')).toEqual(['0', '5']);
  expect(await ids(someone, 'linked')).toEqual(['0', '1', '2', '4', '5']);
  expect(await ids(systemPrincipal, 'listed')).toHaveLength(6);
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['open', 'closed', 'gone']));
  expect(await filterVisible(store, [{ id: 'x' }], await parentMatchesOf(notes, someone, 'linked', locate))).toEqual([{ id: 'x' }]);
  expect(asked).toHaveLength(4);
});

test('Absent document takes as many look-ups as a private one', async () => {
  const lookUps = async (docs: Doc[]): Promise<number> => {
    const get = vi.fn(async () => []);
    await filterVisible({ get }, docs, await parentMatchesOf(notes, anonymousPrincipal, 'linked', locate));
    return get.mock.calls.length;
  };
  expect(await lookUps([])).toBe(await lookUps([{ id: 'x', boardId: 'closed' }]));
});
