import type { Map as MapLibreMap } from 'maplibre-gl';

/** Least height of a map with an expanded attribution, pixels, because the attribution would cover a lower map. */
const roomy = 420;

/** Collapses the attribution of a small map behind its button, as MapLibre itself does after a move. */
export function collapseAttribution(map: MapLibreMap): void {
  if (map.getContainer().clientHeight >= roomy) return;
  const credits = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
  credits?.classList.remove('maplibregl-compact-show');
  credits?.removeAttribute('open');
}
