import type { Box } from '@waystory/proto/kit/filter.ts';
import type { LocationTree } from './location-tree.ts';
import { areasOf, countStopsIn, visitStopsIn } from './stop-counts.ts';
import type { StopRows } from './stop-rows.ts';
import type { StoryRank } from './story-standings.ts';

export interface StoriesQuery {
  /** Limits itineraries to those with a stop in this country, a two-letter code. */
  countryCode?: string | undefined;
  /** Most itineraries that are listed, most liked first. */
  most: number;
  /** Most itineraries that are counted; a total of `cap` + 1 means that there are more. */
  cap: number;
}

export interface RankedStory extends StoryRank {
  id: string;
}

/**
 * Itineraries with a stop in a box: their number, and the most liked first, then the latest, then by id. With too many stops to visit, `best` is
 * null. `total` is then null unless the visited stops exceed the cap, or the box contains all stops.
 */
export type StoriesInBox = { total: number; best: RankedStory[] } | { total: number | null; best: null };

/** Most stops that are visited: some milliseconds, during which the thread is blocked. */
const mostStops = 100_000;

/** Visits only the stops in a box, edges included, so the cost is independent of the size of the map. */
export function storiesWithin(tree: LocationTree, rows: StopRows, box: Box, { countryCode, most, cap }: StoriesQuery): StoriesInBox {
  const { columns, countries, standings } = rows;
  const areas = areasOf(box);
  const stops = countStopsIn(tree, areas);
  const isTooMany = stops > mostStops;
  if (isTooMany && stops === rows.size() && countryCode === undefined) return { total: Math.min(countries.storyCount(), cap + 1), best: null };
  const isWanted = countryCode === undefined ? null : new Set(countries.withCode(countryCode));
  const isNew = standings.beginLook();
  const stories: number[] = [];
  let looked = 0;
  visitStopsIn(tree, rows, areas, (row) => {
    const pair = columns.pair[row] ?? 0;
    const story = countries.storyOf(pair);
    if ((!isWanted || isWanted.has(countries.countryOf(pair))) && isNew(story)) stories.push(story);
    looked += 1;
    return !isTooMany || (looked < mostStops && stories.length <= cap);
  });
  if (isTooMany) return { total: stories.length > cap ? cap + 1 : null, best: null };
  const before = (a: number, b: number): number => standings.compare(a, b) || (countries.itineraryId(a) < countries.itineraryId(b) ? -1 : 1);
  const best = firstOf(stories, before, most).map((story) => ({ id: countries.itineraryId(story), ...standings.get(story) }));
  return { total: Math.min(stories.length, cap + 1), best };
}

/** The first `most` in order, without sorting all of them. */
function firstOf(stories: readonly number[], before: (a: number, b: number) => number, most: number): number[] {
  if (stories.length <= most) return stories.toSorted(before);
  const first: number[] = [];
  for (const story of stories) {
    const last = first[most - 1];
    if (last !== undefined && before(story, last) > 0) continue;
    let [from, to] = [0, first.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (before(first[middle] ?? 0, story) < 0) from = middle + 1;
      else to = middle;
    }
    first.splice(from, 0, story);
    if (first.length > most) first.pop();
  }
  return first;
}
