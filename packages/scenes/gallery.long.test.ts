import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSceneGallery, type SceneGallery } from './gallery.ts';
import type { Scene } from './scene.ts';

const scene = (variant: number): Scene => ({ kind: 'lake', time: 'dawn', shape: 'landscape', variant });

let folder: string;
let galleries: SceneGallery[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystory-scenes-'));
  galleries = [];
});
afterEach(async () => {
  await Promise.all(galleries.map((gallery) => gallery.close()));
  await rm(folder, { recursive: true, force: true });
});

function open(where?: string): SceneGallery {
  const gallery = createSceneGallery(where);
  galleries.push(gallery);
  return gallery;
}

/** File names in the cache folder of the current version of the drawing code. */
async function kept(): Promise<string[]> {
  const [edition = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  return (await readdir(join(folder, edition))).sort();
}

test('Picture is a WebP of the requested width, with the same bytes in every gallery', async () => {
  const bytes = await open().picture(scene(1), 240);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 240, height: 160 });
  expect(Buffer.from(await open().picture(scene(1), 240))).toEqual(Buffer.from(bytes));
  const portrait = await open().picture({ ...scene(1), shape: 'portrait' }, 640);
  expect(await sharp(portrait).metadata()).toMatchObject({ format: 'webp', width: 640, height: 853 });
});

test('Gallery reads a picture from the disk cache when it exists', async () => {
  const bytes = await open(folder).picture(scene(2), 240);
  expect(await kept()).toEqual(['lake-dawn-landscape-02-240.webp']);
  const [edition = ''] = await readdir(folder);
  const file = join(folder, edition, 'lake-dawn-landscape-02-240.webp');
  expect(await readFile(file)).toEqual(Buffer.from(bytes));
  await writeFile(file, 'kept');
  expect(String(await open(folder).picture(scene(2), 240))).toBe('kept');
});

test('Gallery removes cached pictures of other versions of the drawing code', async () => {
  await mkdir(join(folder, 'before'), { recursive: true });
  await writeFile(join(folder, 'before', 'lake-dawn-landscape-02-240.webp'), 'old');
  await open(folder).picture(scene(2), 240);
  expect(await kept()).toEqual(['lake-dawn-landscape-02-240.webp']);
});

test('Gallery draws pictures without a cache when its folder is not writable', async () => {
  await writeFile(join(folder, 'file'), '');
  const bytes = await open(join(folder, 'file')).picture(scene(3), 240);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 240 });
});

test('Gallery draws a picture once for concurrent requests', async () => {
  const gallery = open(folder);
  const asked = await Promise.all(Array.from({ length: 60 }, (_, number) => gallery.picture(scene(number % 4), 240)));
  expect(new Set(asked.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(4);
  expect(await kept()).toHaveLength(4);
});

test('Gallery draws a requested picture before prefetched pictures', async () => {
  const gallery = open(folder);
  const order: string[] = [];
  const ahead = gallery.prepare([20, 21, 22, 23].map((variant) => ({ scene: scene(variant), width: 240 }))).then(() => order.push('ahead'));
  await gallery.picture(scene(30), 240).then(() => order.push('asked for'));
  await ahead;
  expect(order).toEqual(['asked for', 'ahead']);
  expect(await kept()).toHaveLength(5);
});
