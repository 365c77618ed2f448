import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { withLock } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'waystory-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const never = () => {
  throw new Error('It had to wait');
};

test('Lock admits one holder at a time, notifies each waiter once, and is released after a failure', async () => {
  const path = join(folder, 'one');
  const waits: string[] = [];
  const order: string[] = [];
  const inside = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const first = withLock(path, {
    work: async () => {
      inside.resolve();
      await release.promise;
      order.push('first');
      throw new Error('it broke');
    },
    onWait: never,
  });
  await inside.promise;
  const second = withLock(path, { work: async () => order.push('second'), onWait: () => waits.push('second') });
  await expect.poll(() => waits).toEqual(['second']);
  release.resolve();
  await expect(first).rejects.toThrow('it broke');
  await second;
  expect(order).toEqual(['first', 'second']);
  expect(waits).toEqual(['second']);
});

/** Starts a child process that takes and keeps the lock; resolves when it holds the lock. */
async function holder(path: string) {
  const module = JSON.stringify(join(import.meta.dirname, 'lock.ts'));
  const text = `
    import { withLock } from ${module};
    const hold = () => new Promise((resolve) => { console.log('held'); setTimeout(resolve, 2 ** 30); });
    await withLock(${JSON.stringify(path)}, { work: hold, onWait: () => {} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(createInterface({ input: child.stdout }), 'line');
  return child;
}

test('Lock is handed over after its holder was killed', async () => {
  const path = join(folder, 'killed');
  const child = await holder(path);
  let waited = false;
  const taken = withLock(path, {
    work: async () => 'taken',
    onWait: () => {
      waited = true;
    },
  });
  await expect.poll(() => waited).toBe(true);
  child.kill('SIGKILL');
  expect(await taken).toBe('taken');
});

test('Lock wait ends when its signal is aborted', async () => {
  const path = join(folder, 'given-up');
  const child = await holder(path);
  const asked = new AbortController();
  const waiting = withLock(path, { work: async () => never(), onWait: () => asked.abort(), signal: asked.signal });
  await expect(waiting).rejects.toThrow('aborted');
  child.kill('SIGKILL');
  await once(child, 'exit');
});
