import { z } from 'zod';
import { bulkRoutes } from '../kit/bulk.ts';
import { coordinates, id } from '../kit/field.ts';
import { hidingFields, reasonWith } from '../operations/moderation.ts';
import { visibility } from './audience.ts';
import { countryFields, countryList } from './country.ts';
import { dayFields, dayList } from './day.ts';
import { itineraryList } from './itinerary.ts';
import { placeFields, placeList } from './place.ts';

export const itineraryChanges = reasonWith('hidden', z.object({ ...hidingFields, visibility: visibility.optional() }));
export const dayChanges = z.object(dayFields).partial();
export const countryChanges = z.object(countryFields).partial();
export const placeChanges = z.object({ ...placeFields, coordinates }).partial();

/** spec 7: PATCH and DELETE by filter for itineraries, days, countries and places. */
export const itineraryBulkRoutes = {
  ...bulkRoutes({ things: 'Itineraries', path: '/itineraries', access: 'stories.bulk', list: itineraryList, changes: itineraryChanges }),
  ...bulkRoutes({
    things: 'Days',
    path: '/itineraries/:itineraryId/days',
    access: 'stories.bulk',
    params: z.object({ itineraryId: id }),
    list: dayList,
    changes: dayChanges,
  }),
  ...bulkRoutes({ things: 'Countries', path: '/countries', access: 'geography.write', list: countryList, changes: countryChanges }),
  ...bulkRoutes({ things: 'Places', path: '/places', access: 'geography.write', list: placeList, changes: placeChanges }),
};
