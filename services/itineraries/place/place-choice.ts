import { comparable } from '@waystory/infra/places/name-words.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { RankedFind } from './place-finds.ts';

/** So much more weight is far ahead: that of a town of 3.5 times as many people. */
const farAhead = 0.116;
/** A quarter reaches so far from its middle, kilometres. */
const quarter = 2;

/** The one place that words mean, or those that they may mean, best first; none when there is none. */
export type Choice = { chosen: PlaceFind } | { candidates: readonly PlaceFind[] };

/**
 * Chooses among what was found for some words. Places that are called so leave no room for others, and of several the one that is far more talked of
 * than all others is meant; so it is with places that are called so but for slips, if nothing else fits. What has more in its name than was typed is meant
 * only when it is all there is.
 */
export function choose(ranked: readonly RankedFind[]): Choice {
  const whole = ranked.filter(({ match }) => match.extent === 'whole');
  const called = whole.length > 0 ? whole : ranked.filter(({ match }) => match.extent === 'near' && !match.slipped);
  if (called.length > 0) return chooseByWeight(called);
  const [part, ...otherParts] = ranked.filter(({ match }) => !match.slipped);
  const mistyped = ranked.filter(({ match }) => match.extent === 'near');
  if (!part) return chooseByWeight(mistyped, ranked);
  return otherParts.length === 0 && mistyped.length === 0 ? { chosen: part.item } : { candidates: itemsOf(ranked) };
}

function chooseByWeight(ranked: readonly RankedFind[], candidates = ranked): Choice {
  const apart = withoutSurroundings(ranked);
  const isAhead = (one: RankedFind, other: RankedFind): boolean => one.weight.least - other.weight.most >= farAhead;
  const meant = apart.find((one) => apart.every((other) => one === other || isAhead(one, other)));
  return meant ? { chosen: meant.item } : { candidates: itemsOf(candidates) };
}

const itemsOf = (ranked: readonly RankedFind[]): PlaceFind[] => ranked.map(({ item }) => item);

/**
 * What is only around another find of the same name is left out: who names Singapore or Luxembourg for a stop means the city, and who names the Sagrada
 * Família does not mean the quarter that is called after it.
 */
function withoutSurroundings(ranked: readonly RankedFind[]): RankedFind[] {
  const isAround = (outer: PlaceFind, inner: PlaceFind): boolean => {
    if (outer.featureType === 'country')
      return inner.address.countryCode === outer.address.countryCode && comparable(inner.name) === comparable(outer.name);
    return outer.featureType === 'neighborhood' && kilometresBetween(outer.coordinates, inner.coordinates) <= quarter;
  };
  return ranked.filter(({ item: outer }) => !ranked.some(({ item: inner }) => inner.featureType !== outer.featureType && isAround(outer, inner)));
}
