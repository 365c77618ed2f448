import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { PbfReader } from 'pbf';
import { boundsOf, clipPolygon } from '../build/clip.ts';

/** A feature of a vector tile, in tile units from its upper left corner. */
export interface TileFeature {
  kind: 'point' | 'line' | 'polygon';
  /** Points, lines or rings as alternating x and y; a ring repeats its first point at the end. */
  parts: number[][];
  properties: Readonly<Record<string, string | number | boolean>>;
}

/** Features by layer, and the units along a side of the tile. */
export interface TileContent {
  extent: number;
  layers: ReadonlyMap<string, readonly TileFeature[]>;
}

const usualExtent = 4_096;
const kinds = ['point', 'point', 'line', 'polygon'] as const;

/**
 * Some layers of a vector tile, decoded for drawing.
 * @param tile Unpacked tile.
 */
export function decodeTileLayers(tile: Uint8Array, wanted: readonly string[]): TileContent {
  const { layers } = new VectorTile(new PbfReader(tile));
  const present = wanted.flatMap((name) => layers[name] ?? []);
  return {
    extent: present.at(-1)?.extent ?? usualExtent,
    layers: new Map(present.map((layer) => [layer.name, Array.from({ length: layer.length }, (_, index) => featureIn(layer.feature(index)))])),
  };
}

const featureIn = (feature: VectorTileFeature): TileFeature => ({
  kind: kinds[feature.type] ?? 'point',
  parts: feature.loadGeometry().map((part) => part.flatMap(({ x, y }) => [x, y])),
  properties: feature.properties,
});

export const locatorThemes = ['light', 'dark'] as const;
export type LocatorTheme = (typeof locatorThemes)[number];

/** Tile layers that the locator draws. */
export const drawnLayers = ['earth', 'water', 'boundaries', 'places'] as const;

/** Side of the picture, and of a tile, in units of the picture. */
const side = 160;
const tileSide = 512;
/** Clipping margin beyond the edge, which hides the ends of lines. */
const rim = 6;
/** Shortest visible step of an outline, units. */
const finest = 0.7;
/** Northern and southern limit of Web Mercator maps, degrees. */
const mostNorth = 85;
/**
 * Scale of the discs of towns: at this zoom level, a radius of one unit stands for a population of `root` squared. The radius grows with the square
 * root.
 */
const crowd = { root: 70, zoom: 7 };
/** Radius of the smallest town drawn, units. */
const smallest = 0.3;

/** Colours of the interactive map (web/src/map/basemap/palette.ts), and of built-up ground. */
const colours: Readonly<Record<LocatorTheme, Readonly<Record<'water' | 'earth' | 'lake' | 'coast' | 'border' | 'town', string>>>> = {
  light: { water: '#aad4e7', earth: '#f3f0e4', lake: '#a3cfe6', coast: '#6ea6c6', border: '#a58a9d', town: '#d8c7b4' },
  dark: { water: '#1a2a33', earth: '#2e2e2b', lake: '#1d2c35', coast: '#5d7480', border: '#8d8494', town: '#57524a' },
};

/** Placement of a tile: its upper left corner in units of the picture. */
export interface PlacedTile {
  x: number;
  y: number;
  content: TileContent;
}

interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Tiles of a zoom level for a picture around a point, each with its placement. Longitudes wrap around; rows end at the poles. */
export function tilesAround({ latitude, longitude }: Coordinates, z: number): { tile: TileAddress; x: number; y: number }[] {
  const across = 2 ** z;
  const phi = (Math.max(-mostNorth, Math.min(mostNorth, latitude)) * Math.PI) / 180;
  const middle = [(longitude / 360 + 0.5) * across, (0.5 - Math.asinh(Math.tan(phi)) / (2 * Math.PI)) * across] as const;
  const reach = side / 2 / tileSide;
  const [columns, rows] = middle.map((at) => {
    const first = Math.floor(at - reach);
    return Array.from({ length: Math.floor(at + reach) - first + 1 }, (_, step) => first + step);
  });
  return (columns ?? []).flatMap((column) =>
    (rows ?? [])
      .filter((row) => row >= 0 && row < across)
      .map((row) => ({
        tile: { z, x: ((column % across) + across) % across, y: row },
        x: side / 2 + (column - middle[0]) * tileSide,
        y: side / 2 + (row - middle[1]) * tileSide,
      })),
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
const frame = { west: -rim, south: -rim, east: side + rim, north: side + rim };

/** Parts of a feature in units of the picture. */
function placed({ parts }: TileFeature, { x, y, content }: PlacedTile): number[][] {
  const scale = tileSide / content.extent;
  return parts.map((part) => part.map((value, at) => value * scale + (at % 2 === 0 ? x : y)));
}

/** Path of a ring. A point closer than `finest` to the previous point is left out. */
function pathOf(ring: ArrayLike<number>): string {
  let path = '';
  let [lastX, lastY] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < ring.length; at += 2) {
    const [x = 0, y = 0] = [ring[at], ring[at + 1]];
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < finest) continue;
    path += `${path ? 'L' : 'M'}${round(x)} ${round(y)}`;
    [lastX, lastY] = [x, y];
  }
  return path;
}

/** Path of a layer's areas within the picture. */
const areaOf = (tile: PlacedTile, layer: string): string =>
  (tile.content.layers.get(layer) ?? [])
    .filter(({ kind }) => kind === 'polygon')
    .flatMap((feature) => placed(feature, tile))
    .flatMap((ring) => clipPolygon([ring], boundsOf([ring]), frame) ?? [])
    .map((ring) => `${pathOf(ring)}Z`)
    .join('');

/** Path of a layer's lines within the picture, without the edges from tile cutting. */
function linesOf(tile: PlacedTile, layer: string): string {
  const tileFrame = { west: tile.x, south: tile.y, east: tile.x + tileSide, north: tile.y + tileSide };
  const box = {
    west: Math.max(frame.west, tileFrame.west),
    south: Math.max(frame.south, tileFrame.south),
    east: Math.min(frame.east, tileFrame.east),
    north: Math.min(frame.north, tileFrame.north),
  };
  let path = '';
  for (const part of (tile.content.layers.get(layer) ?? []).filter(({ kind }) => kind !== 'point').flatMap((feature) => placed(feature, tile))) {
    let isDrawn = false;
    let [ax = 0, ay = 0] = part;
    for (let at = 2; at < part.length; at += 2) {
      const [bx = 0, by = 0] = [part[at], part[at + 1]];
      if (Math.abs(bx - ax) + Math.abs(by - ay) < finest && at + 2 < part.length) continue;
      const isOutside =
        Math.max(ax, bx) <= box.west || Math.min(ax, bx) >= box.east || Math.max(ay, by) <= box.south || Math.min(ay, by) >= box.north;
      if (!isOutside) path += isDrawn ? `L${round(bx)} ${round(by)}` : `M${round(ax)} ${round(ay)}L${round(bx)} ${round(by)}`;
      isDrawn = !isOutside;
      [ax, ay] = [bx, by];
    }
  }
  return path;
}

/** Built-up ground: a disc per town, in proportion to its population. Round line ends take a third of the bytes of circles. */
function townsOf(tile: PlacedTile, zoom: number): string {
  const scale = 2 ** (zoom - crowd.zoom) / crowd.root;
  const dots = new Map<number, string>();
  for (const town of tile.content.layers.get('places') ?? []) {
    if (town.kind !== 'point' || town.properties.kind !== 'locality') continue;
    const needed = Math.sqrt(Number(town.properties.population) || 0) * scale;
    if (needed < smallest) continue;
    const radius = Math.round(1 + 2 * needed) / 2;
    for (const [x = 0, y = 0] of placed(town, tile))
      if (Math.min(x, y) > -radius && Math.max(x, y) < side + radius) dots.set(radius, `${dots.get(radius) ?? ''}M${round(x)} ${round(y)}h0`);
  }
  return [...dots].map(([radius, path]) => `<path d="${path}" stroke-width="${2 * radius}"/>`).join('');
}

const pin =
  '<ellipse cx="80" cy="80.5" rx="7" ry="2.6" opacity=".28"/>' +
  '<path d="M80 80C75 71 68.5 67 68.5 58.5a11.5 11.5 0 0 1 23 0C91.5 67 85 71 80 80Z" fill="#d1303d" stroke="#fff" stroke-width="2"/>' +
  '<circle cx="80" cy="58.5" r="4" fill="#fff"/>';

/**
 * Locator map with a pin in its centre, as SVG. It has no names, because it is shown at the size of a stamp.
 * @param zoom Zoom level of the tiles.
 */
export function drawLocator(tiles: readonly PlacedTile[], zoom: number, theme: LocatorTheme): string {
  const { water, earth, lake, coast, border, town } = colours[theme];
  const all = (draw: (tile: PlacedTile) => string): string => tiles.map(draw).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side * 2}" height="${side * 2}" viewBox="0 0 ${side} ${side}">`,
    `<rect width="${side}" height="${side}" fill="${water}"/>`,
    `<defs><path id="earth" d="${all((tile) => areaOf(tile, 'earth'))}"/><clipPath id="land"><use href="#earth"/></clipPath></defs>`,
    `<use href="#earth" fill="${earth}"/>`,
    `<g clip-path="url(#land)" fill="none" stroke="${town}" stroke-linecap="round">${all((tile) => townsOf(tile, zoom))}</g>`,
    `<path d="${all((tile) => areaOf(tile, 'water'))}" fill="${lake}" fill-rule="evenodd"/>`,
    `<path d="${all((tile) => linesOf(tile, 'earth'))}" fill="none" stroke="${coast}" stroke-width=".8" stroke-linejoin="round"/>`,
    `<path d="${all((tile) => linesOf(tile, 'boundaries'))}" fill="none" stroke="${border}" stroke-width="1" stroke-dasharray="4 2.4"/>`,
    pin,
    '</svg>',
  ].join('');
}
