import type { Map as MapLibreMap } from 'maplibre-gl';
import { itineraryZoom } from './explorer-view.ts';

/** Side of the tiles by which zooms are counted, pixels. */
const tileSize = 512;
/** Share of the free part of the screen that the globe fills. */
const filled = 1.02;
/** Below the zoom at which the cards turn into itineraries, with some room for a turn of the wheel. */
const closest = itineraryZoom - 0.3;

/** Zoom at which the globe fills so many free pixels, seen from above a latitude; never farther away than `from`. */
export function globeZoom(pixels: number, latitude: number, from: number): number {
  const diameterAtZero = tileSize / (Math.PI * Math.cos((latitude * Math.PI) / 180));
  return Math.min(closest, Math.max(from, Math.log2((pixels * filled) / diameterAtZero)));
}

/** On a large screen the globe comes nearer until it fills the room above the cards; spec 9's first view stays where it does already. */
export function openGlobe(map: MapLibreMap): void {
  const { clientWidth, clientHeight } = map.getContainer();
  const { top = 0, bottom = 0 } = map.getPadding();
  const zoom = globeZoom(Math.min(clientWidth, clientHeight - top - bottom), map.getCenter().lat, map.getZoom());
  if (zoom > map.getZoom()) map.easeTo({ zoom, duration: 2_400, easing: (t) => 1 - (1 - t) ** 3 });
}
