import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import type { OpenService } from '../open-data/open-service.ts';
import { eachOrAll } from './open-routing.ts';
import { decodePolyline } from './polyline.ts';
import type { Routing, TravelMode, Way } from './port.ts';

/** Usual profile names; a server with a single profile accepts any. */
const profiles: Readonly<Record<TravelMode, string>> = { walk: 'foot', bike: 'bike', car: 'driving' };

const step = z.object({ geometry: z.string() });
const leg = z.object({ distance: z.number().min(0), duration: z.number().min(0), steps: z.array(step) });
const answer = z.object({ code: z.string(), routes: z.array(z.object({ legs: z.array(leg) })).default([]) });

/** Ways over OpenStreetMap by OSRM's HTTP API (`/route/v1`). */
export function osrmRouting(service: OpenService): Routing {
  /** Ways between points; null when one is unreachable. */
  async function route(points: readonly Coordinates[], mode: TravelMode): Promise<Way[] | null> {
    const path = points.map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`).join(';');
    const parameters = { overview: 'false', steps: 'true', geometries: 'polyline6' };
    const found = await service.ask(`/route/v1/${profiles[mode]}/${path}`, parameters, answer);
    const [best] = found?.routes ?? [];
    return best
      ? best.legs.map(({ distance, duration, steps }) => ({ metres: Math.round(distance), seconds: Math.round(duration), line: joined(steps) }))
      : null;
  }
  return { ways: (points, mode) => eachOrAll(points, (some) => route(some, mode)) };
}

/** Line of a leg; each step begins where the previous one ended. */
function joined(steps: readonly z.output<typeof step>[]): Coordinates[] {
  try {
    return steps.flatMap(({ geometry }, index) => decodePolyline(geometry).slice(index === 0 ? 0 : 1));
  } catch (error) {
    throw new EngineUnavailable('osrm', error);
  }
}
