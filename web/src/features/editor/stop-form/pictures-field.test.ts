import { expect, test } from 'vitest';
import { listOfPictures, mostPictures, movePicture, valuesOfPictures } from './pictures-field.tsx';
import { stopRules } from './stop-values.ts';

const picture = (name: string, caption: string | null = null) => ({ imageUrl: `/media/${name}.webp`, imageId: null, caption });
const none = { imageUrl: null, imageId: null, imageCaption: null, gallery: [] };

test('pictures are stored as a cover and an ordered gallery', () => {
  const list = [picture('a', 'Dawn'), picture('b'), picture('c', 'Dusk')];
  const values = valuesOfPictures(list);
  expect(values).toEqual({ imageUrl: '/media/a.webp', imageId: null, imageCaption: 'Dawn', gallery: [picture('b'), picture('c', 'Dusk')] });
  expect(listOfPictures(values)).toEqual(list);
});

test('an empty list of pictures clears cover, caption and gallery', () => {
  expect(valuesOfPictures([])).toEqual(none);
  expect(listOfPictures(none)).toEqual([]);
});

test('the second picture becomes the cover when the first is removed', () => {
  expect(valuesOfPictures([picture('a'), picture('b')].slice(1))).toEqual({ ...none, imageUrl: '/media/b.webp' });
});

test('a picture moves to another index of the list', () => {
  const [a, b, c] = [picture('a'), picture('b'), picture('c')];
  expect(movePicture([a, b, c], 2, 0)).toEqual([c, a, b]);
  expect(movePicture([a, b, c], 0, 1)).toEqual([b, a, c]);
});

test('the maximum number of pictures equals the limit of the schema', () => {
  const gallery = Array.from({ length: mostPictures - 1 }, (_, index) => picture(String(index)));
  expect(stopRules.shape.gallery.safeParse(gallery).success).toBe(true);
  expect(stopRules.shape.gallery.safeParse([...gallery, picture('more')]).success).toBe(false);
});
