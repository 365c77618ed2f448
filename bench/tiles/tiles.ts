import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { type Bar, reportJudged } from '../harness/bars.ts';
import { judge } from '../harness/compare.ts';
import { rawRequest, startGenerator } from '../harness/http/traffic.ts';
import { type Block, measure } from '../harness/measure.ts';
import { sendingCore, servingCore } from '../harness/pinned.ts';
import { machine, numberText } from '../harness/report.ts';
import { startWorker } from '../harness/worker.ts';
import type { BareSettings } from './bare.ts';
import type { Changed, Filled, ServingQuestion } from './serving.ts';

const callers = 16;
const changes = 100;
const bar: Bar = { metric: 'rate', atLeast: 0.7 };
/** A changed stop is in its tiles within this share of the time that the whole map takes. */
const changeBar = 0.1;

/** Places that people look at: longitude, latitude. */
const looked: readonly (readonly [number, number])[] = [
  [2.35, 48.86],
  [-0.13, 51.51],
  [-74.01, 40.71],
  [139.69, 35.69],
  [77.21, 28.61],
];
const zooms = [0, 2, 4, 6, 8, 10, 12, 14, 16];

/** Tiles from the world down to the streets of five cities. */
function paths(): string[] {
  const all = zooms.flatMap((z) =>
    looked.map(([longitude, latitude]) => {
      const y = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
      return `/api/tiles/stops/${z}/${Math.floor((longitude / 360 + 0.5) * 2 ** z)}/${Math.floor(y * 2 ** z)}`;
    }),
  );
  return [...new Set(all)];
}

/** The bytes of an answer as they were sent, not unpacked as `fetch` would; in base64. Empty when nothing is in the tile. */
async function sentBytes(port: number, path: string): Promise<string> {
  const [response] = await once(get({ port, path, host: '127.0.0.1', headers: { 'accept-encoding': 'gzip' } }), 'response');
  if (response.statusCode !== 200 && response.statusCode !== 204) throw new Error(`${path}: ${response.statusCode}`);
  return (await buffer(response)).toString('base64');
}

/** Vector tiles of a million stops: the time and memory that they take, what a change costs, and serving against bare Fastify with the same bytes. */
export async function tilesBench({ short }: { short: boolean }): Promise<boolean> {
  const { stops, pairs, seconds } = short ? { stops: 100_000, pairs: 5, seconds: 1 } : { stops: 1_000_000, pairs: 9, seconds: 2 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const ours = startWorker(join(import.meta.dirname, 'serving.ts'), [], servingCore);
  held.defer(ours.stop);
  const ask = <A>(question: ServingQuestion): Promise<A> => ours.ask<A>(question);
  const filled = await ask<Filled>({ ask: 'fill', stops });
  const changed = await ask<Changed>({ ask: 'change', changes });
  const [port] = await freePorts(1);
  await ask({ ask: 'serve', port });

  const tiles: Record<string, string> = {};
  for (const path of paths()) {
    const bytes = await sentBytes(port, path);
    if (bytes) tiles[path] = bytes;
  }
  const bare = startWorker(join(import.meta.dirname, 'bare.ts'), [], servingCore);
  held.defer(bare.stop);
  const settings: BareSettings = { port: (await freePorts(1))[0], tiles };
  await bare.ask(settings);
  for (const [path, bytes] of Object.entries(tiles))
    if ((await sentBytes(settings.port, path)) !== bytes) throw new Error(`${path} is not the same in both arms`);

  const generator = startGenerator(sendingCore);
  held.defer(generator.stop);
  const requests = Object.keys(tiles).map((path) => rawRequest({ path }).replace('\r\n', '\r\naccept-encoding: gzip\r\n'));
  const block =
    (of: number, pid: number): Block =>
    () =>
      measure(() => generator.run({ port: of, callers, seconds, requests }), [pid]);
  const verdict = await judge({ name: 'kept tiles', ours: block(port, ours.pid), reference: block(settings.port, bare.pid) }, pairs);

  const share = changed.maxMs / 1_000 / filled.seconds;
  console.log(
    `${filled.stops} stops: on the map in ${numberText(filled.seconds)} s, ${numberText(filled.megabytes)} MB; ` +
      `countries in a box in ${numberText(filled.countriesMs)} ms, ${numberText(filled.countriesMaxMs)} ms when their bounds are new`,
  );
  console.log(
    `A changed stop is in its 17 tiles in ${numberText(changed.medianMs)} ms, ${numberText(changed.maxMs)} ms at most: ` +
      `${numberText(share * 100)} % of that time, bar <= ${changeBar * 100} %: ${share <= changeBar ? 'held' : 'missed'}`,
  );
  const serves = reportJudged('tiles', before, [{ verdict, bar }], { callers, pairs, seconds, tiles: requests.length, filled, changed, share });
  return serves && share <= changeBar;
}
