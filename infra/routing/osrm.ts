import { wrapLongitude } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import type { OpenService } from '../open-data/open-service.ts';
import { legsTogetherOrSingly } from './open-routing.ts';
import type { RouteLeg, Routing, TravelMode } from './port.ts';

/** Usual profile names; a server with a single profile accepts any. */
const profiles: Readonly<Record<TravelMode, string>> = { walk: 'foot', bike: 'bike', car: 'driving' };

const step = z.object({ geometry: z.string() });
const leg = z.object({ distance: z.number().min(0), duration: z.number().min(0), steps: z.array(step) });
const answer = z.object({ code: z.string(), routes: z.array(z.object({ legs: z.array(leg) })).default([]) });

/** Routing over OpenStreetMap by OSRM's HTTP API (`/route/v1`). */
export function osrmRouting(service: OpenService): Routing {
  /** Legs of the best route through all points; null when a point is unreachable. */
  async function route(points: readonly Coordinates[], mode: TravelMode): Promise<RouteLeg[] | null> {
    const path = points.map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`).join(';');
    const parameters = { overview: 'false', steps: 'true', geometries: 'polyline6' };
    const found = await service.ask(`/route/v1/${profiles[mode]}/${path}`, parameters, answer);
    const [best] = found?.routes ?? [];
    return best
      ? best.legs.map(({ distance, duration, steps }) => ({ metres: Math.round(distance), seconds: Math.round(duration), line: joined(steps) }))
      : null;
  }
  return { ways: (points, mode) => legsTogetherOrSingly(points, (some) => route(some, mode)) };
}

/** Line of a leg; each step begins where the previous one ended. */
function joined(steps: readonly z.output<typeof step>[]): Coordinates[] {
  try {
    return steps.flatMap(({ geometry }, index) => decodePolyline(geometry).slice(index === 0 ? 0 : 1));
  } catch (error) {
    throw new EngineUnavailable('osrm', error);
  }
}

/**
 * Decodes a polyline (Google's format: differences in base 32 with an offset of 63, lowest bits first).
 * @param digits Decimal digits of its degrees: 6 for Valhalla and OSRM's polyline6.
 * @throws RangeError when the polyline is cut off, or has coordinates out of range.
 */
export function decodePolyline(encoded: string, digits = 6): Coordinates[] {
  const scale = 10 ** digits;
  const points: Coordinates[] = [];
  let [at, latitude, longitude] = [0, 0, 0];
  const difference = (): number => {
    let [value, shift, bits] = [0, 0, 0];
    do {
      if (at >= encoded.length) throw new RangeError('The line is cut off');
      bits = encoded.charCodeAt(at++) - 63;
      value += (bits & 31) * 2 ** shift;
      shift += 5;
    } while (bits >= 32);
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  while (at < encoded.length) {
    latitude += difference();
    longitude += difference();
    // A line across the antimeridian may continue beyond 180 degrees.
    if (Math.abs(latitude) > 90 * scale || Math.abs(longitude) > 540 * scale) throw new RangeError('The line leads off the earth');
    points.push({ latitude: latitude / scale, longitude: wrapLongitude(longitude / scale) });
  }
  return points;
}

/** Encodes points as a polyline. */
export function encodePolyline(points: readonly Coordinates[], digits = 6): string {
  const scale = 10 ** digits;
  let [latitude, longitude] = [0, 0];
  const written = (value: number): string => {
    let rest = value < 0 ? -value * 2 - 1 : value * 2;
    let text = '';
    while (rest >= 32) {
      text += String.fromCharCode((rest % 32) + 32 + 63);
      rest = Math.floor(rest / 32);
    }
    return text + String.fromCharCode(rest + 63);
  };
  return points
    .map((point) => {
      const [north, east] = [Math.round(point.latitude * scale), Math.round(point.longitude * scale)];
      const text = written(north - latitude) + written(east - longitude);
      [latitude, longitude] = [north, east];
      return text;
    })
    .join('');
}
