/** Something on the map that can be opened. */
export interface MapMarker {
  /** Stays the same when the map has moved. */
  id: string;
  /** Longitude and latitude. */
  at: [number, number];
}

/** Degrees between two longitudes, also over the antimeridian. */
const turn = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
const distance = ([lng, lat]: MapMarker['at'], [otherLng, otherLat]: MapMarker['at']): number => Math.hypot(turn(lng, otherLng), lat - otherLat);

/** Where one is after the list has changed: at the same marker, else at the nearest, else at the beginning. */
export function placeAfterChange(markers: readonly MapMarker[], before: MapMarker | undefined): number {
  if (!before) return 0;
  const same = markers.findIndex(({ id }) => id === before.id);
  if (same >= 0) return same;
  const distances = markers.map(({ at }) => distance(at, before.at));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** Pixels within which markers stand in one line. */
const lineHeight = 48;

/** As one reads: line by line from the upper edge, each from the left. */
export function inReadingOrder<M extends MapMarker>(markers: readonly M[], project: (at: MapMarker['at']) => { x: number; y: number }): M[] {
  const placed = markers.map((marker) => ({ marker, ...project(marker.at) }));
  placed.sort((a, b) => Math.floor(a.y / lineHeight) - Math.floor(b.y / lineHeight) || a.x - b.x);
  return placed.map(({ marker }) => marker);
}
