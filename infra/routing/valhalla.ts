import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import type { OpenService } from '../open-data/open-service.ts';
import { legsTogetherOrSingly } from './open-routing.ts';
import { decodePolyline } from './osrm.ts';
import type { RouteLeg, Routing, TravelMode } from './port.ts';

const costings: Readonly<Record<TravelMode, string>> = { walk: 'pedestrian', bike: 'bicycle', car: 'auto' };

/** Most points per request: the limit of a default server for cars, which is its smallest limit. */
const mostPoints = 20;
/** Farthest street from a point, metres. Valhalla's default of 35 km would even cross water. */
const searchCutoff = 1_000;

const answer = z.object({
  trip: z.object({ legs: z.array(z.object({ summary: z.object({ length: z.number().min(0), time: z.number().min(0) }), shape: z.string() })) }),
});

/** Routing over OpenStreetMap by Valhalla's HTTP API (`/route`). */
export function valhallaRouting(service: OpenService): Routing {
  /** Legs of the best route through all points; null when a point is unreachable. */
  async function route(points: readonly Coordinates[], mode: TravelMode): Promise<RouteLeg[] | null> {
    const locations = points.map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude, search_cutoff: searchCutoff }));
    const json = JSON.stringify({ locations, costing: costings[mode], units: 'kilometers', directions_type: 'none' });
    const found = await service.ask('/route', { json }, answer);
    if (!found) return null;
    return found.trip.legs.map(({ summary, shape }) => ({
      metres: Math.round(summary.length * 1_000),
      seconds: Math.round(summary.time),
      line: lineOf(shape),
    }));
  }
  return { ways: (points, mode) => legsTogetherOrSingly(points, (some) => route(some, mode), mostPoints) };
}

const lineOf = (shape: string): Coordinates[] => {
  try {
    return decodePolyline(shape);
  } catch (error) {
    throw new EngineUnavailable('valhalla', error);
  }
};
