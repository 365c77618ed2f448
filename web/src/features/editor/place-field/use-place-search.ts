import { useQuery } from '@tanstack/react-query';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { useState } from 'react';
import { useSettled } from '../../../lib/use-settled.ts';
import { searchedPlaces } from './place.query.ts';

/** Pause in the typing after which places are looked for, milliseconds. */
const pause = 200;

/** Longest distance from the trip that still counts as near it, kilometres. */
const onTheWay = 150;

/** Whether the first result is far from the trip while another is near. Enter then takes neither without an explicit choice. */
export function isFirstDoubtful(finds: readonly Pick<PlaceFind, 'coordinates'>[], near: Coordinates | null): boolean {
  if (!near) return false;
  const [isFirstNear, ...others] = finds.map(({ coordinates }) => kilometresBetween(near, coordinates) <= onTheWay);
  return isFirstNear === false && others.includes(true);
}

/**
 * Search state: typed words, results and the active option.
 * @param beginsAtFirst Activates the first option without an arrow key, unless it is far away and another is near
 */
export function usePlaceSearch(near: Coordinates | null, beginsAtFirst = false) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [reached, setReached] = useState<{ index: number; among: readonly PlaceFind[] } | null>(null);
  const words = typed.trim();
  const query = useSettled(words, pause);
  const search = useQuery(searchedPlaces(query, near));
  const isWaiting = words !== query || search.isFetching;
  const isFailed = search.isError && !isWaiting;
  // Results of the previous words stay until the next answer arrives.
  const finds = words !== '' && search.data && !isFailed ? search.data.items : null;
  const count = finds?.length ?? 0;
  // An answer that has just arrived puts other places at the same positions.
  const active = reached && reached.among === finds ? reached.index : beginsAtFirst && finds && count > 0 && !isFirstDoubtful(finds, near) ? 0 : null;
  return {
    ...{ typed, finds, active, count, isWaiting, isFailed },
    isShown: isOpen && words !== '',
    type: (text: string): void => {
      setTyped(text);
      setReached(null);
      setOpen(true);
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** Moves the active option and wraps around at the ends. */
    move: (step: 1 | -1): void => {
      setOpen(true);
      if (finds && count > 0) setReached({ index: active === null ? (step === 1 ? 0 : count - 1) : (active + step + count) % count, among: finds });
    },
    retry: () => void search.refetch(),
  };
}
