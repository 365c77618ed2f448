import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { linkLibraries } from './binaries.ts';

const folder = mkdtempSync(join(tmpdir(), 'waystory-binaries-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('Postgres binaries get the links that npm cannot pack, and keep existing ones', () => {
  const libraries = join(folder, 'native/lib');
  mkdirSync(libraries, { recursive: true });
  for (const file of ['libpq.so.5.18', 'libicudata.77.1.dylib']) writeFileSync(join(libraries, file), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
  linkLibraries(folder);
  linkLibraries(folder);
  expect(readlinkSync(join(libraries, 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(readlinkSync(join(libraries, 'libicudata.77.dylib'))).toBe('libicudata.77.1.dylib');
});
