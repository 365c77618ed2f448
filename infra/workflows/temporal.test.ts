import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { EngineUnavailable } from '../errors.ts';
import { type CrashUnderTest, workflowCrashContract } from './contract/crash.ts';
import { workflowEngineContract } from './contract.ts';
import type { WorkflowEngine } from './port.ts';
import { temporalWorkflows } from './temporal.ts';

const address = readConfig().TEMPORAL_ADDRESS;

/** Adapters with separate task queues. The server removes ended runs by itself. */
async function made(at: string): Promise<CrashUnderTest> {
  const queues = `test-${randomUUID()}`;
  const opened: WorkflowEngine[] = [];
  return {
    engine: { temporal: { address: at, queues } },
    open: () => {
      const engine = temporalWorkflows({ address: at, queues });
      opened.push(engine);
      return engine;
    },
    close: async () => {
      await Promise.all(opened.map((engine) => engine.close()));
    },
  };
}

if (address) {
  workflowEngineContract(() => made(address));
  workflowCrashContract(() => made(address));
} else test(`workflow contract on ${temporalWorkflows.name}`, (context) => context.skip('TEMPORAL_ADDRESS is not set'));

test('Temporal engine throws EngineUnavailable for an unreachable or silent server', { timeout: 60_000 }, async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  // as: the address is text only for sockets of the file system
  const { port } = silent.address() as AddressInfo;
  for (const at of [1, port]) {
    const engine = temporalWorkflows({ address: `127.0.0.1:${at}` });
    const calls = [engine.start('x', 'x', null), engine.signal('x', 'go', null), engine.status('x'), engine.result('x'), engine.work([])];
    for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
    await engine.close();
  }
  silent.close();
});
