import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { PicturedPlace } from '@waystory/infra/photos/port.ts';
import { countryEvents } from '@waystory/proto/itineraries/country.ts';
import { type PlaceEvent, placeEvents } from '@waystory/proto/itineraries/place.ts';
import { type EventVocabulary, upcast } from '@waystory/proto/kit/event.ts';
import type { imageRoutes } from '@waystory/proto/media/image.ts';
import type { z } from 'zod';
import { evolveSubject, isStopAt, type Subject, type SubjectEvent, subjectEvents } from './subject.ts';

/** Most countries whose names are read, because an image query uses fewer. */
const mostCountries = 3;

/**
 * Subject of an itinerary, folded from its stream on demand, so that it includes the latest write. Null for an unknown or deleted itinerary.
 * @throws EngineUnavailable
 */
export async function readSubject(events: Pick<EventStore, 'read'>, itineraryId: string): Promise<Subject | null> {
  const stream = streamName('itinerary', itineraryId);
  const recorded = (await events.read(stream)).filter(({ type }) => Object.hasOwn(subjectEvents.schemas, type));
  const subject = recorded.reduce<Subject | null>((before, event) => {
    const { type, data } = current(subjectEvents, event);
    return evolveSubject(before, { type, data, stream } as SubjectEvent & { stream: string }); // as: the log pairs type and data
  }, null);
  if (!subject) return null;
  const names = await Promise.all(subject.countryIds.slice(0, mostCountries).map((id) => countryName(events, id)));
  return { ...subject, countries: names.filter((name) => name !== null) };
}

async function countryName(events: Pick<EventStore, 'read'>, id: string): Promise<string | null> {
  const recorded = await events.read(streamName('country', id));
  const created = recorded.findLast(({ type }) => type === 'CountryCreated');
  const name = created && current(countryEvents, created).data.name;
  return typeof name === 'string' ? name : null;
}

const current = (vocabulary: EventVocabulary, { type, schema, data }: RecordedEvent) => ({ type, data: upcast(vocabulary, { type, schema, data }) });

/** Data of a place that determine its picture, after an event; null after its deletion. */
export function evolvePicturedPlace(place: PicturedPlace | null, { type, data }: PlaceEvent): PicturedPlace | null {
  switch (type) {
    case 'PlaceCreated': {
      const { name, otherNames = [], poiCategories = [], maki = null, address, coordinates } = data;
      return {
        categories: poiCategories,
        maki,
        names: [name, ...otherNames],
        countryCode: address?.countryCode ?? null,
        latitude: coordinates.latitude,
      };
    }
    case 'PlaceUpdated': {
      if (!place) return null;
      const { name = place.names[0] ?? '', otherNames = place.names.slice(1), poiCategories, maki, address, coordinates } = data.changes;
      return {
        categories: poiCategories ?? place.categories,
        maki: maki === undefined ? place.maki : maki,
        names: [name, ...otherNames],
        countryCode: address ? address.countryCode : place.countryCode,
        latitude: coordinates?.latitude ?? place.latitude,
      };
    }
    case 'PlaceDeleted':
      return null;
    default:
      return type satisfies never;
  }
}

type Wanted = z.output<typeof imageRoutes.previewStopImages.body>;
type Events = Pick<EventStore, 'read'>;

/**
 * Place of a stop for the image search: with a `placeId` the recorded place, otherwise the place data of the request.
 * Undefined without place data, and when no stop of the itinerary is at `placeId`. @throws EngineUnavailable
 */
export async function placeOfStop(events: Events, subject: Subject, wanted: Wanted): Promise<PicturedPlace | undefined> {
  const { placeId, poiCategories = [], maki = null, countryCode = null, coordinates, locationQuery } = wanted;
  // The query begins with the name of the place; the address behind the comma may match pictures of other places.
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
    const event = { type, data: upcast(placeEvents, { type, schema, data }) } as PlaceEvent; // as: the log pairs type and data
    return evolvePicturedPlace(place, event);
  }, null);
}
