import { kilometresAlong, kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startEngine } from '../engine-servers/engine-server.ts';
import {
  crossing,
  footpathIndex,
  hamlet,
  metresPerBlock,
  oneWayAvenueIndex,
  riverAvenueIndex,
  townPoint,
} from '../engine-servers/valhalla/osm-file.ts';
import { EngineUnavailable } from '../errors.ts';
import { openServiceAdapters } from '../open-adapters.ts';
import { memoryAnswerCache } from '../open-data/answer-cache.ts';
import { openService } from '../open-data/open-service.ts';
import { type RoutingPoints, routingContract } from './contract.ts';
import type { RouteLeg, Routing, TravelMode } from './port.ts';
import { valhallaRouting } from './valhalla.ts';

const { ROUTING, ROUTING_URL: url = '' } = readConfig();

let asked = 0;
const routingOn = (address: string): Routing => {
  const request: typeof fetch = (...question) => {
    asked += 1;
    return fetch(...question);
  };
  const manner = { perSecond: 200, goodFor: 60_000, noneIs: [400, 404], request };
  // The adapter is tested without its fallback to straight lines.
  return valhallaRouting(openService({ name: 'valhalla', url: address, userAgent: 'Waystory/1 (test)', answers: memoryAnswerCache(), ...manner }));
};
const routing = routingOn(url);

/** The leg between two points. @throws Error without a leg along streets. */
async function wayBetween(from: Coordinates, to: Coordinates, mode: TravelMode): Promise<RouteLeg & { line: Coordinates[] }> {
  const [way] = await routing.ways([from, to], mode);
  if (!way?.line) throw new Error('There is no way along streets');
  return { ...way, line: way.line };
}
const isPassed = (line: readonly Coordinates[], point: Coordinates): boolean => line.some((one) => kilometresBetween(one, point) < 0.01);

describe('Valhalla on a small town', () => {
  beforeEach((context) => {
    if (ROUTING !== 'valhalla' || url === '') context.skip('ROUTING_URL is not set: npm run test:engines -- valhalla');
  });

  const ground: RoutingPoints = {
    points: [crossing(1, 1), crossing(2, 5), crossing(6, 2)],
    beyond: { latitude: 40.7128, longitude: -74.006 },
  };
  routingContract(async () => routing, ground);

  test('returns route legs with the length of their streets, and lines along them', async () => {
    for (const mode of ['walk', 'bike', 'car'] as const) {
      const { metres, line } = await wayBetween(crossing(0, 2), crossing(3, 6), mode);
      expect(metres / metresPerBlock).toBeCloseTo(7, 1);
      expect(Math.abs(1_000 * kilometresAlong(line) - metres)).toBeLessThan(3);
      expect([isPassed(line.slice(0, 1), crossing(0, 2)), isPassed(line.slice(-1), crossing(3, 6))]).toEqual([true, true]);
    }
  });

  test('crosses the river only over its bridge', async () => {
    const [west, east] = [crossing(riverAvenueIndex, 4), crossing(riverAvenueIndex + 1, 4)];
    for (const mode of ['walk', 'bike', 'car'] as const) {
      const { metres, line } = await wayBetween(west, east, mode);
      expect(metres / metresPerBlock).toBeCloseTo(9, 1);
      expect([isPassed(line, crossing(riverAvenueIndex, 0)), isPassed(line, crossing(riverAvenueIndex + 1, 0))]).toEqual([true, true]);
    }
  });

  test('sends cars around a one-way street, and walkers through it', async () => {
    const [north, south] = [crossing(oneWayAvenueIndex, 5), crossing(oneWayAvenueIndex, 3)];
    const [walk, car, back] = [await wayBetween(north, south, 'walk'), await wayBetween(north, south, 'car'), await wayBetween(south, north, 'car')];
    expect(walk.metres / metresPerBlock).toBeCloseTo(2, 1);
    expect(car.metres / metresPerBlock).toBeCloseTo(4, 1);
    expect(back.metres / metresPerBlock).toBeCloseTo(2, 1);
  });

  test('sends walkers along the garden path, and cars around it', async () => {
    const [from, to] = [crossing(footpathIndex, footpathIndex), crossing(footpathIndex + 1, footpathIndex + 1)];
    expect((await wayBetween(from, to, 'walk')).metres / metresPerBlock).toBeCloseTo(Math.SQRT2, 1);
    expect((await wayBetween(from, to, 'car')).metres / metresPerBlock).toBeCloseTo(2, 1);
  });

  test('returns null for a point that no street connects', async () => {
    const at = crossing(6, 2);
    expect(await routing.ways([...hamlet], 'walk')).toEqual([expect.objectContaining({ line: expect.any(Array) })]);
    for (const mode of ['walk', 'bike', 'car'] as const) {
      expect(await routing.ways([at, hamlet[0]], mode)).toEqual([null]);
      expect(await routing.ways([at, townPoint(0, -5_000)], mode)).toEqual([null]);
      expect(await routing.ways([at, townPoint(0, 6_000_000)], mode)).toEqual([null]);
    }
  });

  test('routes 50 points with 3 requests, in each travel mode', async () => {
    const points = Array.from({ length: 50 }, (_, index) => crossing(index % 4, Math.floor(index / 4) % 8));
    for (const mode of ['walk', 'bike', 'car'] as const) {
      const before = asked;
      const ways = await routing.ways(points, mode);
      expect([ways.length, asked - before]).toEqual([49, 3]);
      for (const [index, to] of points.slice(1).entries())
        expect(ways[index]?.metres).toBeGreaterThan(950 * kilometresBetween(points[index] ?? to, to));
    }
  });

  test('throws EngineUnavailable when its server has ended, and the product falls back to straight lines', async () => {
    // The test starts a separate server, because it kills the server, and other tests use the configured server.
    const server = await startEngine('valhalla', { inMemory: true });
    try {
      const [leaving, chosen] = [routingOn(server.settings.ROUTING_URL ?? ''), openServiceAdapters(readConfig(server.settings), null).routing];
      const [from, over, to] = ground.points;
      expect(await chosen?.ways([from, over], 'walk')).toEqual(await leaving.ways([from, over], 'walk'));
      expect(await chosen?.ways([from, hamlet[0]], 'walk')).toEqual([null]);
      await server.kill();
      await expect(leaving.ways([over, to], 'walk')).rejects.toThrow(EngineUnavailable);
      expect(await chosen?.ways([over, to], 'walk')).toEqual([expect.objectContaining({ line: null })]);
    } finally {
      await server.close();
    }
  }, 60_000);
});
