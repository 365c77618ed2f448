import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineRun } from '../engine.ts';
import { run } from '../run-program.ts';

const files = ['go.mod', 'main.go'];
const sources = files.map((file) => join(import.meta.dirname, file));
const buildWithinMs = 10 * 60_000;
const probeWithinMs = 5_000;
/** Any of this form is taken. */
const key = 'sk_test_mock';

/** Stripe's own stand-in: it keeps nothing, but has the parameters and the shapes of every call from Stripe's description of its API. */
export const stripeMock: Engine = {
  name: 'stripe-mock',
  title: 'stripe-mock, which keeps nothing',
  version: '0.203.0',
  needs: ['go'],
  sources,
  usualPorts: [12_111],
  memoryMb: 256,
  async provision(folder, { signal }) {
    const source = join(folder, 'source');
    mkdirSync(source);
    for (const [index, path] of sources.entries()) copyFileSync(path, join(source, files[index] ?? ''));
    // Versions follow from go.mod alone, and Go checks each against its database of checksums.
    const build = ['build', '-mod=mod', '-ldflags=-s -w', '-o', serverIn(folder), '.'];
    await run('go', build, { cwd: source, timeout: buildWithinMs, signal, env: { CGO_ENABLED: '0' } });
    rmSync(source, { recursive: true });
  },
  prepare: async ({ installed, ports: [port] }: EngineRun) => ({ program: serverIn(installed), args: [`127.0.0.1:${port}`] }),
  probe: answers,
  settings: (port) => ({ STRIPE_API_URL: `http://127.0.0.1:${port}`, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_mock' }),
};

const serverIn = (folder: string): string => join(folder, 'stripe-mock-server');

async function answers(port: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${port}/v1/events`, { headers, signal: AbortSignal.timeout(probeWithinMs) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`Port ${port} is not stripe-mock's: ${response.status}`);
}
