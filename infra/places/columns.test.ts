import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsFile, type GazetteerColumns, readColumns, writeColumns } from './columns.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystory-columns-'));
});
afterAll(() => rm(folder, { recursive: true }));

// The cache serializes any content, so the test uses short columns.
const columns = { places: { id: Int32Array.of(1, -2, 3), name: { text: 'Évora' } }, names: { heaviest: new Map([['é', Uint32Array.of(7)]]) } };
const some = columns as unknown as GazetteerColumns;

test('Columns cache reads back what it wrote, and leaves no temporary file', async () => {
  const file = join(folder, 'deep', 'columns.bin');
  writeColumns(file, some);
  expect(await readColumns(file)).toEqual(columns);
  expect(await readdir(join(folder, 'deep'))).toEqual(['columns.bin']);
});

test('Columns cache reads null for a missing, truncated or invalid file', async () => {
  expect(await readColumns(join(folder, 'nowhere.bin'))).toBeNull();
  const file = join(folder, 'cut.bin');
  writeColumns(file, some);
  await truncate(file, 40);
  expect(await readColumns(file)).toBeNull();
  await writeFile(file, 'something else');
  expect(await readColumns(file)).toBeNull();
});

test('Columns cache does not throw in an unwritable folder', async () => {
  const file = join(folder, 'taken');
  await writeFile(file, '');
  expect(() => writeColumns(join(file, 'columns.bin'), some)).not.toThrow();
});

test('Columns cache has the same file name while data and code are unchanged', async () => {
  expect(await columnsFile()).toBe(await columnsFile());
});
