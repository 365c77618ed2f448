import { given } from '@waystory/infra/commands/given.ts';
import type { DescribedImage, ImageEvent } from '@waystory/proto/media/image.ts';
import { expect, test } from 'vitest';
import { imageIdOf, imageStream } from './image.ts';

const image: DescribedImage = {
  url: '/photos/coast-day-landscape-00-1200.webp',
  previewUrl: '/photos/coast-day-landscape-00-640.webp',
  thumbnailUrl: '/photos/coast-day-landscape-00-240.webp',
  width: 1_200,
  height: 800,
  source: 'illustration',
  attribution: 'Illustration',
  sourceUrl: null,
  authorName: 'Waystory',
  authorUrl: null,
  description: null,
  unsplashId: null,
  photographerUsername: null,
  downloadUrl: null,
};
const imageId = imageIdOf('illustration', 'coast-day-landscape-00');
const added: ImageEvent = { type: 'ImageAdded', data: { imageId, ...image } };

test('AddImage records the data of the provider', () => {
  const { state } = given(imageStream, [], imageId).when({ type: 'AddImage', imageId, image }).then([added]);
  expect(state).toMatchObject({ id: imageId, ...image, version: 1 });
});

test('AddImage for an existing image appends no event', () => {
  const again = { ...image, description: 'Told anew' };
  given(imageStream, [added], imageId).when({ type: 'AddImage', imageId, image: again }).then([]);
});

test('image id is derived from provider and picture', () => {
  expect(imageIdOf('illustration', 'coast-day-landscape-00')).toBe(imageId);
  expect(imageIdOf('unsplash', 'coast-day-landscape-00')).not.toBe(imageId);
  expect(imageIdOf('illustration', 'coast-day-landscape-01')).not.toBe(imageId);
});
