import { expect, test } from 'vitest';
import { photosContract } from './contract.ts';
import { parseSceneFile } from './scene-key.ts';
import { scenePhotos } from './scenes.ts';

photosContract(async () => scenePhotos());

const photos = scenePhotos();

test('the same words find the same pictures, in any letter case', async () => {
  expect(await photos.search('Old harbour ', 8)).toEqual(await photos.search('old HARBOUR', 8));
});

test('every address is one that is served, in the sizes it promises', async () => {
  for (const { url, previewUrl, thumbnailUrl, width } of await photos.search('a walk in Lisbon', 30)) {
    expect(parseSceneFile(url.replace('/photos/', ''))?.width).toBe(width);
    expect(parseSceneFile(previewUrl.replace('/photos/', ''))?.width).toBe(640);
    expect(parseSceneFile(thumbnailUrl.replace('/photos/', ''))?.width).toBe(240);
  }
});

test('nobody can take them for photos', async () => {
  const [one] = await photos.search('desert', 1);
  expect(one).toMatchObject({ source: 'illustration', attribution: 'Illustration', authorName: 'Waystory', unsplashId: null });
  expect(one?.description).toMatch(/^A caravan among dunes (at dawn|on a clear day|at sunset|at night)$/);
});
