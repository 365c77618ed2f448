import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@waystory/infra/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBasemap } from './basemap.ts';
import type { BuildPlan } from './edition.ts';
import { copyPreparedArchives, prepareOpening } from './prepared.ts';

const plan: BuildPlan = { first: { street: 0, relief: 0, satellite: 0 }, full: { street: 0, relief: 0, satellite: 1 } };
const log = createLog('silent');

let prepared: string;
let folder: string;
beforeAll(async () => {
  [prepared, folder] = [await mkdtemp(join(tmpdir(), 'waystory-prepared-')), await mkdtemp(join(tmpdir(), 'waystory-basemap-'))];
});
afterAll(() => Promise.all([prepared, folder].map((one) => rm(one, { recursive: true }))));

test('Prepared opening screen is available at once, and nothing is built before deeper zoom levels are allowed', async () => {
  await prepareOpening(plan, prepared);
  await copyPreparedArchives(folder, plan, prepared);
  const mayDeepen = Promise.withResolvers<void>();
  const basemap = await openBasemap(folder, plan, log, mayDeepen.promise);
  const depths = () => [basemap.status().street.maxzoom, basemap.status().satellite.maxzoom, basemap.status().relief.maxzoom];
  expect(depths()).toEqual([0, 0, null]);
  expect(await basemap.tile('satellite', 0, 0, 0)).toBeInstanceOf(Buffer);
  mayDeepen.resolve();
  await basemap.settled;
  expect(depths()).toEqual([0, 1, 0]);
  await basemap.stop();
}, 120_000);

test('Map that waits for its deeper zoom levels can be stopped', async () => {
  const other = await mkdtemp(join(tmpdir(), 'waystory-basemap-'));
  await copyPreparedArchives(other, plan, prepared);
  const basemap = await openBasemap(other, plan, log, new Promise(() => {}));
  await basemap.stop();
  await rm(other, { recursive: true });
});
