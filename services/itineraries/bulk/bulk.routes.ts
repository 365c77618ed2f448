import { bindBulkRoutes } from '@waystory/infra/bulk/bulk-routes.ts';
import { type BulkTarget, bulkTarget, commandPerItem } from '@waystory/infra/bulk/bulk-target.ts';
import { countryChanges, dayChanges, itineraryBulkRoutes, itineraryChanges, placeChanges } from '@waystory/proto/itineraries/bulk.ts';
import { countryList } from '@waystory/proto/itineraries/country.ts';
import { dayList } from '@waystory/proto/itineraries/day.ts';
import { itineraryList } from '@waystory/proto/itineraries/itinerary.ts';
import { placeList } from '@waystory/proto/itineraries/place.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { countries } from '../country/countries.projection.ts';
import { countryStream } from '../country/country.ts';
import { days, itineraries } from '../itinerary/stories.projection.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import { placeStream } from '../place/place.ts';
import { places } from '../place/places.projection.ts';

const itineraryTarget = bulkTarget({
  name: 'itineraries',
  collection: itineraries,
  list: itineraryList,
  changes: itineraryChanges,
  label: ({ title }) => title,
  each: commandPerItem(storyStream)({
    patch: (changes, actor) => ({ type: 'PatchItinerary', changes, actor }),
    remove: (actor) => ({ type: 'DeleteItinerary', actor }),
  }),
});

/** Days of one itinerary. They share its stream and are few enough for one request. */
const dayTarget = (itineraryId: string): BulkTarget =>
  bulkTarget({
    name: 'days',
    collection: days,
    list: dayList,
    changes: dayChanges,
    where: () => eq('itineraryId', itineraryId),
    partsOfOne: true,
    label: ({ title }) => title,
    each: commandPerItem(storyStream)({
      patch: (changes, actor, dayId) => ({ type: 'PatchDay', dayId, changes, actor }),
      remove: (actor, dayId) => ({ type: 'RemoveDay', dayId, actor }),
      streamOf: () => itineraryId,
    }),
  });

const countryTarget = bulkTarget({
  name: 'countries',
  collection: countries,
  list: countryList,
  changes: countryChanges,
  label: ({ name }) => name,
  each: commandPerItem(countryStream)({ patch: (changes) => ({ type: 'PatchCountry', changes }), remove: () => ({ type: 'DeleteCountry' }) }),
});

const placeTarget = bulkTarget({
  name: 'places',
  collection: places,
  list: placeList,
  changes: placeChanges,
  label: ({ name }) => name,
  each: commandPerItem(placeStream)({ patch: (changes) => ({ type: 'PatchPlace', changes }), remove: () => ({ type: 'DeletePlace' }) }),
});

/** Targets of bulk calls, also for the workflow that handles more matches than one request may change. */
export const targets: readonly BulkTarget[] = [itineraryTarget, countryTarget, placeTarget];

export const routes = bindBulkRoutes(itineraryBulkRoutes, 'itineraries', {
  Itineraries: itineraryTarget,
  Days: ({ itineraryId = '' }) => dayTarget(itineraryId),
  Countries: countryTarget,
  Places: placeTarget,
});
