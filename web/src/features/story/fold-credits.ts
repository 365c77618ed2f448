import type { Map as MapLibreMap } from 'maplibre-gl';

/** Lower than this the credits would cover the map, pixels. */
const roomy = 420;

/** Leaves the credits of a small map to their button, as MapLibre itself does once the map is moved. */
export function foldCredits(map: MapLibreMap): void {
  if (map.getContainer().clientHeight >= roomy) return;
  const credits = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
  credits?.classList.remove('maplibregl-compact-show');
  credits?.removeAttribute('open');
}
