import { parseSceneFile, type Scene, type SceneGallery } from '@waystory/scenes';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { photosContract } from './contract.ts';
import { openSceneGallery, scenePhotos } from './scenes.ts';

photosContract(async () => scenePhotos());

const photos = scenePhotos();

test('Scene search returns the same pictures for the same words in any letter case', async () => {
  expect(await photos.search('Old harbour ', 8)).toEqual(await photos.search('old HARBOUR', 8));
});

test('Scene URLs have the width of the picture, its preview 640 and its thumbnail 240 pixels', async () => {
  for (const { url, previewUrl, thumbnailUrl, width } of await photos.search('a walk in Lisbon', 30)) {
    expect(parseSceneFile(url.replace('/photos/', ''))?.width).toBe(width);
    expect(parseSceneFile(previewUrl.replace('/photos/', ''))?.width).toBe(640);
    expect(parseSceneFile(thumbnailUrl.replace('/photos/', ''))?.width).toBe(240);
  }
});

test('Scene has the source illustration and no photographer', async () => {
  const [one] = await photos.search('desert', 1);
  expect(one).toMatchObject({ source: 'illustration', attribution: 'Illustration', authorName: 'Waystory', unsplashId: null });
  expect(one?.description).toMatch(/^A caravan among dunes (at dawn|on a clear day|at sunset|at night)$/);
});

const scene = (variant: number): Scene => ({ kind: 'lake', time: 'dawn', shape: 'landscape', variant });
let gallery: SceneGallery | undefined;
const open = (): SceneGallery => {
  gallery = openSceneGallery();
  return gallery;
};
afterEach(() => gallery?.close());

test('Scene gallery refuses requests beyond its queue at once and serves the rest', async () => {
  const opened = open();
  const refusals: unknown[] = [];
  const pictures = (['landscape', 'portrait'] as const).flatMap((shape) =>
    Array.from({ length: 128 }, (_, variant) => opened.picture({ kind: 'desert', time: 'day', shape, variant }, 240)),
  );
  for (const picture of pictures) picture.catch((error: unknown) => refusals.push(error));
  expect(await sharp(await pictures[0]).metadata()).toMatchObject({ format: 'webp' });
  expect(refusals.length).toBeGreaterThan(40);
  expect(refusals.length).toBeLessThan(60);
  expect(refusals[0]).toMatchObject({ code: 'engine/unavailable', engine: 'scenes' });
});

test('Scene gallery rejects waiting and later requests once closed', async () => {
  const opened = open();
  const waiting = Promise.allSettled([1, 2, 3].map((variant) => opened.picture(scene(variant), 240)));
  const ahead = opened.prepare([{ scene: scene(9), width: 240 }]);
  await opened.close();
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await ahead;
  await expect(opened.picture(scene(4), 240)).rejects.toMatchObject({ code: 'engine/unavailable' });
});
