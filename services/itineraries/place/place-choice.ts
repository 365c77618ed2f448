import { comparable } from '@waystory/infra/places/name-words.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import type { RankedFind } from './place-finds.ts';

/** So much more weight is far ahead: that of a town of 3.5 times as many people. */
const farAhead = 0.116;

/** The one place that words mean, or those that they may mean, best first; none when there is none. */
export type Choice = { chosen: PlaceFind } | { candidates: readonly PlaceFind[] };

/**
 * Chooses among what was found for some words. Places that are called exactly so leave no room for others, and then those that are called so but for
 * slips; among several the one that is far more talked of than all others is meant. What has more in its name than was typed is meant only when it is
 * all there is.
 */
export function choose(ranked: readonly RankedFind[]): Choice {
  for (const extent of ['whole', 'near'] as const) {
    const [first, second] = byWeight(withoutCountriesAround(ranked.filter(({ match }) => match.extent === extent)));
    if (!first) continue;
    if (!second || lead(first, second) >= farAhead) return { chosen: first.item };
    return { candidates: itemsOf(ranked.filter(({ match }) => match.extent === extent)) };
  }
  const [only, ...others] = ranked;
  return only && others.length === 0 && !only.match.slipped ? { chosen: only.item } : { candidates: itemsOf(ranked) };
}

const itemsOf = (ranked: readonly RankedFind[]): PlaceFind[] => ranked.map(({ item }) => item);

const byWeight = (ranked: readonly RankedFind[]): RankedFind[] => ranked.toSorted((a, b) => (b.match.weight ?? 0) - (a.match.weight ?? 0));

/** Nothing is ahead of what it cannot be compared with. */
const lead = ({ match: { weight: more } }: RankedFind, { match: { weight: less } }: RankedFind): number =>
  more === null || less === null ? 0 : more - less;

/** Who names Singapore or Luxembourg for a stop means the city: a country with a find of the same name in it is left out. */
function withoutCountriesAround(ranked: readonly RankedFind[]): RankedFind[] {
  const isWithin = (inner: PlaceFind, outer: PlaceFind): boolean =>
    inner !== outer && inner.address.countryCode === outer.address.countryCode && comparable(inner.name) === comparable(outer.name);
  return ranked.filter(({ item }) => item.featureType !== 'country' || !ranked.some((other) => isWithin(other.item, item)));
}
