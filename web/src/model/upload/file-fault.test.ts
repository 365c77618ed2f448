import { largestFile as largestForApi, uploadTypes } from '@waystory/proto/media/file.ts';
import { expect, test } from 'vitest';
import { acceptedTypes, faultOf, largestFile } from './file-fault.ts';

test('what the page accepts is what the API takes', () => {
  expect(acceptedTypes).toEqual(uploadTypes);
  expect(largestFile).toBe(largestForApi);
});

test.each([
  ['image/jpeg', largestFile, null],
  ['image/png', largestFile + 1, 'size'],
  ['image/webp', 0, 'empty'],
  ['image/svg+xml', 10, 'type'],
  ['', 10, 'type'],
])('%s of %i bytes: %s', (type, size, fault) => {
  expect(faultOf({ type, size })).toBe(fault);
});
