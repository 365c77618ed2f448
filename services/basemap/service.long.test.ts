import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@waystory/infra/http/app.ts';
import { createLog } from '@waystory/infra/log.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Basemap, openBasemap } from './basemap.ts';
import { archivePath, type BuildPlan, editionOf } from './edition.ts';
import { mountLocators } from './locator/locator.routes.ts';
import { mountBasemap } from './tiles.routes.ts';

/** A plan that builds within seconds, with an opening screen and deeper zoom levels. */
const plan: BuildPlan = { first: { street: 1, relief: 1, satellite: 0 }, full: { street: 1, relief: 1, satellite: 1 } };
const log = createLog('silent');
const edition = editionOf(plan);

async function serve(basemap: Basemap) {
  const app = await createApp(log, { 'basemap/unknown': 'The built-in map has no such tile.' });
  mountBasemap(app, basemap);
  mountLocators(app, basemap);
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

describe('basemap status', () => {
  test('is available before the first tile', () => {
    const nothing = { maxzoom: null };
    expect(beforeBuild).toEqual({ version: edition, done: false, percent: 0, street: nothing, relief: nothing, satellite: nothing, streets: null });
  });

  test('reports a complete map, and is not cached', async () => {
    const answer = await get('status');
    expect(answer.json()).toEqual({
      version: edition,
      done: true,
      percent: 100,
      street: { maxzoom: 1 },
      relief: { maxzoom: 1 },
      satellite: { maxzoom: 1 },
      streets: null,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('basemap tile', () => {
  test('of the street layer is sent gzipped if accepted, and is immutable', async () => {
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
    // A vector tile contains names of layers and labels as plain text.
    const expected = ['earth', 'boundaries', 'places', 'name:de', 'China', 'Chine', 'Arabisches Meer', 'population_rank'];
    expect(expected.filter((text) => !plain.body.includes(text))).toEqual([]);
  });

  test.each(['relief', 'satellite'])('of %s is a picture of 512 pixels', async (layer) => {
    const answer = await get(`${edition}/${layer}/1/0/1`);
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  test('has the colour of sand in the Sahara and of water in the Pacific', async () => {
    const pixel = async (x: number, y: number) => {
      const { rawPayload } = await get(`${edition}/satellite/0/0/0`);
      return Array.from(await sharp(rawPayload).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer());
    };
    // Pixels of 512: the Sahara at 20° E 22° N, and the Pacific at 150° W 0° N.
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
  ])('%s is answered 404 without caching', async (_, path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'basemap/unknown', detail: 'The built-in map has no such tile.' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each(['-1/0/0', '0/x/0', '0/0/1e3', '1.5/0/0', '0/0/0.mvt', '0/99999999999/0'])('at the invalid address %s is answered 400', async (place) => {
    const answer = await get(`${edition}/street/${place}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('request/invalid');
  });
});

describe('locator map', () => {
  test.each(['light', 'dark'])('in the %s theme is a picture with a pin, cached for a day', async (theme) => {
    const answer = await get(`locators/${theme}/38.72,-9.14.svg`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'svg', width: 320, height: 320 });
  });

  test('has the land colour in the Sahara and the sea colour in the Pacific', async () => {
    // A pixel beside the pin.
    const ground = async (at: string): Promise<number[]> => {
      const { rawPayload } = await get(`locators/light/${at}.svg`);
      return Array.from(await sharp(rawPayload).removeAlpha().extract({ left: 200, top: 200, width: 1, height: 1 }).raw().toBuffer());
    };
    // The Sahara, and the Pacific far from any island.
    expect([await ground('22,15'), await ground('5,-135')]).toEqual([
      [243, 240, 228],
      [170, 212, 231],
    ]);
  });

  test.each(['89.99,0', '-90,180', '0,-180', '0,0'])('answers 200 at the outermost coordinates and at the origin: %s', async (at) => {
    expect((await get(`locators/dark/${at}.svg`)).statusCode).toBe(200);
  });

  test.each([
    ['blue/1,1.svg', 'params.theme'],
    ['light/1,1.png', 'params.at'],
    ['light/91,0.svg', 'params.at'],
    ['light/0,180.01.svg', 'params.at'],
    ['light/1.234,1.svg', 'params.at'],
    ['light/1e1,1.svg', 'params.at'],
    ['light/,.svg', 'params.at'],
  ])('at %s is answered 400 for %s', async (path, named) => {
    const answer = await get(`locators/${path}`);
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: named }] });
  });

  test('is answered 404 when the basemap folder cannot be created', async () => {
    const none = await openBasemap(join(archivePath(folder, edition, 'street', 1), 'basemap'), plan, log);
    const bare = await serve(none);
    const answer = await bare.inject('/basemap/locators/light/1,1.svg');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    await bare.close();
    await none.stop();
  });
});

describe('basemap restart', () => {
  const times = async () => Promise.all((await readdir(folder)).map(async (name) => [name, (await stat(join(folder, name))).mtimeMs]));

  test('builds nothing when the map is complete', async () => {
    const before = await times();
    const again = await openBasemap(folder, plan, log);
    expect(again.status().done).toBe(true);
    await again.stop();
    expect(await times()).toEqual(before);
  });

  test('rebuilds only a broken archive', async () => {
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
  }, 90_000);
});

test('Concurrent basemap builds each end with the whole map, even when one of them is stopped', async () => {
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

test('Basemap folder that cannot be created disables the map only', async () => {
  const nowhere = await openBasemap(join(archivePath(folder, edition, 'street', 1), 'basemap'), plan, log);
  await nowhere.settled;
  expect(nowhere.status()).toMatchObject({ done: false, street: { maxzoom: null } });
  expect(await nowhere.tile('street', 0, 0, 0)).toBeUndefined();
  await nowhere.stop();
});
