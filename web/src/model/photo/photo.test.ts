import type { Image } from '@waystory/proto/media/image.ts';
import { expect, test } from 'vitest';
import { idOf } from '../testing/story.fixture.ts';
import { coverOf, photoOf } from './photo.ts';

const image: Image = {
  id: idOf(1),
  url: '/photos/coast-1200.webp',
  previewUrl: '/photos/coast-640.webp',
  thumbnailUrl: '/photos/coast-240.webp',
  width: 1_200,
  height: 800,
  source: 'unsplash',
  attribution: 'Photo by Ana',
  sourceUrl: 'https://unsplash.com/photos/1',
  authorName: 'Ana',
  authorUrl: 'https://unsplash.com/@ana',
  description: null,
  unsplashId: '1',
  photographerUsername: 'ana',
  downloadUrl: null,
  version: 1,
  createdAt: '2026-05-01T08:00:00Z',
  updatedAt: '2026-05-01T08:00:00Z',
};

test('Item without a picture has no photo', () => expect(photoOf({ imageUrl: null, image: null }, 'large')).toBeNull());

test('Photo has the credit of its author', () => {
  expect(photoOf({ imageUrl: image.url, image }, 'large')).toMatchObject({
    src: image.url,
    srcSet: '/photos/coast-640.webp 640w, /photos/coast-1200.webp 1200w',
    credit: { author: 'Ana', source: 'Unsplash' },
    illustration: false,
  });
});

test('Drawing is marked as illustration', () => {
  expect(photoOf({ imageUrl: null, image: { ...image, source: 'illustration' } }, 'large')).toMatchObject({ credit: null, illustration: true });
});

test('Entered URL takes precedence over the image, and has no credit', () => {
  expect(photoOf({ imageUrl: '/elsewhere.jpg', image }, 'large')).toEqual({ src: '/elsewhere.jpg' });
});

test.each([
  ['card', image.previewUrl],
  ['thumbnail', image.thumbnailUrl],
] as const)('Photo as %s has the smaller file and the same credit', (size, src) => {
  const credit = { author: 'Ana', authorUrl: image.authorUrl, source: 'Unsplash', sourceUrl: image.sourceUrl };
  expect(photoOf({ imageUrl: null, image }, size)).toEqual({ src, credit, illustration: false });
});

test('Cover is the picture of the story, or else that of its country without a credit', () => {
  const countryImageUrl = '/photos/coast-day-landscape-84-1600.webp';
  expect(coverOf({ imageUrl: image.url, image, countryImageUrl }, 'card')).toMatchObject({ src: image.previewUrl, credit: { author: 'Ana' } });
  expect(coverOf({ imageUrl: null, image: null, countryImageUrl }, 'card')).toEqual({
    src: '/photos/coast-day-landscape-84-640.webp',
    illustration: true,
  });
});

test.each([
  ['https://images.unsplash.com/photos/a-1200.webp', 'card', 'https://images.unsplash.com/photos/a-1200.webp'],
  ['/flags/IT.svg', 'thumbnail', '/flags/IT.svg'],
  ['/media/0190/a.webp', 'thumbnail', '/media/0190/a.webp?w=320'],
  ['/media/0190/a.webp?w=1280', 'card', '/media/0190/a.webp?w=640'],
  ['/media/0190/a.webp', 'large', '/media/0190/a.webp'],
] as const)('%s as a %s has a width parameter only when the server resizes that picture', (imageUrl, size, src) => {
  expect(photoOf({ imageUrl, image: null }, size)).toEqual({ src });
});

test('Drawing is recognised by its path, and has smaller sizes', () => {
  const imageUrl = '/photos/vineyard-day-landscape-59-1200.webp';
  expect(photoOf({ imageUrl, image: null }, 'large')).toMatchObject({
    srcSet: `/photos/vineyard-day-landscape-59-640.webp 640w, ${imageUrl} 1200w`,
    illustration: true,
  });
  expect(photoOf({ imageUrl, image: null }, 'thumbnail')).toEqual({ src: '/photos/vineyard-day-landscape-59-240.webp', illustration: true });
});
