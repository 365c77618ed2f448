import { useSyncExternalStore } from 'react';
import type { MapKind } from './basemap/palette.ts';

export type { MapKind };

const storageKey = 'waystory.map-kind';
const listeners = new Set<() => void>();
/** Holds the choice where the browser keeps nothing. */
let unstored: MapKind = 'satellite';

function chosen(): MapKind {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'street' || stored === 'satellite' ? stored : unstored;
  } catch {
    return unstored;
  }
}

function choose(kind: MapKind): void {
  unstored = kind;
  try {
    localStorage.setItem(storageKey, kind);
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen picture, kept across visits; the first visit begins with the globe from space. */
export const useMapKind = (): [MapKind, (kind: MapKind) => void] => [useSyncExternalStore(subscribe, chosen), choose];
