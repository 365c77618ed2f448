import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Routing } from './port.ts';

/** Points of a town for the contract, reachable on foot. */
export interface RoutingPoints {
  /** Three points in order, some hundred metres to some kilometres apart. */
  points: [{ latitude: number; longitude: number }, { latitude: number; longitude: number }, { latitude: number; longitude: number }];
  /** A point that is unreachable on foot. */
  beyond: { latitude: number; longitude: number };
}

const lisbon: RoutingPoints = {
  points: [
    { latitude: 38.7139, longitude: -9.1335 },
    { latitude: 38.7115, longitude: -9.1286 },
    { latitude: 38.7077, longitude: -9.1366 },
  ],
  beyond: { latitude: 40.7128, longitude: -74.006 },
};

/** Contract of a routing service. */
export function routingContract(make: () => Promise<Routing>, { points, beyond }: RoutingPoints = lisbon): void {
  describe('routing', () => {
    let routing: Routing;
    beforeAll(async () => {
      routing = await make();
    });
    const [from, over, to] = points;

    test('returns a route leg from each point to the next, at least 95 % as long as the straight line', async () => {
      for (const mode of ['walk', 'bike', 'car'] as const) {
        const ways = await routing.ways([from, over, to], mode);
        expect(ways).toHaveLength(2);
        for (const [index, way] of ways.entries()) {
          const straight = 1_000 * kilometresBetween(points[index] ?? from, points[index + 1] ?? to);
          expect(way?.metres).toBeGreaterThan(0.95 * straight);
          expect(way?.metres).toBeLessThan(4 * straight + 200);
          expect(way?.seconds).toBeGreaterThan(0);
        }
      }
    });

    test('returns lines that begin and end within 500 m of their points, or no line', async () => {
      const [way] = await routing.ways([from, to], 'walk');
      const line = way?.line;
      if (!line) return;
      const [first = beyond, last = beyond] = [line[0], line.at(-1)];
      expect(kilometresBetween(first, from)).toBeLessThan(0.5);
      expect(kilometresBetween(last, to)).toBeLessThan(0.5);
    });

    test('takes longer on foot than by bicycle', async () => {
      const [[walk], [bike]] = await Promise.all([routing.ways([from, to], 'walk'), routing.ways([from, to], 'bike')]);
      expect(walk?.seconds).toBeGreaterThan(bike?.seconds ?? Number.POSITIVE_INFINITY);
    });

    test('returns null for the leg to an unreachable point, and all other legs', async () => {
      expect(await routing.ways([from, beyond], 'walk')).toEqual([null]);
      expect(await routing.ways([from, to, beyond], 'walk')).toEqual([expect.objectContaining({ metres: expect.any(Number) }), null]);
    });

    test('returns a route leg of less than 30 m between equal points', async () => {
      const [way] = await routing.ways([from, from], 'walk');
      expect(way?.metres).toBeLessThan(30);
    });
  });
}
