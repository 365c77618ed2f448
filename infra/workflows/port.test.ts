import { defineRoutes } from '@waystory/proto/kit/route.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Adapters, adaptersOn } from '../adapters.ts';
import { readConfig } from '../config.ts';
import { EngineUnavailable } from '../errors.ts';
import { createHost, type Host, roles } from '../host/host.ts';
import { defineService, type ServiceDefinition, type WorkflowServices } from '../host/service.ts';
import { runWorkflows } from '../host/start-parts.ts';
import { bindRoutes } from '../http/route-handler.ts';
import { createLog } from '../log.ts';
import { createPool } from '../postgres/pool.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { type WorkflowEngine, workflowsOn } from './port.ts';
import { temporalWorkflows } from './temporal.ts';
import { bindWorkflow, defineWorkflow } from './workflow.ts';

type Activities = { double(value: number): Promise<number> };

const doubling = defineWorkflow<Activities>()({
  name: 'doubling',
  module: import.meta.url,
  input: z.object({ value: z.number() }),
  run: async (ctx, { value }) => ctx.step('double', value),
});

const id = z.object({ id: z.string() });
const doublingRoutes = defineRoutes({
  start: { method: 'POST', path: '/doublings', summary: 'Starts', access: 'profiles.read', body: id.extend({ value: z.number() }), reply: id },
  get: { method: 'GET', path: '/doublings/:id', summary: 'Waits', access: 'profiles.read', params: id, reply: z.object({ result: z.unknown() }) },
  other: { method: 'GET', path: '/others', summary: 'Needs no workflow', access: 'profiles.read', reply: id },
});

const routes = bindRoutes(doublingRoutes, {
  start: async ({ body }, { workflows }) => {
    await workflows.start(doubling, body.id, { value: body.value });
    return { body: { id: body.id } };
  },
  get: async ({ params }, { workflows }) => ({ body: { result: await workflows.result(params.id) } }),
  other: async () => ({ body: { id: 'other' } }),
});

const doublings: ServiceDefinition = defineService({
  name: 'doublings',
  streams: [],
  routes: [routes],
  projections: [],
  reactors: () => [],
  workflows: () => [bindWorkflow(doubling, { double: async (value) => value * 2 })],
  errors: {},
});

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function hostOn(instead: Partial<Adapters> = {}): Promise<Host> {
  const database = await testDatabase();
  const own = adaptersOn(createPool(database.config, { max: 6 }));
  const verifier = { verify: async (): Promise<never> => Promise.reject(new Error('nobody signs in')), recall: () => undefined };
  const engines = { ...own, ...instead };
  const host = await createHost({
    definitions: [doublings],
    roles,
    config: readConfig({}),
    engines,
    identity: { verifier },
    log: createLog('silent'),
  });
  opened.push(database.close, own.close, host.stop);
  return host;
}

test('Workflow of a service is started by a route and executed, and its result is awaited', async () => {
  const { app } = await hostOn();
  const started = await app.inject({ method: 'POST', url: '/api/doublings', payload: { id: 'a', value: 21 } });
  expect([started.statusCode, started.json()]).toEqual([201, { id: 'a' }]);
  const ended = await app.inject('/api/doublings/a');
  expect([ended.statusCode, ended.json()]).toEqual([200, { result: 42 }]);
});

test('Routes that need an unavailable workflow engine answer 503, and other routes answer 200', { timeout: 60_000 }, async () => {
  const workflows = temporalWorkflows({ address: '127.0.0.1:1' });
  opened.push(workflows.close);
  const { app } = await hostOn({ workflows });
  const [start, get, other, ready] = await Promise.all([
    app.inject({ method: 'POST', url: '/api/doublings', payload: { id: 'a', value: 21 } }),
    app.inject('/api/doublings/a'),
    app.inject('/api/others'),
    app.inject('/readyz'),
  ]);
  expect([start.statusCode, get.statusCode, other.statusCode, ready.statusCode]).toEqual([503, 503, 200, 200]);
  expect(start.json()).toMatchObject({ code: 'engine/unavailable' });
});

/** An engine that records calls and whose worker fails to start the first `times`. */
function reluctant(times: number) {
  const told: string[] = [];
  const engine: Pick<WorkflowEngine, 'work' | 'start' | 'forgetEnded'> = {
    forgetEnded: async () => 0,
    work: async (workflows) => {
      told.push(`work on ${workflows.map(({ workflow }) => workflow.name)}`);
      if (told.length <= times) throw new EngineUnavailable('test', null);
      return { stop: async () => void told.push('stop') };
    },
    start: async (workflow, run, input) => {
      told.push(`start ${workflow} ${run} ${JSON.stringify(input)}`);
      return 'started';
    },
  };
  // as: these workflows use no other service
  const services = { engines: { workflows: engine }, log: createLog('silent') } as unknown as WorkflowServices;
  return { told, services, engine: engine as WorkflowEngine };
}

test('workflow worker is restarted while its engine is unavailable, and stopped with the host', async () => {
  const { told, services } = reluctant(2);
  const worker = runWorkflows([doublings], services);
  await vi.waitFor(() => expect(told).toHaveLength(3), { timeout: 10_000, interval: 20 });
  await worker.stop();
  expect(told).toEqual(['work on doubling', 'work on doubling', 'work on doubling', 'stop']);
});

test('Workflow host stops without waiting for an unavailable engine, and makes no call when it has no workflows', async () => {
  const { told, services } = reluctant(Number.POSITIVE_INFINITY);
  const worker = runWorkflows([doublings], services);
  await vi.waitFor(() => expect(told).toHaveLength(1));
  await worker.stop();
  await runWorkflows([{ ...doublings, workflows: () => [] }], services).stop();
  expect(told).toEqual(['work on doubling']);
});

test('Workflow start with an invalid input throws workflow/bad-input, without a call of the engine', async () => {
  const { told, engine } = reluctant(0);
  // biome-ignore lint/suspicious/noExplicitAny: what the types would not let through
  const bad: any = { value: 'x' };
  await expect(workflowsOn(engine).start(doubling, 'a', bad)).rejects.toMatchObject({ code: 'workflow/bad-input' });
  expect(await workflowsOn(engine).start(doubling, 'a', { value: 1 })).toBe('started');
  expect(told).toEqual(['start doubling a {"value":1}']);
});
