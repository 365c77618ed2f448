import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropRetiredBuilds, graceMs } from '../builds/builds.ts';
import { rebuild } from '../builds/rebuild.ts';
import { boardProjection, log, until, write } from '../projector/projector-fixture.ts';
import { asBuilds, rebuildIndex, upgradeIndex } from './index-build.ts';
import {
  boardIndex,
  close,
  foundBoards,
  indexName,
  open,
  rename,
  runBoards,
  type SearchableEngines,
  searchableEngines,
  untilIndexed,
  verifyBoards,
} from './indexer-fixture.ts';

let engines: SearchableEngines;
beforeEach(async () => {
  engines = await searchableEngines();
});
afterEach(() => engines.close());

const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => open(String(from + n), `harbour number${from + n}`));
const active = async (): Promise<number | undefined> => (await engines.store.activeVersions())[indexName];
const equal = async (version = 1): Promise<boolean> => (await verifyBoards(engines, version)).every((one) => one.equal);

/** Continuously writes boards and searches for the first; returns the failed searches and the searched builds. */
function busy(from: number) {
  const failures: unknown[] = [];
  const builds = new Set<number>();
  let going = true;
  const reading = (async () => {
    while (going) {
      try {
        const build = await active();
        const { hits } = await engines.search.search(`boards@${build}`, {
          q: 'number0',
          fuzzy: false,
          minScore: 0,
          filter: null,
          limit: 9,
          offset: 0,
        });
        if (hits[0]?.id !== '0') failures.push(`nothing in ${build}`);
        builds.add(build ?? 0);
      } catch (error) {
        failures.push(error);
      }
    }
  })();
  const writing = (async () => {
    for (let n = from; going; n++)
      await write(engines.events, [open(String(n), 'harbour'), rename(String(n), 'castle'), ...(n % 3 === 0 ? [close(String(n))] : [])]);
  })();
  const stop = async () => {
    going = false;
    await Promise.all([reading, writing]);
    await untilIndexed(engines, await engines.events.head());
    return { failures, builds: [...builds] };
  };
  return { stop, builds };
}

test('Index rebuild during writes and searches fails no search, and verify finds no difference afterwards', async () => {
  runBoards(engines);
  await untilIndexed(engines, await write(engines.events, many(0, 120)));
  const others = busy(1_000);
  await until(() => others.builds.has(1_001_001));
  expect(await rebuildIndex({ ...engines, ...engines.another(), index: boardIndex(), log })).toBe(1_001_002);
  await until(() => others.builds.has(1_001_002));
  expect(await others.stop()).toEqual({ failures: [], builds: [1_001_001, 1_001_002] });
  expect(await equal()).toBe(true);
});

test('Index is rebuilt after its projection, and verify finds no difference afterwards', async () => {
  runBoards(engines);
  await untilIndexed(engines, await write(engines.events, many(0, 120)));
  const others = busy(1_000);
  await rebuild({ ...engines, ...engines.another(), projection: boardProjection(), log });
  await until(() => others.builds.has(1_001_002));
  expect(await others.stop()).toEqual({ failures: [], builds: [1_001_001, 1_001_002] });
  expect(await equal()).toBe(true);
});

test('Index of a new projection version replaces the index of the old version', async () => {
  const old = runBoards(engines);
  await untilIndexed(engines, await write(engines.events, many(0, 20)));
  const newer = runBoards(engines, { ...engines.another(), search: engines.search }, 2);
  await newer.indexer.ready;
  expect(await active()).toBe(2_001_001);
  await untilIndexed(engines, await write(engines.events, many(20, 3)));
  expect(await foundBoards(engines, 'number22')).toEqual(['22']);
  expect(await equal(2)).toBe(true);
  await Promise.all([old.projection.stop(), old.indexer.stop()]);
});

test('Process of an older release does not rebuild the index of a newer release', async () => {
  runBoards(engines);
  await untilIndexed(engines, await write(engines.events, many(0, 3)));
  const newer = runBoards(engines, { ...engines.another(), search: engines.search }, 2);
  await newer.indexer.ready;
  expect(await upgradeIndex({ ...engines, index: boardIndex(), log })).toBe(2_001_001);
  await Promise.all([newer.projection.stop(), newer.indexer.stop()]);
  await rebuild({ ...engines, projection: boardProjection(undefined, 2), log });
  const again = runBoards(engines, { ...engines.another(), search: engines.search }, 2);
  await until(async () => (await active()) === 2_001_002);
  await again.indexer.ready;
  expect(await equal(2)).toBe(true);
});

test('Index is built by one of two processes and used by both', async () => {
  await write(engines.events, many(0, 20));
  const both = [runBoards(engines), runBoards(engines, { ...engines.another(), search: engines.search })];
  await Promise.all(both.map(({ indexer }) => indexer.ready));
  await untilIndexed(engines, await engines.events.head());
  expect(await active()).toBe(1_001_001);
  expect(await equal()).toBe(true);
});

test('Old index is kept for its grace period and then dropped', async () => {
  const { indexer } = runBoards(engines);
  await untilIndexed(engines, await write(engines.events, many(0, 3)));
  const options = { ...engines, index: boardIndex(), log };
  await rebuildIndex(options);
  await indexer.stop();
  const ids = async (build: number): Promise<string[]> => {
    const found: string[] = [];
    for await (const { id } of engines.search.scan(`boards@${build}`)) found.push(id);
    return found;
  };
  expect(await dropRetiredBuilds(asBuilds(options), Date.now())).toBeGreaterThan(Date.now());
  expect(await ids(1_001_001)).toEqual(['0', '1', '2']);
  expect(await dropRetiredBuilds(asBuilds(options), Date.now() + graceMs + 1)).toBeUndefined();
  await expect(ids(1_001_001)).rejects.toThrow();
  expect(await ids(1_001_002)).toEqual(['0', '1', '2']);
});
