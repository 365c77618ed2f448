import { type PlaceSearchResult, placeReferenceOf } from '@waystory/proto/itineraries/place-search.ts';
import { longestTitle } from '@waystory/proto/itineraries/stop.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { useRef, useState } from 'react';
import { refreshAround } from '../../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { queryClient } from '../../../model/query-client.ts';
import { searchedPlaces } from '../place-field/place.query.ts';

/** A place that is being added as a stop. */
export interface StopAddition {
  /** Idempotency key of all attempts, so retries add one stop. */
  key: string;
  title: string;
  /** Null for a list line before its look-up, and for a stop without a place. */
  find: PlaceSearchResult | null;
  /** The stop is added without a place. */
  isPlain: boolean;
  /** `unknown`: no place of this name is near the trip. */
  state: 'adding' | 'failed' | 'unknown';
}

/** Longest distance between a list entry and the trip, kilometres. It excludes namesakes on other continents. */
const nearTrip = 300;
/** Coordinates of a stop without a place, in a story without any place. */
const unknownPoint = { latitude: 0, longitude: 0 };

/** Queue that appends places to a day in the order of entry, without blocking the input. */
export function useStopAdditions(itineraryId: string, dayId: string, near: Coordinates | null) {
  const [additions, setAdditions] = useState<readonly StopAddition[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const forget = (key: string): void => setAdditions((all) => all.filter((one) => one.key !== key));
  const change = (key: string, changes: Partial<StopAddition>): void =>
    setAdditions((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  const attempt = async ({ key, title: typed, find: known, isPlain }: StopAddition): Promise<void> => {
    const title = typed.slice(0, longestTitle);
    try {
      const find = isPlain ? null : (known ?? (await lookUp(typed, near)));
      if (!find && !isPlain) return change(key, { state: 'unknown' });
      // The look-up result is kept: a retry under the same idempotency key must send the same request.
      change(key, { find });
      const place = find ? placeReferenceOf(find) : { placeName: title, coordinates: near ?? unknownPoint, isLocated: false };
      const body = { title, ...place, dayIds: [dayId] };
      await itineraryWrites.addStop({ params: { itineraryId }, body, idempotencyKey: key });
    } catch {
      change(key, { state: 'failed' });
      return;
    }
    // The stop was added, even when the refresh fails.
    await refreshAround(itineraryId).catch(() => null);
    forget(key);
  };
  const queue = (...added: StopAddition[]): void => {
    for (const addition of added) last.current = last.current.then(() => attempt(addition));
  };
  const begin = (title: string, find: PlaceSearchResult | null, isPlain = false): StopAddition => ({
    ...{ key: crypto.randomUUID(), title, find, isPlain },
    state: 'adding',
  });
  const take = (...added: StopAddition[]): void => {
    setAdditions((all) => [...all, ...added]);
    queue(...added);
  };
  return {
    additions,
    add: (find: PlaceSearchResult) => take(begin(find.name, find)),
    /** Adds the typed text as a title without a place. */
    addPlain: (title: string) => take(begin(title, null, true)),
    addList: (titles: readonly string[]) => take(...titles.map((title) => begin(title, null))),
    retry: (addition: StopAddition): void => {
      change(addition.key, { state: 'adding' });
      queue(addition);
    },
    forget,
  };
}

/** Looks up a name near the trip; null when no place of this name is within range. */
async function lookUp(title: string, near: Coordinates | null): Promise<PlaceSearchResult | null> {
  const { items } = await queryClient.fetchQuery(searchedPlaces(title, near));
  return items.find(({ coordinates }) => !near || kilometresBetween(near, coordinates) <= nearTrip) ?? null;
}

/** Most places taken from one pasted list. */
const most = 50;
/** Prefixes of lines in pasted lists: bullets, numbers, checkboxes and times of day. */
const before = /^\s*(?:[-*+•–—·▪◦‣]\s*)?(?:\[[ xX]?\]\s*)?(?:\d{1,3}[.)]\s+)?(?:\d{1,2}[:.h]\d{2}\s*(?:am|pm)?\s*[-–—:,]?\s+)?/i;

/** Names of places from a pasted list with one name per line; empty for a single line. */
export function placeNamesInPastedText(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(before, '').trim().slice(0, longestTitle))
    .filter((line) => line !== '');
  return lines.length > 1 ? lines.slice(0, most) : [];
}
