import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from './engine.ts';
import { type EngineFixture, engineFixture } from './engine-fixture.ts';
import { buildKey, installFolder, provisionEngine } from './provision.ts';

const opened: EngineFixture[] = [];
afterEach(() => {
  for (const fixture of opened.splice(0)) fixture.close();
});
function fixture(): EngineFixture {
  const made = engineFixture();
  opened.push(made);
  return made;
}
const lines: string[] = [];
const waiting = { progress: (line: string) => void lines.push(line) };

test('Engine is provisioned once, also concurrently', async () => {
  const { engine, cache, builds } = fixture();
  const folders = await Promise.all([provisionEngine(engine, waiting, cache), provisionEngine(engine, waiting, cache)]);
  expect(new Set([...folders, await provisionEngine(engine, waiting, cache)])).toEqual(new Set([installFolder(engine, cache)]));
  expect(builds()).toBe(1);
  expect(lines).toContainEqual(expect.stringContaining('Counter 1.0.0: provisioning into'));
});

test('Engine with changed sources gets another build beside the first', async () => {
  const { engine, cache, source, builds } = fixture();
  const first = await provisionEngine(engine, waiting, cache);
  writeFileSync(source, '// changed');
  const second = await provisionEngine(engine, waiting, cache);
  expect(second).not.toBe(first);
  expect(existsSync(first)).toBe(true);
  expect(builds()).toBe(2);
});

test('Engine build that fails leaves no complete folder', async () => {
  const { engine, cache, builds } = fixture();
  const broken: Engine = {
    ...engine,
    provision: async (draft) => {
      writeFileSync(join(draft, 'half.jar'), 'half');
      throw new Error('the disk is full');
    },
  };
  await expect(provisionEngine(broken, waiting, cache)).rejects.toThrow('the disk is full');
  expect(readdirSync(cache).filter((name) => name.startsWith('counter-'))).toEqual([]);
  await provisionEngine(engine, waiting, cache);
  expect(builds()).toBe(1);
});

test('Engine provisioning removes the draft folder of a killed process', async () => {
  const { engine, cache } = fixture();
  const draft = `${installFolder(engine, cache)}.draft`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'half.jar'), 'half');
  const folder = await provisionEngine(engine, waiting, cache);
  expect(existsSync(draft)).toBe(false);
  expect(readdirSync(folder)).toEqual(['lib']);
});

test('Engine is provisioned even when its acceleration fails', async () => {
  const { engine, cache } = fixture();
  const slow: Engine = {
    ...engine,
    accelerate: async () => {
      throw new Error('no archive');
    },
  };
  const folder = await provisionEngine(slow, waiting, cache);
  expect(existsSync(folder)).toBe(true);
  expect(lines).toContainEqual('Counter: it will start more slowly (no archive)');
});

test('Engine build key depends on names and contents, not on paths or order', () => {
  const { source: one } = fixture();
  const { source: same } = fixture();
  const other = `${one}.other`;
  writeFileSync(other, 'other');
  expect(buildKey([one])).toBe(buildKey([same]));
  expect(buildKey([one, other])).toBe(buildKey([other, one]));
  expect(buildKey([one, other])).not.toBe(buildKey([one]));
  const key = buildKey([other]);
  writeFileSync(other, 'othes');
  expect(buildKey([other])).not.toBe(key);
});
