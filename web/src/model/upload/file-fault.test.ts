import { largestFile as largestForApi, largestJpeg as largestJpegForApi, uploadTypes } from '@waystory/proto/media/file.ts';
import { expect, test } from 'vitest';
import { acceptedTypes, fileFaultOf, fileFaultOfProblem, largestFile, largestJpeg } from './file-fault.ts';

test('Page accepts the same files as the API', () => {
  expect(acceptedTypes).toEqual(uploadTypes);
  expect(largestFile).toBe(largestForApi);
  expect(largestJpeg).toBe(largestJpegForApi);
});

test.each([
  ['image/jpeg', largestJpeg, null],
  ['image/jpeg', largestJpeg + 1, 'size'],
  ['image/heic', 10, 'heic'],
  ['image/heif-sequence', 10, 'heic'],
  ['image/png', largestFile + 1, 'size'],
  ['image/webp', 0, 'empty'],
  ['image/svg+xml', 10, 'type'],
  ['', 10, 'type'],
])('File of type %s with %i bytes has the fault %s', (type, size, fault) => {
  expect(fileFaultOf({ type, size, name: 'a' })).toBe(fault);
});

test('HEIC photo is recognised by its name when the browser does not know its type', () => {
  expect(fileFaultOf({ type: '', size: 10, name: 'IMG_0001.HEIC' })).toBe('heic');
});

test('Server codes with a text of their own are mapped to file faults', () => {
  expect(fileFaultOfProblem('file/too-many', undefined)).toBe('full');
  expect(fileFaultOfProblem('file/no-picture', { kind: 'heic' })).toBe('heic');
  expect(fileFaultOfProblem('file/no-picture', undefined)).toBeNull();
});
