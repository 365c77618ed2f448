/** An item on the map that can be opened. */
export interface MapMarker {
  /** Stable when the map moves. */
  id: string;
  /** Longitude and latitude. */
  at: [number, number];
}

/** Difference of two longitudes in degrees, also across the antimeridian. */
const turn = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
const distance = ([lng, lat]: MapMarker['at'], [otherLng, otherLat]: MapMarker['at']): number => Math.hypot(turn(lng, otherLng), lat - otherLat);

/** Index after the list changed: the same marker, else the nearest, else the first. */
export function indexAfterChange(markers: readonly MapMarker[], before: MapMarker | undefined): number {
  if (!before) return 0;
  const same = markers.findIndex(({ id }) => id === before.id);
  if (same >= 0) return same;
  const distances = markers.map(({ at }) => distance(at, before.at));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** Height of a line of markers, pixels. */
const lineHeight = 48;

/** Reading order: line by line from the top, each from the left. */
export function inReadingOrder<M extends MapMarker>(markers: readonly M[], project: (at: MapMarker['at']) => { x: number; y: number }): M[] {
  const placed = markers.map((marker) => ({ marker, ...project(marker.at) }));
  placed.sort((a, b) => Math.floor(a.y / lineHeight) - Math.floor(b.y / lineHeight) || a.x - b.x);
  return placed.map(({ marker }) => marker);
}
