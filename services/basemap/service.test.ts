import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@waystory/infra/http/app.ts';
import { createLog } from '@waystory/infra/log.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Basemap, openBasemap } from './basemap.ts';
import { archivePath, editionOf, type Plan } from './edition.ts';
import { mountBasemap } from './tiles.routes.ts';

/** Small enough to be built within some seconds, with both stages. */
const plan: Plan = { first: { street: 1, relief: 1, satellite: 0 }, full: { street: 1, relief: 1, satellite: 1 } };
const log = createLog('silent');
const edition = editionOf(plan);

async function serve(basemap: Basemap) {
  const app = await createApp(log, { 'basemap/unknown': 'The built-in map has no such tile.' });
  mountBasemap(app, basemap);
  return app;
}

let folder: string;
let basemap: Basemap;
let app: Awaited<ReturnType<typeof serve>>;
let beforeBuild: unknown;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystory-basemap-'));
  basemap = await openBasemap(folder, plan, log);
  app = await serve(basemap);
  beforeBuild = (await app.inject('/basemap/status')).json();
  await basemap.settled;
}, 120_000);

afterAll(async () => {
  await app.close();
  await basemap.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: `/basemap/${path}`, headers });

describe('the status', () => {
  test('is there before the first tile is', () => {
    const nothing = { maxzoom: null };
    expect(beforeBuild).toEqual({ version: edition, done: false, percent: 0, street: nothing, relief: nothing, satellite: nothing });
  });

  test('says when all is there, and is never kept', async () => {
    const answer = await get('status');
    expect(answer.json()).toEqual({
      version: edition,
      done: true,
      percent: 100,
      street: { maxzoom: 1 },
      relief: { maxzoom: 1 },
      satellite: { maxzoom: 1 },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a tile', () => {
  test('of vectors comes gzipped to whoever takes it, and is kept for ever', async () => {
    const zipped = await get(`${edition}/street/1/1/0`, { 'accept-encoding': 'gzip, br' });
    expect(zipped.statusCode).toBe(200);
    expect(zipped.headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const plain = await get(`${edition}/street/1/1/0`, { 'accept-encoding': 'gzip;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    // Names of layers and labels stand in a vector tile as plain text.
    const expected = ['earth', 'boundaries', 'places', 'name:de', 'China', 'Chine', 'Arabisches Meer', 'population_rank'];
    expect(expected.filter((text) => !plain.body.includes(text))).toEqual([]);
  });

  test.each(['relief', 'satellite'])('of %s is a picture of 512 pixels', async (layer) => {
    const answer = await get(`${edition}/${layer}/1/0/1`);
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  test('shows land where land is and sea where sea is', async () => {
    const pixel = async (x: number, y: number) => {
      const { rawPayload } = await get(`${edition}/satellite/0/0/0`);
      return Array.from(await sharp(rawPayload).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer());
    };
    // Of 512 pixels: the Sahara at 20 degrees east and 22 north, the Pacific at 150 west and 0.
    const [[sandRed = 0, , sandBlue = 0], [seaRed = 0, , seaBlue = 0]] = [await pixel(284, 223), await pixel(43, 256)];
    expect(sandRed).toBeGreaterThan(sandBlue + 40);
    expect(seaBlue).toBeGreaterThan(seaRed);
  });

  test.each([
    ['of another edition', 'other/street/0/0/0'],
    ['of an unknown layer', `${edition}/roads/0/0/0`],
    ['east of the world', `${edition}/street/1/2/0`],
    ['deeper than the map', `${edition}/street/2/0/0`],
    ['deeper than any map', `${edition}/street/31/0/0`],
  ])('%s is unknown, for now', async (_, path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'basemap/unknown', detail: 'The built-in map has no such tile.' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each(['-1/0/0', '0/x/0', '0/0/1e3', '1.5/0/0', '0/0/0.mvt', '0/99999999999/0'])('at %s is a mistake', async (place) => {
    const answer = await get(`${edition}/street/${place}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('request/invalid');
  });
});

describe('another start', () => {
  const times = async () => Promise.all((await readdir(folder)).map(async (name) => [name, (await stat(join(folder, name))).mtimeMs]));

  test('builds nothing', async () => {
    const before = await times();
    const again = await openBasemap(folder, plan, log);
    expect(again.status().done).toBe(true);
    await again.stop();
    expect(await times()).toEqual(before);
  });

  test('builds only what is broken', async () => {
    const before = await times();
    const path = archivePath(folder, edition, 'relief', 1);
    await truncate(path, 100);
    const again = await openBasemap(folder, plan, log);
    expect(again.status()).toMatchObject({ done: false, street: { maxzoom: 1 }, relief: { maxzoom: null } });
    await again.settled;
    expect(again.status()).toMatchObject({ done: true, relief: { maxzoom: 1 } });
    await again.stop();
    const changed = (await times()).filter(([name, time]) => !before.some(([other, then]) => other === name && then === time));
    expect(changed.map(([name]) => name)).toEqual([`relief-${edition}-z1.pmtiles`]);
  });
});

test('two processes that build at once both end up with the whole map, and a stop in the middle is harmless', async () => {
  const common = await mkdtemp(join(tmpdir(), 'waystory-basemap-'));
  const [one, other, stopped] = await Promise.all([openBasemap(common, plan, log), openBasemap(common, plan, log), openBasemap(common, plan, log)]);
  await stopped.stop();
  await Promise.all([one.settled, other.settled]);
  for (const each of [one, other]) {
    expect(each.status().done).toBe(true);
    expect((await each.tile('street', 1, 1, 0))?.length).toBeGreaterThan(1_000);
    await each.stop();
  }
  expect((await readdir(common)).filter((name) => name.endsWith('.pmtiles'))).toHaveLength(4);
  await rm(common, { recursive: true });
}, 120_000);

test('a folder that cannot be made costs the map only', async () => {
  const nowhere = await openBasemap(join(archivePath(folder, edition, 'street', 1), 'basemap'), plan, log);
  await nowhere.settled;
  expect(nowhere.status()).toMatchObject({ done: false, street: { maxzoom: null } });
  expect(await nowhere.tile('street', 0, 0, 0)).toBeUndefined();
  await nowhere.stop();
});
