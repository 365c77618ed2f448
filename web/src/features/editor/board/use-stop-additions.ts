import { type PlaceFind, referenceTo } from '@waystory/proto/itineraries/place-search.ts';
import { longestTitle } from '@waystory/proto/itineraries/stop.ts';
import { useRef, useState } from 'react';
import { refreshAround } from '../../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';

/** A place that is on its way to become a stop. */
export interface StopAddition {
  /** Of all attempts, so that it becomes one stop however often it is tried. */
  key: string;
  find: PlaceFind;
  state: 'adding' | 'failed';
}

/** Adds places to the end of a day, one after the other in the order in which they were taken, while the next one is typed. */
export function useStopAdditions(itineraryId: string, dayId: string) {
  const [additions, setAdditions] = useState<readonly StopAddition[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const forget = (key: string): void => setAdditions((all) => all.filter((one) => one.key !== key));
  const mark = (key: string, state: StopAddition['state']): void =>
    setAdditions((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));

  const attempt = async ({ key, find }: StopAddition): Promise<void> => {
    try {
      const body = { title: find.name.slice(0, longestTitle), ...referenceTo(find), dayIds: [dayId] };
      await itineraryWrites.addStop({ params: { itineraryId }, body, idempotencyKey: key });
    } catch {
      mark(key, 'failed');
      return;
    }
    // The stop is there, whether or not it can be shown at once.
    await refreshAround(itineraryId).catch(() => null);
    forget(key);
  };
  const queue = (addition: StopAddition): void => {
    last.current = last.current.then(() => attempt(addition));
  };
  const add = (find: PlaceFind): void => {
    const addition: StopAddition = { key: crypto.randomUUID(), find, state: 'adding' };
    setAdditions((all) => [...all, addition]);
    queue(addition);
  };
  const retry = (addition: StopAddition): void => {
    mark(addition.key, 'adding');
    queue(addition);
  };
  return { additions, add, retry, forget };
}
