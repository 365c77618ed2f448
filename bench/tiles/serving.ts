import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApp } from '@waystory/infra/http/app.ts';
import { createLog } from '@waystory/infra/log.ts';
import { serveTiles } from '@waystory/services/itineraries/stop-map/stop-map.tiles.ts';
import { createStopMap } from '@waystory/services/itineraries/stop-map/stop-map.ts';
import type { MapStop } from '@waystory/services/itineraries/stop-map/stop-rows.ts';
import { tileSize, worldX, worldY } from '@waystory/services/itineraries/stop-map/world-grid.ts';
import { quantile } from '../harness/quantiles.ts';
import { answerQuestions } from '../harness/worker.ts';
import { generatedStories } from './stops.ts';

export type ServingQuestion = { ask: 'fill'; stops: number } | { ask: 'change'; changes: number } | { ask: 'serve'; port: number };

export interface Filled {
  stops: number;
  /** Time to put all on the map, without making them up. */
  seconds: number;
  /** What the process holds more than before. */
  megabytes: number;
  /** Median time to count countries in a box, and the longest. */
  countriesMs: number;
  countriesMaxMs: number;
}

export interface Changed {
  /** From the changed stop to all its tiles made anew, zoom 0 to 16, gzipped. */
  medianMs: number;
  maxMs: number;
}

const map = createStopMap();
/** Itineraries to change later. */
const some: MapStop[][] = [];
const keptEvery = 500;
/** Deepest zoom that the web app asks for. */
const deepest = 16;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const held = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};

async function fill(stops: number): Promise<Filled> {
  await generatedStories(1).next();
  const before = held();
  let milliseconds = 0;
  let number = 0;
  for await (const story of generatedStories(stops)) {
    const begin = performance.now();
    for (const stop of story) map.add(stop);
    milliseconds += performance.now() - begin;
    if (number++ % keptEvery === 0) some.push(story);
  }
  const megabytes = held() - before;
  const countries = Array.from({ length: 21 }, (_, turn) =>
    timed(() => map.countriesIn(turn === 0 ? null : { south: 35, west: -10, north: 60, east: turn })),
  );
  const [first = 0, ...others] = countries;
  return {
    stops: map.size(),
    seconds: milliseconds / 1_000,
    megabytes,
    countriesMs: quantile(others, 0.5),
    countriesMaxMs: Math.max(first, ...others),
  };
}

const timed = (work: () => unknown): number => {
  const begin = performance.now();
  work();
  return performance.now() - begin;
};

function tilesOf({ coordinates }: MapStop): void {
  const [x, y] = [worldX(coordinates.longitude), worldY(coordinates.latitude)];
  for (let z = 0; z <= deepest; z++) map.tile({ z, x: Math.floor(x / tileSize(z)), y: Math.floor(y / tileSize(z)) });
}

/** Moves a stop of each itinerary, and looks at all its tiles. */
function change(changes: number): Changed {
  const times = some.slice(0, changes).map((story) => {
    const [first, ...others] = story;
    if (!first) throw new Error('An itinerary has stops');
    const { latitude, longitude } = first.coordinates;
    const moved = { ...first, coordinates: { latitude: latitude > 0 ? latitude - 0.001 : latitude + 0.001, longitude } };
    tilesOf(moved);
    return timed(() => {
      map.replace(first.itineraryId, [moved, ...others]);
      tilesOf(moved);
    });
  });
  return { medianMs: quantile(times, 0.5), maxMs: Math.max(...times) };
}

const app = await createApp(createLog('silent'), {});
serveTiles(app, { current: () => map, isFilled: () => true });

answerQuestions<ServingQuestion>(
  async (question) => {
    switch (question.ask) {
      case 'fill':
        return fill(question.stops);
      case 'change':
        return change(question.changes);
      case 'serve':
        return app.listen({ port: question.port, host: '127.0.0.1' });
      default:
        return question satisfies never;
    }
  },
  () => app.close(),
);
