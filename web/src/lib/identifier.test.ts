import { id } from '@waystory/proto/kit/field.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId } from './identifier.ts';

const agrees = (text: string): boolean => isId(text) === id.safeParse(text).success;

test('isId agrees with the id schema of the service', () => {
  fc.assert(fc.property(fc.uuid(), agrees));
  fc.assert(fc.property(fc.stringMatching(/^[\da-fA-F]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/), agrees));
  fc.assert(fc.property(fc.string(), agrees));
  const edges = ['', 'new', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', ' 0198f000-0000-7000-8000-000000000000'];
  expect(edges.filter((text) => !agrees(text))).toEqual([]);
});
