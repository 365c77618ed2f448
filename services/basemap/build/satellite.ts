import type { Tile } from '../pmtiles/writer.ts';
import { tileSize } from './mercator.ts';
import { earthPicture, mercatorRows, type Picture, resized } from './picture.ts';
import { pyramid } from './pyramid.ts';

/** Width of the Blue Marble that is there, pixels. */
const sourceWidth = 4_096;
const quality = 78;

/** Lifts the shadows: the picture is darker than what a screen in daylight shows. */
const lifted = (exponent: number): Uint8Array => Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** exponent));
const landLift = lifted(0.72);
const seaLift = lifted(0.92);
/** How much farther from grey colours are drawn; the sea is loud enough. */
const landSaturation = 1.16;
const seaSaturation = 0.86;

/** How much a pixel looks like water, 0 to 1. */
const wetness = (red: number, green: number, blue: number): number => Math.max(0, Math.min(1, (blue - 1.08 * Math.max(red, green)) / 12));

function graded(picture: Picture): Picture {
  const data = new Uint8ClampedArray(picture.data.length);
  for (let index = 0; index < data.length; index += 3) {
    const [red = 0, green = 0, blue = 0] = [picture.data[index], picture.data[index + 1], picture.data[index + 2]];
    const wet = wetness(red, green, blue);
    const light = (value: number): number => (landLift[value] ?? 0) * (1 - wet) + (seaLift[value] ?? 0) * wet;
    const [r, g, b] = [light(red), light(green), light(blue)];
    const grey = 0.3 * r + 0.59 * g + 0.11 * b;
    const saturation = landSaturation * (1 - wet) + seaSaturation * wet;
    data[index] = grey + (r - grey) * saturation;
    data[index + 1] = grey + (g - grey) * saturation;
    data[index + 2] = grey + (b - grey) * saturation;
  }
  return { ...picture, data: new Uint8Array(data.buffer) };
}

/** Tiles of the picture from space, from a zoom up to a smaller one. */
export async function* satelliteTiles(from: number, to: number): AsyncGenerator<Tile> {
  const earth = graded(await earthPicture('earth-blue-marble.jpg', sourceWidth, 3));
  const draw = async (z: number, y: number): Promise<Picture> => {
    const width = tileSize * 2 ** z;
    const row = mercatorRows(earth, width, y * tileSize, (y + 1) * tileSize);
    return row.width === width ? row : resized(row, width, tileSize);
  };
  yield* pyramid(draw, from, to, quality);
}
