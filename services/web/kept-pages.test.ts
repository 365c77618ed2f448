import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageCache, encodingFor } from './kept-pages.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0,gzip;q=0', 'identity'],
  ['*', 'identity'],
] as const)('Accept-Encoding %j chooses %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test('Page cache hits require the same revision, name and encoding', async () => {
  const pages = createPageCache();
  expect(pages.get('/a', 'br', '1')).toBeNull();
  const bytes = await pages.keep('/a', 'br', '1', 'Lisbon');
  expect(brotliDecompressSync(bytes).toString()).toBe('Lisbon');
  expect(pages.get('/a', 'br', '1')).toBe(bytes);
  for (const [name, encoding, revision] of [
    ['/a', 'br', '2'],
    ['/a', 'gzip', '1'],
    ['/b', 'br', '1'],
  ] as const)
    expect(pages.get(name, encoding, revision)).toBeNull();
});
