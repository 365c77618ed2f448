import { Store, useSelector } from '@tanstack/react-store';
import type { Day, DayOrder } from '@waystory/proto/itineraries/day.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { createContext, use } from 'react';

/** A point of the map that may become a stop. */
export interface StopCandidate {
  at: Coordinates;
  /** Known place at the point; null for any other point. */
  find: PlaceSearchResult | null;
  /** Name by the writer, if they gave one. */
  title: string;
  /** Day that receives the stop; null for the current day. */
  dayId: string | null;
}

/** Preview of a shorter order of a day's stops. */
export interface OrderProposal {
  day: Day;
  /** Number of the day, 1 for the first. */
  number: number;
  order: DayOrder;
}

interface PlanMapState {
  spot: StopCandidate | null;
  proposal: OrderProposal | null;
  /** True while the map covers the plan on a narrow screen. */
  isOpen: boolean;
}

/** Shared state of the plan and its map. It lies outside React's state, so a moving map does not render the plan. */
export class PlanMap {
  readonly store = new Store<PlanMapState>({ spot: null, proposal: null, isOpen: false });
  /** Centre of the map; null without a map. It lives outside the store, because no view shows it. */
  #centre: Coordinates | null = null;
  #isUnsupported = false;

  readonly mark = (spot: StopCandidate | null): void => this.#change({ spot, ...(spot && { proposal: null }) });
  readonly open = (isOpen: boolean): void => this.#change({ isOpen });
  readonly look = (centre: Coordinates | null): void => {
    this.#centre = centre;
  };

  /** Records that the browser cannot draw the map. */
  readonly fail = (): void => {
    this.#isUnsupported = true;
  };

  /** Shows or clears the preview of a shorter order. Returns false without a map. */
  readonly propose = (proposal: OrderProposal | null): boolean => {
    if (this.#isUnsupported) return false;
    this.#change({ proposal, spot: null, isOpen: proposal !== null || this.store.state.isOpen });
    return true;
  };

  /**
   * Marks the centre of the map for a place that the search did not find. Returns false without a map.
   * @param near Fallback point on a narrow screen, where the map does not exist before it is opened.
   */
  readonly markByHand = (title: string, dayId: string, near: Coordinates | null): boolean => {
    const at = this.#centre ?? near;
    if (!at || this.#isUnsupported) return false;
    this.#change({ spot: { at, find: null, title, dayId }, proposal: null, isOpen: true });
    return true;
  };

  #change(change: Partial<PlanMapState>): void {
    this.store.setState((before) => ({ ...before, ...change }));
  }
}

export const PlanMapContext = createContext<PlanMap | null>(null);

/** The map beside the plan; null on pages that have none. */
export const usePlanMap = (): PlanMap | null => use(PlanMapContext);

/** Whether the map covers the plan. The component renders only when this changes. */
export const useIsMapOpen = (): boolean => useSelector(planMapOf(use(PlanMapContext)).store, ({ isOpen }) => isOpen);

function planMapOf(planMap: PlanMap | null): PlanMap {
  if (!planMap) throw new Error('A part of the map is outside of a plan with a map');
  return planMap;
}

export function usePlanMapState(): PlanMapState & Pick<PlanMap, 'mark' | 'open' | 'look' | 'fail' | 'propose'> {
  const { store, mark, open, look, fail, propose } = planMapOf(use(PlanMapContext));
  return { ...useSelector(store), mark, open, look, fail, propose };
}
