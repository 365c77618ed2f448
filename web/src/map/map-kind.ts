import { Store, useSelector } from '@tanstack/react-store';
import type { MapKind } from './basemap/palette.ts';

export type { MapKind };

const storageKey = 'waystory.map-kind';

/** What an earlier visit chose; the first one begins with the globe from space. */
function stored(): MapKind {
  try {
    return localStorage.getItem(storageKey) === 'street' ? 'street' : 'satellite';
  } catch {
    return 'satellite';
  }
}

const chosen = new Store<MapKind>(stored());

function choose(kind: MapKind): void {
  chosen.setState(() => kind);
  try {
    localStorage.setItem(storageKey, kind);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** The chosen picture, kept across visits. */
export const useMapKind = (): [MapKind, (kind: MapKind) => void] => [useSelector(chosen), choose];
