import { copyFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { Feature } from 'geojson';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeArchive } from './pmtiles/writer.ts';
import { type ArchiveServer, serveArchive, writeStreetArchive } from './street-archive.fixture.ts';
import { openStreetArchive, type StreetArchive } from './street-archive.ts';

let folder: string;
let path: string;
let middle: { z: number; x: number; y: number };
let server: ArchiveServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystory-streets-'));
  path = join(folder, 'kyoto.pmtiles');
  ({ middle } = await writeStreetArchive(path));
  server = await serveArchive(path);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  server.answers = 'parts';
  server.path = path;
  server.marks = (file) => ({ etag: `"${file}"` });
  server.asked.length = 0;
});

const versionOf = (archive: StreetArchive): string => {
  const status = archive.status();
  return status === 'away' ? 'away' : status.version;
};

/** The archive at a path or URL, with its log lines and a separate clock. */
async function scene(place: string) {
  const said: string[] = [];
  const clock = { now: 1_000_000 };
  const archive = await openStreetArchive({
    place: place.startsWith('http') ? { kind: 'address', url: place } : { kind: 'file', path: place },
    userAgent: 'Waystory/1',
    log: { warn: (...line: unknown[]) => void said.push(String(line[1])) },
    now: () => clock.now,
  });
  return { archive, said, clock, tile: (version = versionOf(archive)) => archive.tile(version, middle.z, middle.x, middle.y) };
}

describe.each(['a file', 'an address'])('street archive at %s', (kind) => {
  const at = () => scene(kind === 'a file' ? path : server.url);

  test('states its coverage and returns its tiles', async () => {
    const { archive, tile } = await at();
    expect(archive.status()).toMatchObject({
      minzoom: 0,
      maxzoom: 14,
      bounds: [135.68, 34.93, 135.84, 35.07],
      version: expect.stringMatching(/^[\da-f]{12}$/),
    });
    const found = await tile();
    expect(found?.isGzipped).toBe(true);
    const text = gunzipSync(found?.bytes ?? Buffer.alloc(0)).toString();
    expect(['earth', 'water', 'roads', 'buildings', 'Kamo River', 'minor_road'].filter((name) => !text.includes(name))).toEqual([]);
    await archive.close();
  });

  test('has no tile outside its area, beyond its deepest zoom level, or of another version', async () => {
    const { archive, tile } = await at();
    expect(await archive.tile(versionOf(archive), 5, 1, 1)).toBeNull();
    expect(await archive.tile(versionOf(archive), 15, 0, 0)).toBeUndefined();
    expect(await tile('other')).toBeUndefined();
    await archive.close();
  });
});

test('Remote street archive is read by ranges only, and each tile once', async () => {
  const { archive, tile } = await scene(server.url);
  await tile();
  const before = server.asked.length;
  await tile();
  expect(server.asked).toHaveLength(before);
  expect(server.asked.filter((range) => !/^bytes=\d+-\d+$/.test(range))).toEqual([]);
  await archive.close();
});

describe('street archive setting is refused at the start with its name', () => {
  const refusal = (place: string): Promise<string> =>
    scene(place).then(
      () => expect.fail('it was taken'),
      ({ message }: Error) => message,
    );
  const fileWith = async (name: string, layers: string[], type: 'vector' | 'webp', fields = {}): Promise<string> => {
    const other = join(folder, name);
    await writeArchive(other, { tiles: [], type, maxzoom: 0, metadata: { vector_layers: layers.map((id) => ({ id, fields })) } });
    return other;
  };

  test('for a missing file or a folder', async () => {
    expect(await refusal(join(folder, 'none.pmtiles'))).toBe(`MAP_PMTILES: there is no file ${join(folder, 'none.pmtiles')}`);
    expect(await refusal(folder)).toBe(`MAP_PMTILES: ${folder} cannot be read as a file`);
  });

  test('for a file that is no archive, or a truncated one', async () => {
    const text = join(folder, 'text.pmtiles');
    await writeFile(text, 'x'.repeat(20_000));
    expect(await refusal(text)).toBe(`MAP_PMTILES: ${text} is no PMTiles archive`);
    const short = join(folder, 'short.pmtiles');
    await writeStreetArchive(short);
    await truncate(short, 40);
    expect(await refusal(short)).toBe(`MAP_PMTILES: ${short} is no PMTiles archive`);
  });

  test('for raster tiles or another schema', async () => {
    expect(await refusal(await fileWith('pictures.pmtiles', [], 'webp'))).toMatch(/^MAP_PMTILES: .* its tiles are no vectors/);
    const other = await fileWith('other.pmtiles', ['water', 'transportation'], 'vector');
    expect(await refusal(other)).toMatch(/^MAP_PMTILES: .* schema of Protomaps' basemap, for it has no layer earth, roads$/);
    const older = await fileWith('older.pmtiles', ['earth', 'water', 'roads'], 'vector', { 'pmap:kind': 'String' });
    expect(await refusal(older)).toMatch(/^MAP_PMTILES: .* it is of an older version of the schema/);
  });

  test('for a server without the file, or without range requests', async () => {
    server.answers = 'nothing';
    expect(await refusal(`${server.url}?secret`)).toMatch(
      /^MAP_PMTILES: the archive at 127\.0\.0\.1:\d+ cannot be used: its server answered 404 to a range$/,
    );
    server.answers = 'everything';
    expect(await refusal(server.url)).toMatch(/its server answers no ranges$/);
  });
});

/** An invented Kyoto with extra houses, which move all content within the archive. */
const writeOther = async (name: string): Promise<string> => {
  const other = join(folder, name);
  const house = (at: number) => point(`House ${at} ${'x'.repeat((at * 37) % 90)}`, 135.76 + (at % 40) / 2_000, 34.998 + Math.floor(at / 40) / 1_000);
  await writeStreetArchive(other, [['houses', Array.from({ length: 400 }, (_, at) => house(at))]]);
  return other;
};
const middleOf = async (file: string): Promise<Buffer | undefined> => {
  const { archive, tile } = await scene(file);
  const found = await tile();
  await archive.close();
  return found?.bytes;
};
const point = (name: string, longitude: number, latitude: number): Feature => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});
const around = Array.from({ length: 60 }, (_, at) => [(at % 8) - 4, Math.floor(at / 8) - 4] as const);

/** Tiles directly after the archive was exchanged, and after a pause. */
async function exchanged(archive: StreetArchive, clock: { now: number }, exchange: () => Promise<void>) {
  const before = versionOf(archive);
  for (const [x, y] of around.slice(0, 5)) await archive.tile(before, middle.z, middle.x + x, middle.y + y);
  await exchange();
  const given = await Promise.all(
    around.map(([x, y]) => archive.tile(before, middle.z, middle.x + x, middle.y + y).catch((error: unknown) => error)),
  );
  clock.now += 21_000;
  await expect.poll(() => versionOf(archive)).not.toMatch(new RegExp(`^(away|${before})$`));
  const after = await archive.tile(versionOf(archive), middle.z, middle.x, middle.y);
  return { given, after: after?.bytes };
}
/** Every answer must be a tile, empty, or a transient refusal. */
function mustBeTiles(given: readonly unknown[]): void {
  for (const one of given) {
    if (one === null || one === undefined || one instanceof EngineUnavailable) continue;
    const { bytes } = one as { bytes: Buffer }; // otherwise it is a tile
    expect(gunzipSync(bytes).toString('latin1')).toMatch(/earth|water|roads|places|buildings|houses/);
  }
}

describe('street archive exchanged or broken during reads', () => {
  test.each<[string, (path: string) => Record<string, string>]>([
    ['a strong ETag', (file) => ({ etag: `"${file}"` })],
    ['an unchanged weak ETag', () => ({ etag: 'W/"1"' })],
    ['Last-Modified', (file) => ({ 'last-modified': file === path ? 'Mon, 02 Nov 2026 08:00:00 GMT' : 'Tue, 03 Nov 2026 08:00:00 GMT' })],
    ['no validator', () => ({})],
  ])('on a server with %s returns only valid tiles, and is reopened', async (_, marks) => {
    const other = await writeOther('other.pmtiles');
    const right = await middleOf(other);
    server.marks = marks;
    const { archive, clock, said } = await scene(server.url);
    const { given, after } = await exchanged(archive, clock, async () => {
      server.path = other;
    });
    mustBeTiles(given);
    expect(after).toEqual(right);
    expect(said).toContain('the archive of MAP_PMTILES was replaced; it is opened anew');
    await archive.close();
  });

  test.each<[string, (from: string, to: string) => Promise<void>]>([
    ['overwritten', (from, to) => copyFile(from, to)],
    ['replaced by a rename', async (from, to) => rename(from, to)],
  ])('as a file that is %s is reopened', async (_, exchange) => {
    const own = join(folder, 'own.pmtiles');
    await copyFile(path, own);
    const { archive, clock } = await scene(own);
    const other = await writeOther('next.pmtiles');
    const right = await middleOf(other);
    const { given, after } = await exchanged(archive, clock, () => exchange(other, own));
    mustBeTiles(given);
    expect(after).toEqual(right);
    await archive.close();
  });

  test('on a server without validators is reopened even when only cached tiles are requested', async () => {
    server.marks = () => ({});
    const { archive, clock } = await scene(server.url);
    const version = versionOf(archive);
    await archive.tile(version, middle.z, middle.x, middle.y);
    server.path = await writeOther('quiet.pmtiles');
    clock.now += 16_000;
    archive.status();
    await expect.poll(() => versionOf(archive)).not.toMatch(new RegExp(`^(away|${version})$`));
    expect(await archive.tile(version, middle.z, middle.x, middle.y)).toBeUndefined();
    await archive.close();
  });

  test('with one broken tile still returns all others', async () => {
    const broken = join(folder, 'broken.pmtiles');
    const layers = { vector_layers: ['earth', 'water', 'roads'].map((id) => ({ id })) };
    const tiles = [Buffer.from('no tile at all'), gzipSync(Buffer.of(0x1a, 1, 0))].map((data, x) => ({ z: 1, x, y: 0, data }));
    await writeArchive(broken, { tiles, type: 'vector', maxzoom: 1, metadata: layers });
    const { archive, said } = await scene(broken);
    const version = versionOf(archive);
    await expect(archive.tile(version, 1, 0, 0)).rejects.toThrow(EngineUnavailable);
    expect(versionOf(archive)).toBe(version);
    expect((await archive.tile(version, 1, 1, 0))?.isGzipped).toBe(true);
    expect(said).toEqual(['a tile of the archive of MAP_PMTILES is broken; it is not given out']);
    await archive.close();
  });
});

describe('archive server', () => {
  test('that is unavailable is retried only after the seconds of its Retry-After', async () => {
    const { archive, said, clock, tile } = await scene(server.url);
    const version = versionOf(archive);
    server.answers = 'busy';
    await expect(archive.tile(version, 13, middle.x >> 1, middle.y >> 1)).rejects.toThrow(EngineUnavailable);
    expect(archive.status()).toBe('away');
    expect(said).toEqual(['the archive of MAP_PMTILES cannot be read; the built-in map is shown until it can']);

    server.answers = 'parts';
    const before = server.asked.length;
    clock.now += 25_000;
    await expect(tile(version)).rejects.toThrow(EngineUnavailable);
    expect(server.asked).toHaveLength(before);

    clock.now += 6_000;
    expect(archive.status()).toBe('away');
    await expect.poll(() => versionOf(archive)).toBe(version);
    expect(said).toHaveLength(2);
    expect(await tile()).not.toBeNull();
    await archive.close();
  });

  test('that is unavailable does not prevent the start', async () => {
    server.answers = 'busy';
    const { archive, said, clock } = await scene(server.url);
    expect([archive.status(), said.length]).toEqual(['away', 1]);
    server.answers = 'parts';
    clock.now += 31_000;
    await expect.poll(() => archive.status()).toMatchObject({ maxzoom: 14 });
    await archive.close();
  });

  test('with an exchanged file yields a new version of the archive', async () => {
    const { archive, clock } = await scene(server.url);
    const version = versionOf(archive);
    const other = join(folder, 'exchanged.pmtiles');
    await writeArchive(other, {
      tiles: [],
      type: 'vector',
      maxzoom: 3,
      metadata: { vector_layers: ['earth', 'water', 'roads'].map((id) => ({ id })) },
    });
    server.path = other;
    await expect(archive.tile(version, 12, middle.x >> 2, middle.y >> 2)).rejects.toThrow(EngineUnavailable);
    clock.now += 21_000;
    await expect.poll(() => archive.status()).toMatchObject({ maxzoom: 3 });
    expect(versionOf(archive)).not.toBe(version);
    await archive.close();
  });
});
