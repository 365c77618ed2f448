import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { isProcessAlive } from '../postgres/data-dir.ts';
import { answerAt, engineFixture } from './engine-fixture.ts';
import { type EngineServer, isPortFree, type StartOptions, startServer } from './engine-server.ts';

const closes: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

async function started(options: StartOptions = {}, text?: string): Promise<EngineServer> {
  const fixture = engineFixture(text);
  closes.push(fixture.close);
  const server = await startServer(fixture.engine, { ...options, cache: fixture.cache });
  closes.push(() => server.close());
  return server;
}

test('Engine server restarts on the same port and data after a stop and a kill', async () => {
  const unexpected: string[] = [];
  const server = await started({ onUnexpectedEnd: (how) => unexpected.push(how) });
  expect(server.settings).toEqual({ COUNTER_PORT: String(server.port) });
  expect(await answerAt(server.port)).toBe('1');
  const first = server.pid;
  await server.kill();
  expect(isProcessAlive(first)).toBe(false);
  await server.restart();
  expect(await answerAt(server.port)).toBe('2');
  expect(server.pid).not.toBe(first);
  await server.stop();
  expect(await isPortFree(server.port)).toBe(true);
  await server.restart();
  await server.restart();
  expect(await answerAt(server.port)).toBe('4');
  expect(readFileSync(server.logFile, 'utf8')).toBe('start 1\nstart 2\nstart 3\nstart 4\n');
  await server.close();
  expect(existsSync(dirname(server.logFile))).toBe(false);
  expect(unexpected).toEqual([]);
});

test('Engine server keeps the data of dataDir after close', async () => {
  const fixture = engineFixture();
  closes.push(fixture.close);
  const dataDir = join(fixture.cache, '../data');
  for (const starts of ['1', '2']) {
    const server = await startServer(fixture.engine, { dataDir, cache: fixture.cache });
    expect(await answerAt(server.port)).toBe(starts);
    await server.close();
  }
});

test('Engine server killed from outside calls onUnexpectedEnd and can restart', async () => {
  const told = Promise.withResolvers<string>();
  const server = await started({ onUnexpectedEnd: told.resolve });
  process.kill(server.pid, 'SIGKILL');
  expect(await told.promise).toBe('by SIGKILL');
  await server.restart();
  expect(await answerAt(server.port)).toBe('2');
});

test('Engine server that ends during its start rejects with exit code and last log line', async () => {
  const unexpected: string[] = [];
  const starting = started({ onUnexpectedEnd: (how) => unexpected.push(how) }, `console.log('no such disk'); process.exit(3);`);
  await expect(starting).rejects.toThrow('Counter ended with 3: no such disk');
  expect(unexpected).toEqual([]);
});

test('Engine server refuses a port in use by another program', async () => {
  const other = createServer((socket) => socket.end('1')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  closes.push(() => other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(started({ port })).rejects.toThrow(`port ${port} is in use`);
});

test('Engine server start is aborted by its signal', async () => {
  const asked = new AbortController();
  const starting = started({ signal: asked.signal }, 'setTimeout(() => {}, 2 ** 30);');
  const refused = expect(starting).rejects.toThrow('aborted');
  asked.abort();
  await refused;
});

test('Engine server ends with its parent process, even after a kill', async () => {
  const fixture = engineFixture();
  closes.push(fixture.close);
  const [program, module] = [join(fixture.cache, '../parent.mts'), join(import.meta.dirname, 'running-server.ts')];
  writeFileSync(
    program,
    `import { spawnEngine } from ${JSON.stringify(module)};
     const server = spawnEngine({ program: process.execPath, args: ['-e', 'process.stdin.on("end", () => process.exit()).resume()'] }, ${JSON.stringify(`${program}.log`)});
     console.log(server.pid);
     setTimeout(() => {}, 2 ** 30);`,
  );
  const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const pid = Number(line);
  expect(isProcessAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isProcessAlive(pid), { timeout: 10_000 }).toBe(false);
});
