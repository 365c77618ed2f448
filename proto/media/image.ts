import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { coordinates, countryCode, id, imageUrl, instant, line, text, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Origin of an image: a stock service, an open collection, or the product's own drawings. */
export const imageSource = z.enum(['unsplash', 'illustration', 'wikimedia', 'openverse']);

const pixels = z.int().min(1).max(100_000);

/** Description of an image by its provider (spec 3: Image). Links to provider and author contain its referral parameters. */
export const imageFields = {
  url: imageUrl,
  previewUrl: imageUrl,
  thumbnailUrl: imageUrl,
  width: pixels,
  height: pixels,
  source: imageSource,
  attribution: text(300),
  sourceUrl: imageUrl.nullable(),
  authorName: text(200),
  authorUrl: imageUrl.nullable(),
  description: text(1_000).nullable(),
  unsplashId: text(100).nullable(),
  photographerUsername: text(100).nullable(),
  downloadUrl: imageUrl.nullable().describe('Address to call when the image is used, where the provider asks for it'),
};
const described = z.object(imageFields);
export type DescribedImage = z.output<typeof described>;

export const imageEvents = defineEvents({ ImageAdded: described.extend({ imageId: id }) });
export type ImageEvent = EventOf<typeof imageEvents>;

export const imageErrors = { 'image/unknown': 'There is no such image.' } as const satisfies ErrorCatalogue;

/** spec 3: Image. One image per provider and picture. */
export const image = described.extend({ id, version, createdAt: instant, updatedAt: instant });
export type Image = z.output<typeof image>;

/** An image for a card, with its credit. */
export const shownImage = image.pick({
  url: true,
  previewUrl: true,
  thumbnailUrl: true,
  width: true,
  source: true,
  authorName: true,
  authorUrl: true,
  sourceUrl: true,
});
export type ShownImage = z.output<typeof shownImage>;

export const imageList = {
  entity: 'Image',
  filterable: { id: 'id', source: 'text', authorName: 'text', description: 'text', createdAt: 'time' },
  forms: { source: imageSource },
  sortable: ['createdAt'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

const images = z.array(image);
const count = z.int().min(1, 'At least 1').max(30, 'At most 30').default(12);

/** spec 7: preview images. Equal words yield equal images. */
export const imageRoutes = defineRoutes({
  previewImages: route.post('/itineraries/preview-images', 'Images to choose from, for any words', 'images.write', {
    body: z.object({ word: line(200, 'Say what the images should show'), count }),
    reply: images,
  }),
  previewItineraryImages: route.post('/itineraries/:itineraryId/preview-images', 'Images that fit an itinerary of your own', 'images.write', {
    params: z.object({ itineraryId: id }),
    body: z.object({ count }),
    reply: images,
    errors: ['itinerary/unknown', 'itinerary/not-yours'],
  }),
  previewStopImages: route.post(
    '/itineraries/:itineraryId/stops/preview-images',
    'Images that fit a stop of an itinerary of your own',
    'images.write',
    {
      params: z.object({ itineraryId: id }),
      body: z.object({
        locationQuery: line(200, 'Say where the stop is'),
        count,
        placeId: id.optional().describe('Of a stop of this itinerary: what kind of place it is decides what the images show'),
        // Alternatively, data of a search result, for a place without a stop.
        poiCategories: z.array(line(60)).max(20).optional(),
        maki: line(60).optional().describe('Name of an icon'),
        countryCode: countryCode.optional(),
        coordinates: coordinates.optional(),
      }),
      reply: images,
      errors: ['itinerary/unknown', 'itinerary/not-yours'],
    },
  ),
  listImages: route.list('/images', 'Images that were ever offered or used', 'images.list', imageList, image),
  getImage: route.get('/images/:id', 'One image with its attribution', 'images.read', {
    params: z.object({ id }),
    reply: image,
    errors: ['image/unknown'],
  }),
});
