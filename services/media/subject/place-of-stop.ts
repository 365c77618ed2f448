import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import type { PicturedPlace } from '@waystory/infra/photos/place-kinds.ts';
import { type PlaceEvent, placeEvents } from '@waystory/proto/itineraries/place.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import type { imageRoutes } from '@waystory/proto/media/image.ts';
import type { z } from 'zod';
import { evolvePicturedPlace } from './pictured-place.ts';
import { isStopAt, type Subject } from './subject.ts';

type Wanted = z.output<typeof imageRoutes.previewStopImages.body>;
type Events = Pick<EventStore, 'read'>;

/**
 * What is known of the place that images for a stop are wanted for: what is recorded of it, else what a search told the caller; undefined when neither is known.
 * @throws EngineUnavailable
 */
export async function placeOfStop(events: Events, subject: Subject, wanted: Wanted): Promise<PicturedPlace | undefined> {
  const { placeId, poiCategories = [], maki = null, countryCode = null, coordinates, locationQuery } = wanted;
  // It begins with the name; what stands behind may be called after something else.
  const called = locationQuery.split(',', 1)[0] ?? locationQuery;
  if (placeId) {
    const place = isStopAt(subject, placeId) ? await recordedPlace(events, placeId) : null;
    return place ? { ...place, names: [...place.names, called] } : undefined;
  }
  if (poiCategories.length === 0 && maki === null) return undefined;
  return { categories: poiCategories, maki, names: [called], countryCode, latitude: coordinates?.latitude ?? null };
}

async function recordedPlace(events: Events, placeId: string): Promise<PicturedPlace | null> {
  const recorded = await events.read(streamName('place', placeId));
  return recorded.reduce<PicturedPlace | null>((place, { type, schema, data }) => {
    if (!Object.hasOwn(placeEvents.schemas, type)) return place;
    const event = { type, data: upcast(placeEvents, { type, schema, data }) } as PlaceEvent; // type and data belong together in the log
    return evolvePicturedPlace(place, event);
  }, null);
}
