declare module 'polylabel' {
  /** The point of a polygon that is farthest from its outline. */
  function polylabel(polygon: number[][][], precision?: number): [number, number] & { distance: number };
  export = polylabel;
}
