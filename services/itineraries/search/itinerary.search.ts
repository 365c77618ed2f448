import type { Doc } from '@waystory/infra/projection-store/port.ts';
import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { type Stop, stopList } from '@waystory/proto/itineraries/stop.ts';
import { textsOf } from './texts.ts';

// Documents in a collection were written by its own projection, so they have its shape.
const stopOf = (doc: Doc): Stop => doc as Stop;

/** How itineraries are found: by what is written about them, and by where their accepted stops are. */
export const itinerarySearch: Searchable<Itinerary> = {
  index: 'itineraries',
  version: 1,
  texts: {
    title: 'name',
    stops: 'place',
    cities: 'region',
    countries: 'region',
    shortDescription: 'prose',
    highlights: 'prose',
    description: 'prose',
  },
  filters: { accountId: 'id', visibility: 'text', hidden: 'flag', version: 'number' },
  category: 'itinerary',
  related: { collection: 'stops', field: 'itineraryId', most: stopList.maxLimit },
  searched({ title, shortDescription, highlights, description, accountId, visibility, hidden, version }, related) {
    // Something may be known of an itinerary before the itinerary is.
    if (version === 0) return null;
    const stops = related
      .map(stopOf)
      .filter(({ state }) => state === 'ACCEPTED')
      .sort((a, b) => a.index - b.index || (a.id < b.id ? -1 : 1));
    return {
      texts: textsOf({
        title: [title],
        stops: stops.flatMap((stop) => [stop.title, stop.placeName]),
        cities: stops.map(({ addressCity }) => addressCity),
        countries: stops.map(({ addressCountry }) => addressCountry),
        shortDescription: [shortDescription],
        highlights,
        description: [description],
      }),
      filters: { accountId, visibility, hidden, version },
    };
  },
};
