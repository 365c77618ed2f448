import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { address, coordinates, id, imageUrl, instant, line, text, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** A real place (spec 3: Place), from a map service or custom. */
export const placeFields = {
  name: line(200, 'Give the place a name'),
  otherNames: z.array(line(200)).max(20).describe('In other languages and scripts, and as people say it; it is found by them too'),
  mapboxId: text(200).nullable().describe('Id in the place search that it comes from: of the map service, or of the built-in gazetteer'),
  placeName: text(300).nullable().describe('Name with its surroundings, as a map service words it'),
  featureType: text(60).nullable().describe('Kind of feature: poi, address, place, country, ...'),
  address,
  placeFormatted: text(300).nullable(),
  imageUrl: imageUrl.nullable(),
  poiCategories: z.array(line(60)).max(20),
  poiCategoryIds: z.array(line(60)).max(20),
  brands: z.array(line(60)).max(20),
  brandIds: z.array(line(60)).max(20),
  maki: text(60).nullable().describe('Name of an icon'),
  relevance: z.number().min(0).max(1).nullable(),
  wikidataId: z
    .string()
    .regex(/^Q[0-9]+$/, 'Looks like Q42')
    .nullable(),
};
const written = z.object({ ...placeFields, coordinates });
const first = written.partial().extend({ name: placeFields.name, coordinates });
export type WrittenPlace = z.output<typeof written>;

/** PERSON: a custom place, created for a stop and used by its stops only. WORLD: shared by all stories. */
export const placeOrigin = z.enum(['PERSON', 'WORLD']);
export type PlaceOrigin = z.output<typeof placeOrigin>;

export const placeEvents = defineEvents({
  // `accountId` is the author of a custom place; absent for a world place.
  PlaceCreated: first.extend({ placeId: id, accountId: id.optional() }),
  PlaceUpdated: z.object({ placeId: id, changes: written.partial() }),
  PlaceDeleted: z.object({ placeId: id }),
});
export type PlaceEvent = EventOf<typeof placeEvents>;

export const placeErrors = {
  'place/unknown': 'There is no such place.',
  'place/ambiguous': 'Several places fit; choose one of them.',
  'place/not-found': 'No place was found for this; try other words or give coordinates.',
} as const satisfies ErrorCatalogue;

export const place = written.extend({ id, version, createdAt: instant, updatedAt: instant });
export type Place = z.output<typeof place>;

export const placeList = {
  entity: 'Place',
  filterable: { id: 'id', name: 'text', mapboxId: 'text', featureType: 'text', poiCategories: 'set', wikidataId: 'text', createdAt: 'time' },
  sortable: ['name', 'createdAt', 'updatedAt'],
  defaultSort: 'name ASC',
} as const satisfies ListSpec;

const params = z.object({ id });

export const placeRoutes = defineRoutes({
  createPlace: route.post('/places', 'Add a place', 'geography.write', { body: first, reply: place }),
  listPlaces: route.list('/places', 'List places', 'geography.read', placeList, place),
  getPlace: route.get('/places/:id', 'One place', 'geography.read', { params, reply: place, errors: ['place/unknown'] }),
  patchPlace: route.patch('/places/:id', 'Change a place', 'geography.write', {
    params,
    body: written.partial(),
    reply: place,
    errors: ['place/unknown'],
  }),
  deletePlace: route.delete('/places/:id', 'Remove a place', 'geography.write', { params, errors: ['place/unknown'] }),
});
