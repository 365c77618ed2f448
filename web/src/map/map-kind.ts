import { Store, useSelector } from '@tanstack/react-store';
import { localTexts } from '@waystory/client/environment.ts';
import type { MapKind } from './basemap/palette.ts';

export type { MapKind };

const storageKey = 'waystory.map-kind';

/** Stored choice; the globe with satellite pictures by default. */
const stored = (): MapKind => (localTexts.getItem(storageKey) === 'street' ? 'street' : 'satellite');

const chosen = new Store<MapKind>(stored());

function choose(kind: MapKind): void {
  chosen.setState(() => kind);
  localTexts.setItem(storageKey, kind);
}

/** The chosen kind of map, stored across visits. */
export const useMapKind = (): [MapKind, (kind: MapKind) => void] => [useSelector(chosen), choose];
