import { eq } from '@waystory/proto/kit/filter.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { queriedFields } from './asked-fields.ts';

const doc = z.object({
  id: z.uuid(),
  title: z.string().max(9).nullable(),
  text: z.string(),
  state: z.enum(['OPEN', 'CLOSED']),
  hidden: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  parentId: z.uuid().nullable(),
  tags: z.array(z.string()),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
});

test('Queried fields include those of filters, sort keys, indexes, visibility and parents', () => {
  const parent = { ...plain, name: 'parents' };
  const under = [{ collection: { ...parent, doc }, key: 'parentId' }] as const;
  expect(queriedFields({ ...plain, doc, under })).toEqual({
    title: 'text',
    createdAt: 'time',
    state: 'text',
    tags: 'set',
    parentId: 'text',
    hidden: 'flag',
    version: 'number',
  });
});

const plain = {
  filterable: { title: 'text', createdAt: 'time' },
  sortable: ['createdAt', 'state'],
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'set', on: ['tags'] },
    { kind: 'point', on: ['coordinates.latitude', 'coordinates.longitude'] },
  ],
  // Visibility depends on the principal: version 1 with a role, otherwise documents that are not hidden.
  visibleTo: ({ roles }: { roles: readonly string[] }) => (roles.length > 0 ? eq('version', 1) : ({ op: 'not', of: eq('hidden', true) } as const)),
} as const;
