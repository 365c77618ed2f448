import { z } from 'zod';
import { coordinates } from './field.ts';

/** Pattern of a point in a query, for example `38.71,-9.14`; latitude within 90, longitude within 180 degrees. */
export const pointPattern = String.raw`-?(?:90(?:\.0+)?|[0-8]?[0-9](?:\.[0-9]+)?) *, *-?(?:180(?:\.0+)?|(?:1[0-7][0-9]|[0-9]?[0-9])(?:\.[0-9]+)?)`;

/** Coordinates in a text that matches the pattern. */
export function readPoint(value: string): { latitude: number | undefined; longitude: number | undefined } {
  const [latitude, longitude] = value.split(',').map(Number);
  return { latitude, longitude };
}

/** A point in one query parameter. */
export const point = z
  .string()
  .regex(new RegExp(`^ *${pointPattern} *$`), 'Must be a latitude and a longitude in degrees, for example 38.71,-9.14')
  .transform(readPoint)
  .pipe(coordinates);
