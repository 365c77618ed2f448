import { Store, useSelector } from '@tanstack/react-store';
import { localTexts } from '@waystory/client/environment.ts';
import type { MapKind } from './basemap/palette.ts';

export type { MapKind };

const storageKey = 'waystory.map-kind';

/** What an earlier visit chose; the first one begins with the globe from space. */
const stored = (): MapKind => (localTexts.getItem(storageKey) === 'street' ? 'street' : 'satellite');

const chosen = new Store<MapKind>(stored());

function choose(kind: MapKind): void {
  chosen.setState(() => kind);
  localTexts.setItem(storageKey, kind);
}

/** The chosen picture, kept across visits. */
export const useMapKind = (): [MapKind, (kind: MapKind) => void] => [useSelector(chosen), choose];
