import type { Image } from '@waystory/proto/media/image.ts';
import { expect, test } from 'vitest';
import { photoOf } from './photo.ts';
import { idOf } from './story.fixture.ts';

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

test('without a picture there is none', () => expect(photoOf({ imageUrl: null, image: null }, 'large')).toBeNull());

test('a photo names whom it is owed to', () => {
  expect(photoOf({ imageUrl: image.url, image }, 'large')).toMatchObject({
    src: image.url,
    srcSet: '/photos/coast-640.webp 640w, /photos/coast-1200.webp 1200w',
    credit: { author: 'Ana', source: 'Unsplash' },
    illustration: false,
  });
});

test('a drawing is called one', () => {
  expect(photoOf({ imageUrl: null, image: { ...image, source: 'illustration' } }, 'large')).toMatchObject({ credit: null, illustration: true });
});

test('an address that was typed in comes first, without the credit of another picture', () => {
  expect(photoOf({ imageUrl: '/elsewhere.jpg', image }, 'large')).toEqual({ src: '/elsewhere.jpg' });
});

test('a small one loads the small file', () => expect(photoOf({ imageUrl: null, image }, 'small')).toEqual({ src: image.thumbnailUrl }));

test('a drawing is known by its path alone, with its smaller sizes', () => {
  const imageUrl = '/photos/vineyard-day-landscape-59-1200.webp';
  expect(photoOf({ imageUrl, image: null }, 'large')).toMatchObject({
    srcSet: `/photos/vineyard-day-landscape-59-640.webp 640w, ${imageUrl} 1200w`,
    illustration: true,
  });
  expect(photoOf({ imageUrl, image: null }, 'small')).toEqual({ src: '/photos/vineyard-day-landscape-59-240.webp' });
});
