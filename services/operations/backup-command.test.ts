import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { backupKeyFrom, parseUntil, requireRunningProduct, throttleLines } from './backup-command.ts';
import { UsageError } from './on-engines.ts';

test('Backup without BACKUP_KEY throws an error with the command that makes a key', () => {
  expect(() => backupKeyFrom({ BACKUP_KEY: undefined })).toThrow(/^BACKUP_KEY must be set, or BACKUP_KEY_FILE .*openssl rand -base64 32/);
  expect(backupKeyFrom({ BACKUP_KEY: Buffer.alloc(32, 1).toString('base64') }).bytes).toHaveLength(32);
});

test('Backup with --follow is a usage error while no product runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-'));
  expect(() => requireRunningProduct({ DATABASE_URL: undefined, DATA_DIR: folder })).toThrow(UsageError);
  requireRunningProduct({ DATABASE_URL: 'postgres://elsewhere/waystory', DATA_DIR: folder });
  rmSync(folder, { recursive: true });
});

test.each([
  ['2026-11-28T14:30:00Z', '2026-11-28T14:30:00.000Z'],
  ['2026-11-28T15:30:00.250+01:00', '2026-11-28T14:30:00.250Z'],
])('Restore accepts --until %s', (text, instant) => {
  expect(parseUntil(text)?.toISOString()).toBe(instant);
});

test.each(['', 'yesterday', '2026-11-28', '2026-11-28T14:30:00', '2026-13-01T00:00:00Z'])('Restore refuses --until %j', (text) => {
  expect(() => parseUntil(text)).toThrow(UsageError);
});

test('Backup prints its first progress line at once, and then one every 5 seconds', () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const tell = throttleLines((line) => said.push(line));
  for (const line of ['first', 'second']) tell(line);
  vi.advanceTimersByTime(6_000);
  tell('third');
  expect(said).toEqual(['first', 'third']);
  vi.useRealTimers();
});
