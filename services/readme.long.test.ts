import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const port = 4_400 + Math.floor(Math.random() * 500);
const env = { PATH: `${root}node_modules/.bin:/usr/local/bin:/usr/bin:/bin`, HOME: tmpdir(), PORT: String(port), SEED: 'none' };
let folder: string;
let product: ReturnType<typeof spawn>;

/** Starts the product as the README describes, and waits for its first line of output. */
async function start(): Promise<string> {
  product = spawn('node', ['services/main.ts'], { cwd: root, env: { ...env, DATA_DIR: folder }, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    product.stdout?.on('data', (text: Buffer) => {
      lines.push(String(text));
      if (lines.join('').includes('\n')) resolve(lines.join(''));
    });
    product.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

const ended = (): Promise<unknown> =>
  (product.exitCode ?? product.signalCode) !== null ? Promise.resolve() : new Promise((resolve) => product.once('exit', resolve));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystory-readme-'));
});
afterAll(async () => {
  product.kill('SIGTERM');
  await ended();
  await rm(folder, { recursive: true, force: true });
});

/** The shell block below "Try it" in the README, with the port of this test. */
async function session(): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const block = /## Try it[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1];
  if (!block) throw new Error('The README has no session under "Try it"');
  return block.replaceAll('localhost:4000', `localhost:${port}`);
}

const run = (script: string) => promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: root, env: { ...env, DATA_DIR: folder } });

test('README session creates the story that it prints, which survives SIGKILL', async () => {
  expect(await start()).toBe(`Waystory is at http://localhost:${port}  (API: http://localhost:${port}/api/docs)\n`);
  // The test starts without world data, so it creates the tower that the README uses.
  const tower =
    '{"name":"Torre de Belém","coordinates":{"latitude":38.69159,"longitude":-9.21598},"address":{"city":"Lisbon","countryName":"Portugal","countryCode":"PT"}}';
  const prepare = `ADMIN=$(npm run --silent token -- admin); curl --silent --fail-with-body --output /dev/null --header "authorization: Bearer $ADMIN" --json '${tower}' http://localhost:${port}/api/places`;
  await run(prepare);
  const { stdout } = await run(`${await session()}\necho; echo $TRIP`);
  const trip = stdout.trim().split('\n').at(-1) ?? '';
  expect(stdout.split(trip).length).toBeGreaterThanOrEqual(4);
  expect(stdout).toContain('"title":"A morning in Belém"');

  product.kill('SIGKILL');
  await ended();
  await start();
  const again = await fetch(`http://localhost:${port}/api/itineraries/${trip}?include=days,stops`);
  expect(await again.json()).toMatchObject({ id: trip, daysCount: 1, stopsCount: 1, visibility: 'PUBLIC', stops: [{ title: 'Torre de Belém' }] });
}, 120_000);
