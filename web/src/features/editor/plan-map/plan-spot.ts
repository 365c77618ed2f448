import { Store, useSelector } from '@tanstack/react-store';
import type { Day, DayOrder } from '@waystory/proto/itineraries/day.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { createContext, use } from 'react';

/** A point of the map that may become a stop. */
export interface Spot {
  at: Coordinates;
  /** The place that is known there; null for any other point. */
  find: PlaceFind | null;
  /** What the writer calls it, where they have said so already. */
  title: string;
  /** Day that it is meant for; null for the one in hand. */
  dayId: string | null;
}

/** A shorter order of a day, shown before it is taken. */
export interface Proposal {
  day: Day;
  /** Of the day, 1 for the first. */
  number: number;
  order: DayOrder;
}

interface PlanMapState {
  spot: Spot | null;
  proposal: Proposal | null;
  /** On a narrow screen the map covers the plan. */
  isOpen: boolean;
  /** Where the map looks; null as long as there is none. */
  centre: Coordinates | null;
}

/** What the plan and the map beside it tell each other. Held outside of React's state, so that a moving map renders no plan. */
export class PlanMap {
  readonly store = new Store<PlanMapState>({ spot: null, proposal: null, isOpen: false, centre: null });

  readonly mark = (spot: Spot | null): void => this.#change({ spot, ...(spot && { proposal: null }) });
  readonly open = (isOpen: boolean): void => this.#change({ isOpen });
  readonly look = (centre: Coordinates | null): void => this.#change({ centre });

  /** Shows a shorter order, or lets go of it. Answers whether there is a map. */
  readonly propose = (proposal: Proposal | null): boolean => {
    const hasMap = this.store.state.centre !== null;
    if (hasMap) this.#change({ proposal, spot: null, isOpen: proposal !== null || this.store.state.isOpen });
    return hasMap;
  };

  /** Marks the middle of the map for what is not found by its name. Answers whether there is a map. */
  readonly markByHand = (title: string, dayId: string): boolean => {
    const { centre } = this.store.state;
    if (!centre) return false;
    this.#change({ spot: { at: centre, find: null, title, dayId }, proposal: null, isOpen: true });
    return true;
  };

  #change(change: Partial<PlanMapState>): void {
    this.store.setState((before) => ({ ...before, ...change }));
  }
}

export const PlanMapContext = createContext<PlanMap | null>(null);

/** The map beside the plan; null on pages that have none. */
export const usePlanMap = (): PlanMap | null => use(PlanMapContext);

export function usePlanMapState(): PlanMapState & Pick<PlanMap, 'mark' | 'open' | 'look' | 'propose'> {
  const planMap = use(PlanMapContext);
  if (!planMap) throw new Error('usePlanMapState is called outside of a plan with a map');
  const { mark, open, look, propose } = planMap;
  return { ...useSelector(planMap.store), mark, open, look, propose };
}
