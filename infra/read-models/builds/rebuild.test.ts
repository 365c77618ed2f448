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
import { dropRetiredBuilds, graceMs } from './builds.ts';
import { rebuild } from './rebuild.ts';
import { runProjection } from './run-projection.ts';

let engines: TestEngines;
beforeEach(async () => {
  engines = await testEngines();
});
afterEach(() => engines.close());

const steps = (from: number, count: number): Step[] =>
  Array.from({ length: count }, (_, n): Step[] => {
    const id = `${from + n}`;
    return [
      { stream: `board-${id}`, type: 'BoardOpened', data: { boardId: id, title: `title ${id}` } },
      { stream: `note-${id}`, type: 'NotePinned', data: { noteId: id, boardId: id, text: 'x' } },
      { stream: 'vote-v', type: 'VoteCast', data: { boardId: '0', weight: 1 } },
    ];
  }).flat();

const project = (version = 1, on: Adapters = engines, options: { lookEveryMs?: number } = {}) =>
  engines.running(runProjection({ ...on, projection: boardProjection(undefined, version), log, ...options }));
const active = async (): Promise<number | undefined> => (await engines.store.activeVersions()).boards;
const equal = async (version = 1): Promise<boolean> =>
  (await verify({ ...engines, projections: [boardProjection(undefined, version)] })).every((one) => one.equal);

/** Continuously reads board 0 from the build in use. @returns Failed reads and the builds that were read. */
function reader() {
  const failures: unknown[] = [];
  const builds = new Set<number>();
  let reading = true;
  const done = (async () => {
    while (reading) {
      try {
        const build = await active();
        const docs = await engines.store.find(`board@${build}`, { filter: { op: 'eq', field: 'id', value: '0' }, sort: [], limit: 1 });
        if (docs.length !== 1) failures.push(`nothing in ${build}`);
        builds.add(build ?? 0);
      } catch (error) {
        failures.push(error);
      }
    }
  })();
  const stop = async () => {
    reading = false;
    await done;
    return { failures, builds: [...builds] };
  };
  return { stop, builds };
}

test('Rebuild during writes and reads fails no read, and the projector continues with the new build', async () => {
  const projector = project();
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 150)));
  const reading = reader();
  let writing = true;
  const writer = (async () => {
    for (let n = 150; writing; n++) await write(engines.events, steps(n, 1));
  })();
  const other = engines.another();
  expect(await rebuild({ ...other, projection: boardProjection(), log })).toBe(1002);
  await until(() => reading.builds.has(1002));
  writing = false;
  await writer;
  await untilApplied(engines.store, 'boards', await engines.events.head());
  const { failures, builds } = await reading.stop();
  expect(failures).toEqual([]);
  expect(builds).toEqual([1001, 1002]);
  expect(await equal()).toBe(true);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(900, 2)));
  await projector.stop();
  expect(await equal()).toBe(true);
});

test('Rebuild keeps the old build for its grace period and then drops it', async () => {
  const projector = project();
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 3)));
  await rebuild({ ...engines, projection: boardProjection(), log });
  await projector.stop();
  const of = { ...engines, projection: boardProjection() };
  const due = await dropRetiredBuilds(of, Date.now());
  expect(due).toBeGreaterThan(Date.now());
  expect(await engines.store.get('board@1001', ['0'])).toHaveLength(1);
  expect(await dropRetiredBuilds(of, Date.now() + graceMs + 1)).toBeUndefined();
  await expect(engines.store.get('board@1001', ['0'])).rejects.toThrow('does not exist');
  expect(await engines.store.get('board@1002', ['0'])).toHaveLength(1);
  expect(await rebuild({ ...engines, projection: boardProjection(), log })).toBe(1003);
});

test('New version replaces the build in use, and the old projector stops', async () => {
  const old = project(1);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 20)));
  const newer = project(2, engines.another());
  await newer.ready;
  expect(await active()).toBe(2001);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(20, 5)));
  expect((await engines.store.get('board@2001', ['22']))[0]).toMatchObject({ closed: false });
  expect(await equal(2)).toBe(true);
  const stale = await engines.store.checkpoints('boards@1001');
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(25, 5)));
  expect(await engines.store.checkpoints('boards@1001')).toEqual(stale);
  await Promise.all([old.stop(), newer.stop()]);
});

test('Projector of a retired release builds its version again when the other version no longer advances', async () => {
  const newer = project(2, engines, { lookEveryMs: 200 });
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 20)));
  // A process of the previous release, which restarts during the switch and stops for good afterwards.
  const old = project(1, engines.another());
  await old.ready;
  expect(await active()).toBe(1001);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(20, 5)));
  expect(await active()).toBe(1001);
  await old.stop();
  await write(engines.events, steps(25, 5));
  await until(async () => (await active()) === 2002);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(30, 5)));
  expect(await equal(2)).toBe(true);
  await newer.stop();
});

test('New version is built by one of two processes and used by both', async () => {
  const first = project(1);
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 20)));
  await first.stop();
  await Promise.all([project(2, engines.another()).ready, project(2, engines.another()).ready]);
  expect(await active()).toBe(2001);
  expect(await equal(2)).toBe(true);
});

test('Concurrent rebuilds run one after the other', async () => {
  project();
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 20)));
  const both = await Promise.all([engines.another(), engines.another()].map((on) => rebuild({ ...on, projection: boardProjection(), log })));
  expect(both.sort()).toEqual([1002, 1003]);
  expect(await active()).toBe(1003);
  expect(await equal()).toBe(true);
});

test('Rebuild drops the unfinished build of an abandoned rebuild', async () => {
  project();
  await untilApplied(engines.store, 'boards', await write(engines.events, steps(0, 5)));
  const filling = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const hanging = engines.another();
  const fill = () => {
    filling.resolve();
    return gate.promise;
  };
  const stopping = new AbortController();
  const left = rebuild({ ...hanging, store: { ...hanging.store, fill }, projection: boardProjection(), log }, stopping.signal);
  await filling.promise;
  expect(await engines.store.get('board@1002', ['0'])).toEqual([]);
  // The blocked process loses its database connections, and with them the lease.
  await engines.database.pool.query(`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`);
  expect(await rebuild({ ...engines, projection: boardProjection(), log })).toBe(1003);
  await expect(engines.store.get('board@1002', ['0'])).rejects.toThrow('does not exist');
  expect(await equal()).toBe(true);
  stopping.abort(new Error('given up'));
  gate.reject(new Error('connection lost'));
  await expect(left).rejects.toThrow('given up');
});

test('Rebuild parks a poison event and completes', async () => {
  const projection = boardProjection({ text: 'bad' });
  engines.running(runProjection({ ...engines, projection, log }));
  const bad: Step = { stream: 'note-p', type: 'NotePinned', data: { noteId: 'p', boardId: '0', text: 'bad' } };
  await untilApplied(engines.store, 'boards', await write(engines.events, [...steps(0, 2), bad, ...steps(2, 2)]));
  const build = await rebuild({ ...engines, projection, log });
  expect((await engines.deadLetters.list({ consumer: `boards@${build}`, limit: 10 })).map(({ error }) => error)).toEqual(['Error: cannot take bad']);
  expect(await rebuild({ ...engines, projection: boardProjection(), log })).toBe(build + 1);
  expect(await engines.deadLetters.list({ consumer: `boards@${build + 1}`, limit: 10 })).toEqual([]);
});

test('Rebuild of an empty log succeeds', async () => {
  await project().ready;
  expect(await rebuild({ ...engines, projection: boardProjection(), log })).toBe(1002);
});
