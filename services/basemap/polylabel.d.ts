declare module 'polylabel' {
  /** Point of a polygon with the greatest distance from its outline. */
  function polylabel(polygon: number[][][], precision?: number): [number, number] & { distance: number };
  export = polylabel;
}
