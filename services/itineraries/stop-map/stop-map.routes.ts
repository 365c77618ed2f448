import { Rejected } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import type { ReadSide, Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { boxOf } from '@waystory/proto/itineraries/bounds.ts';
import { type CountryInView, stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { countries } from '../country/countries.projection.ts';
import { cardsOf } from '../itinerary/itinerary.view.ts';
import { stops, stories } from '../itinerary/stories.projection.ts';
import type { StopMapReplica } from './stop-map.replica.ts';
import type { CountrySeen } from './stop-map.ts';
import { storiesByBounds } from './stories-by-bounds.ts';

/** Names of countries with stops whose record nobody added. */
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

/**
 * Country cards, counted and ranked on the map in memory. Answers are as recent as the read model at the time of the request, like any other read.
 */
export const routesOn = (map: Pick<StopMapReplica, 'current' | 'isFilled' | 'reached'>, readSide: Pick<ReadSide, 'watermark'>): BoundRoutes => {
  /** Whether the map has reached the watermark of the read model. */
  const isCurrent = async (reads: Reads): Promise<boolean> => {
    // Reads nothing, but waits for the caller's last write, and tells that the answer stands on this projection.
    await reads.byIds(stops, []);
    // Inline documents are readable before the watermark of the projection reaches their event.
    return map.reached(Math.max(readSide.watermark(stories.name), reads.after));
  };
  return bind(stopMapRoutes, {
    listItinerariesByBounds: async ({ query: { page, limit, countryCode, ...corners }, principal }, { reads }) => {
      const box = boxOf(corners) ?? { south: -90, west: -180, north: 90, east: 180 };
      const current = map.isFilled() && (await isCurrent(reads)) ? map.current() : null;
      const found = await storiesByBounds(current, { box, countryCode, page, limit }, principal, reads);
      return { body: { ...found, items: await cardsOf(found.items, reads) } };
    },
    listCountriesInView: async ({ query }, { reads }) => {
      if (!(await isCurrent(reads))) throw new Rejected('read/behind', { projection: stories.name });
      const seen = map.current().countriesIn(boxOf(query));
      const known = await reads.byIds(
        countries,
        seen.map(({ countryId }) => countryId),
      );
      const byId = new Map(known.map((country) => [country.id, country]));
      return { body: { items: seen.flatMap((country) => cardOf(country, byId.get(country.countryId))) } };
    },
  });
};

function cardOf(
  { countryId: id, code, ...seen }: CountrySeen,
  country: Pick<CountryInView, 'code' | 'name' | 'imageUrl'> | undefined,
): CountryInView[] {
  if (country) return [{ id, code: country.code, name: country.name, imageUrl: country.imageUrl, ...seen }];
  return code === null ? [] : [{ id, code, name: regionNames.of(code) ?? code, imageUrl: null, ...seen }];
}
