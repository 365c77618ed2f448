import { orThrow } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import type { Photos } from '@waystory/infra/photos/port.ts';
import { imageRoutes } from '@waystory/proto/media/image.ts';
import { placeOfStop } from '../subject/place-of-stop.ts';
import { readSubject } from '../subject/read-subject.ts';
import { ownSubject, wordsOfItinerary, wordsOfStop } from '../subject/subject.ts';
import { images } from './images.projection.ts';
import { previewImages } from './preview-images.ts';

/** Routes of images from a photo provider. The subject of an itinerary is read from the log. */
export const imageRoutesOn = (photos: Photos, events: Pick<EventStore, 'read'>): BoundRoutes =>
  bind(imageRoutes, {
    previewImages: ({ body, context }, services) => previewImages(photos, { words: body.word, count: body.count }, context, services),
    previewItineraryImages: async ({ params, body, principal, context }, services) => {
      const subject = ownSubject(await readSubject(events, params.itineraryId), principal);
      return previewImages(photos, { ...wordsOfItinerary(subject), count: body.count }, context, services);
    },
    previewStopImages: async ({ params, body, principal, context }, services) => {
      const subject = ownSubject(await readSubject(events, params.itineraryId), principal);
      const place = await placeOfStop(events, subject, body);
      const { words, near } = wordsOfStop(subject, body.locationQuery);
      return previewImages(photos, { words, near: body.coordinates ?? near, count: body.count, place }, context, services);
    },
    listImages: async ({ query }, { reads }) => ({ body: await reads.list(images, query) }),
    getImage: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(images, params.id), 'image/unknown') }),
  });
