import type { Position } from 'geojson';
import sharp from 'sharp';
import type { Tile } from '../pmtiles/writer.ts';
import { tileSize } from './mercator.ts';
import { earthPicture, mercatorRows, type Picture } from './picture.ts';
import { pyramid } from './pyramid.ts';
import { positionsOf, unwrapRing } from './ring.ts';
import { coarseLand } from './sources.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Sources of the relief: pictures of equal size, except that `heights` has one extra row above and below. */
interface ReliefSources {
  colours: Picture;
  heights: Picture;
  /** Land mask: 255 on land, 0 on water. */
  land: Picture;
  /** First row of the Antarctic, whose land is all under ice. */
  antarctica: number;
}

const lowland: Colour = [243, 240, 228];
const forest: Colour = [196, 218, 178];
const desert: Colour = [247, 231, 196];
const mountain: Colour = [226, 216, 199];
const ice: Colour = [251, 252, 253];
const shelf: Colour = [170, 212, 231];
const deepSea: Colour = [119, 174, 212];

const clamp = (value: number): number => Math.max(0, Math.min(1, value));
const mix = (one: number, other: number, share: number): number => one + (other - one) * share;

/** Opacity of the relief away from coasts. */
const opacity = 0.94;
/** Change of brightness per unit of slope, for light from the north-west. */
const shading = 1.15;

/** Land colour from the satellite picture. Snow is reduced, because the picture shows January. */
function landColour(red: number, green: number, blue: number, height: number, frozen: boolean, out: Float64Array): void {
  const brightness = (red + green + blue) / 3;
  const green01 = clamp((green - Math.max(red, blue) * 0.92) / 20);
  const dark = clamp((78 - brightness) / 62);
  const vegetation = clamp(green01 * 0.6 + dark * 0.55);
  const arid = clamp((red - blue - 28) / 66) * (1 - vegetation);
  const high = clamp((height - 70) / 130);
  // Permanent ice lies high, as in Greenland and the Himalaya, or anywhere in the Antarctic.
  const lasting = mix(0.42, 0.92, frozen ? 1 : clamp((height - 40) / 50));
  const white = clamp((brightness - 150) / 70) * clamp(1 - (red - blue - 10) / 40) * lasting;
  for (let channel = 0; channel < 3; channel++) {
    const planted = mix(lowland[channel] ?? 0, forest[channel] ?? 0, vegetation);
    const dry = mix(planted, desert[channel] ?? 0, arid * 0.85);
    const raised = mix(dry, mountain[channel] ?? 0, high * 0.55);
    out[channel] = mix(raised, ice[channel] ?? 0, white);
  }
}

/** Depth of the sea, 0 on the shelf and 1 in the basins: the picture is darker where the sea is deeper. */
const depthAt = (green: number, blue: number): number => clamp(1 - (green * 0.6 + blue * 0.4 - 8) / 72);

/** Mask value of the coastline: half of the pixel is land. */
const coast = 128;
/** Opacity fades on both sides of the coast, so that no colour crosses the coastline. */
const inland = (mask: number): number => clamp((mask - 150) / 95);
const offshore = (mask: number): number => clamp((60 - mask) / 60);

/** Paints pixels of the relief with alpha. */
function paintRelief({ colours, heights, land, antarctica }: ReliefSources): Picture {
  const { width, height } = colours;
  const data = new Uint8ClampedArray(width * height * 4);
  const colour = new Float64Array(3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const [red = 0, green = 0, blue = 0] = [colours.data[at * 3], colours.data[at * 3 + 1], colours.data[at * 3 + 2]];
      const mask = land.data[at] ?? 0;
      data[at * 4 + 3] = 255 * opacity * (mask > coast ? inland(mask) : offshore(mask));
      if (mask > coast) {
        const light = slopeAt(heights, x, y + 1) * shading;
        landColour(red, green, blue, heights.data[at + width] ?? 0, y >= antarctica, colour);
        for (let channel = 0; channel < 3; channel++) data[at * 4 + channel] = (colour[channel] ?? 0) + light;
      } else {
        const depth = depthAt(green, blue);
        for (let channel = 0; channel < 3; channel++) data[at * 4 + channel] = mix(shelf[channel] ?? 0, deepSea[channel] ?? 0, depth);
      }
    }
  return { data: new Uint8Array(data.buffer), width, height, channels: 4 };
}

/** Slope towards the light in the north-west, limited so that no pixel becomes black or white. */
function slopeAt({ data, width }: Picture, x: number, y: number): number {
  const at = y * width + x;
  const west = data[x > 0 ? at - 1 : at + width - 1] ?? 0;
  const east = data[x < width - 1 ? at + 1 : at - width + 1] ?? 0;
  const rise = east - west + (data[at + width] ?? 0) - (data[at - width] ?? 0);
  return Math.max(-38, Math.min(24, rise));
}

const quality = 82;
/** Latitude south of which all land is under ice, degrees. */
const antarcticCoast = -60;

/** Vertical position of a latitude on the map, from 0 at the northern edge to 1 at the southern edge. */
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
interface ReliefMap {
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
