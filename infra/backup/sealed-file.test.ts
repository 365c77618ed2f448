import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { newBackupKey, removeFolder, temporaryFolder } from './backup-world.fixture.ts';
import { damageOf, freshName, isBackupPath, readSealed, type Vault, writeSealed } from './sealed-file.ts';

const vault: Vault = { folder: temporaryFolder(), key: newBackupKey(), id: 'ours' };
afterAll(() => removeFolder(vault.folder));

async function* parts(...all: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* all;
}
const content = (from: Vault, ...file: Parameters<typeof readSealed> extends [Vault, ...infer R] ? R : never): Promise<Buffer> =>
  readSealed(from, ...file).then(buffer);

test('Sealed file returns any content unchanged when opened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 5_000 }), { maxLength: 6 }), async (pieces) => {
      const file = await writeSealed(vault, freshName('log', 'a'), parts(...pieces));
      expect((await content(vault, file)).equals(Buffer.concat(pieces))).toBe(true);
      expect(await damageOf(vault, file)).toBeNull();
      expect(readFileSync(join(vault.folder, file.name))).toHaveLength(file.bytes);
    }),
    { numRuns: 40 },
  );
});

test('Sealed file differs each time for the same content', async () => {
  const [one, two] = [await writeSealed(vault, freshName('log', 'a'), parts('same')), await writeSealed(vault, freshName('log', 'a'), parts('same'))];
  expect(one.sha256).not.toBe(two.sha256);
});

test('Sealed file opens only with its key, backup, name and predecessor', async () => {
  const file = await writeSealed(vault, freshName('log', 'a'), parts('a secret'), 'before');
  expect(String(await content(vault, file, 'before'))).toBe('a secret');
  const moved = { ...file, name: freshName('log', 'a') };
  writeFileSync(join(vault.folder, moved.name), readFileSync(join(vault.folder, file.name)));
  await expect(content({ ...vault, key: newBackupKey() }, file, 'before')).rejects.toThrow();
  await expect(content({ ...vault, id: 'another' }, file, 'before')).rejects.toThrow();
  await expect(content(vault, moved, 'before')).rejects.toThrow();
  await expect(content(vault, file, 'something else')).rejects.toThrow();
});

test('Sealed file never overwrites an existing file', async () => {
  const name = freshName('state', 'keys');
  await writeSealed(vault, name, parts('first'));
  await expect(writeSealed(vault, name, parts('second'))).rejects.toThrow('EEXIST');
});

test.each([freshName('log', '0000000000000042'), freshName('state', 'keys'), 'blobs/0a/b-0123456789abcdef'])(
  'Backup may have written the path %s',
  (name) => {
    expect(isBackupPath(name)).toBe(true);
  },
);
test.each(['holiday.jpg', 'log/notes.txt', 'blobs/0a/holiday.jpg', 'manifest.json', '../log/a-0123456789abcdef'])(
  'Backup never writes the path %s',
  (name) => {
    expect(isBackupPath(name)).toBe(false);
  },
);
