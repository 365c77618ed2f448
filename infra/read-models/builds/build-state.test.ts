import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Adapters,
  boardProjection,
  log,
  type Step,
  type TestEngines,
  testEngines,
  until,
  untilApplied,
  write,
} from '../projector/projector-fixture.ts';
import { verify } from '../verify.ts';
import { buildState, requestRebuild } from './build-state.ts';
import { runProjection } from './run-projection.ts';

let engines: TestEngines;
beforeEach(async () => {
  engines = await testEngines();
});
afterEach(() => engines.close());

const projection = boardProjection();
const steps = (from: number, count: number): Step[] =>
  Array.from({ length: count }, (_, n): Step => ({ stream: `board-${from + n}`, type: 'BoardOpened', data: { boardId: `${from + n}`, title: 'x' } }));

const project = (on: Adapters = engines) => engines.running(runProjection({ ...on, projection, log }));
const state = () => buildState({ projection, store: engines.store });
const inUse = (build: number) => until(async () => (await state()).inUse === build);
const equal = async (): Promise<boolean> => (await verify({ ...engines, projections: [projection] })).every((one) => one.equal);

/** A process whose rebuild blocks at its bulk write until `letGo`. */
function hangingProcess() {
  const on = engines.another();
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const fill: Adapters['store']['fill'] = async (...given) => {
    reached.resolve();
    await gate.promise;
    return on.store.fill(...given);
  };
  return { process: { ...on, store: { ...on.store, fill } }, reached: reached.promise, letGo: gate.resolve, lose: gate.reject };
}

test('Rebuild request during writes is executed once by one of two processes, and both project the new build', async () => {
  project(engines.another());
  project(engines.another());
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 200)));
  expect(await state()).toEqual({ inUse: 1001, underWay: null });
  let writing = true;
  const writer = (async () => {
    for (let n = 200; writing; n++) await write(engines.events, steps(n, 1));
  })();
  await requestRebuild({ projection, store: engines.store }, 1001);
  await inUse(1002);
  writing = false;
  await writer;
  await untilApplied(engines.store, 'boards', await engines.events.head());
  // The write gives the other process time to check for the request again.
  await requestRebuild({ projection, store: engines.store }, 1001);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(9_000, 1)));
  expect(await state()).toEqual({ inUse: 1002, underWay: null });
  expect(await equal()).toBe(true);
});

test('Rebuild reports its progress, and readers keep the old build until it is complete', async () => {
  const { process, reached, letGo } = hangingProcess();
  project(process);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 20)));
  await requestRebuild({ projection, store: engines.store }, 1001);
  await reached;
  await until(async () => typeof (await state()).underWay?.toldAt === 'number');
  expect(await state()).toEqual({ inUse: 1001, underWay: { build: 1002, progress: expect.any(Number), toldAt: expect.any(Number) } });
  letGo();
  await inUse(1002);
  expect((await state()).underWay).toBeNull();
});

test('Rebuild request is kept until a process runs, and is executed by the next process after a crash', async () => {
  const first = project();
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 20)));
  await first.stop();
  await requestRebuild({ projection, store: engines.store }, 1001);
  expect(await state()).toEqual({ inUse: 1001, underWay: { build: null, progress: 0, toldAt: null } });
  const { process, reached, lose } = hangingProcess();
  const dying = project(process);
  await reached;
  // The process loses its database connections, and with them the lease.
  await engines.database.pool.query(`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`);
  project(engines.another());
  await inUse(1003);
  lose(new Error('connection lost'));
  await dying.stop();
  await expect(engines.store.get('board@1002', ['0'])).rejects.toThrow('does not exist');
  expect(await state()).toEqual({ inUse: 1003, underWay: null });
  expect(await equal()).toBe(true);
});

test('Rebuild request for a build that is not in use is ignored', async () => {
  project();
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 5)));
  await requestRebuild({ projection, store: engines.store }, 1007);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(5, 5)));
  expect(await state()).toEqual({ inUse: 1001, underWay: null });
});
