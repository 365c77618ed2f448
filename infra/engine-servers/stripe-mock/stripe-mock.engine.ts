import type { Engine, EngineRun } from '../engine.ts';
import { goProgram } from '../run-program.ts';

const server = goProgram(import.meta.dirname, 'stripe-mock-server');
const probeWithinMs = 5_000;
/** API key; stripe-mock accepts every key of this form. */
const key = 'sk_test_mock';

/** Stripe's own mock: it stores nothing, but knows the parameters and shapes of Stripe's API description. */
export const stripeMock: Engine = {
  name: 'stripe-mock',
  title: 'stripe-mock, which keeps nothing',
  version: '0.203.0',
  needs: ['go'],
  sources: server.sources,
  usualPorts: [12_111],
  memoryMb: 256,
  provision: server.build,
  prepare: async ({ installed, ports: [port] }: EngineRun) => ({ program: server.pathIn(installed), args: [`127.0.0.1:${port}`] }),
  probe: answers,
  settings: (port) => ({ STRIPE_API_URL: `http://127.0.0.1:${port}`, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_mock' }),
};

async function answers(port: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${port}/v1/events`, { headers, signal: AbortSignal.timeout(probeWithinMs) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`Port ${port} is not stripe-mock's: ${response.status}`);
}
