import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runProjection } from '../builds/run-projection.ts';
import { boardProjection, log as silent, until, write } from '../projector/projector-fixture.ts';
import { runIndexer } from './index-consumer.ts';
import { boardIndex, foundBoards, open, type SearchableEngines, searchableEngines, untilIndexed } from './indexer-fixture.ts';

/** Log lines of an indexer, by level. */
interface Lines {
  info: string[];
  bad: unknown[];
}

let engines: SearchableEngines;
let lines: Lines;
beforeEach(async () => {
  engines = await searchableEngines();
  lines = { info: [], bad: [] };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await engines.close();
});

const project = () => engines.running(runProjection({ ...engines, projection: boardProjection(), log: silent }));
function index(projected: Promise<void>) {
  const bad = (...line: unknown[]): void => void lines.bad.push(line);
  const log = { info: (...[, text]: unknown[]): void => void lines.info.push(String(text)), warn: bad, error: bad };
  return engines.running(runIndexer({ ...engines, index: boardIndex(), projected, log }));
}
const waits = (): string[] => lines.info.filter((line) => line.includes('waits for'));

test('Indexer logs a single line while its projection is not in use yet, and then builds the index', async () => {
  const position = await write(engines.events, [open('1', 'harbour')]);
  const indexer = index(Promise.resolve());
  await until(() => waits().length > 0);
  project();
  await indexer.ready;
  await untilIndexed(engines, position);
  expect(lines).toMatchObject({ info: [`search:boards waits for boards@1 to be in use`, 'a rebuild begins', 'a rebuild is in use'], bad: [] });
});

test('Indexer logs once that its projection lags, whatever the number of waits, and then continues', async () => {
  const projection = project();
  await index(projection.ready).ready;
  await projection.stop();
  const position = await write(engines.events, [open('1', 'harbour')]);
  const now = Date.now;
  let ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  let asked = 0;
  const { checkpoints } = engines.store;
  vi.spyOn(engines.store, 'checkpoints').mockImplementation((name) => {
    // The clock passes the timeout at each read of the projection's checkpoints.
    if (name.startsWith('boards@')) {
      asked += 1;
      ahead += 20_000;
    }
    return checkpoints(name);
  });
  await until(() => asked > 2);
  vi.restoreAllMocks();
  project();
  await untilIndexed(engines, position);
  expect(await foundBoards(engines, 'harbour')).toEqual(['1']);
  expect(waits()).toEqual([`search:boards waits for boards, which is at 0, to be at ${position}`]);
  expect(lines.bad).toEqual([]);
});
