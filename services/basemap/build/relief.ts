import type { Position } from 'geojson';
import sharp from 'sharp';
import type { Tile } from '../pmtiles/writer.ts';
import { tileSize } from './mercator.ts';
import { earthPicture, mercatorRows, type Picture } from './picture.ts';
import { pyramid } from './pyramid.ts';
import { paintRelief } from './relief-colours.ts';
import { positionsOf, unwrapRing } from './ring.ts';
import { coarseLand } from './sources.ts';

const quality = 82;
/** Latitude south of which all land is under ice, degrees. */
const antarcticCoast = -60;

/** Height of a latitude on the map, from 0 at the northern rim to 1 at the southern one. */
function heightOf(latitude: number): number {
  const sine = Math.sin((Math.max(-89, Math.min(89, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Land outlines as SVG for a map of this width in pixels. Copies on both sides cover polygons across the antimeridian. */
function landOutlines(width: number): string {
  const point = ([longitude = 0, latitude = 0]: Position): string =>
    `${((longitude / 360 + 0.5) * width).toFixed(1)} ${(heightOf(latitude) * width).toFixed(1)}`;
  const paths = coarseLand('50m').map(
    (rings) => `<path d="${rings.map((ring) => `M${positionsOf(unwrapRing(ring)).map(point).join('L')}Z`).join('')}"/>`,
  );
  const world = `<g id="world" fill-rule="evenodd" fill="#fff">${paths.join('')}</g>`;
  const beside = [-width, width].map((shift) => `<use href="#world" x="${shift}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}">${world}${beside}</svg>`;
}

/** Land mask: 255 on land, 0 on water, blurred over some pixels. */
async function landMask(width: number): Promise<Picture> {
  const data = await sharp(Buffer.from(landOutlines(width)), { unlimited: true })
    .extractChannel(3)
    .blur(1.2)
    .raw()
    .toBuffer();
  return { data, width, height: width, channels: 1 };
}

/** Source pictures of the whole map for the relief. */
export interface ReliefMap {
  zoom: number;
  colours: Picture;
  heights: Picture;
  land: Picture;
}

/** Loads and draws the source pictures of the relief, mostly outside this thread. */
export async function loadRelief(zoom: number): Promise<ReliefMap> {
  const width = tileSize * 2 ** zoom;
  const [colours, heights, land] = await Promise.all([
    earthPicture('earth-blue-marble.jpg', width, 3),
    earthPicture('earth-topology.png', width, 1),
    landMask(width),
  ]);
  return { zoom, colours, heights, land };
}

/**
 * Tiles of shaded relief: land with vegetation, deserts and ice, and the depths of the sea. They are transparent along the coasts, so the vectors
 * stay sharp, and lie over the style's land and water colours.
 * @param to lowest zoom
 */
export async function* reliefTiles({ zoom, colours, heights, land }: ReliefMap, to: number): AsyncGenerator<Tile> {
  const { width } = land;
  const draw = async (_: number, y: number): Promise<Picture> => {
    const [top, bottom] = [y * tileSize, (y + 1) * tileSize];
    return paintRelief({
      colours: mercatorRows(colours, width, top, bottom),
      // One extra row on either side, for the slope of the outermost rows.
      heights: mercatorRows(heights, width, top - 1, bottom + 1),
      land: { ...land, height: tileSize, data: land.data.subarray(top * width, bottom * width) },
      antarctica: Math.round(heightOf(antarcticCoast) * width) - top,
    });
  };
  yield* pyramid(draw, zoom, to, quality);
}
