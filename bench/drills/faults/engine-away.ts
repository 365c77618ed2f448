import { setTimeout as pause } from 'node:timers/promises';
import { watchCores } from '../../harness/process-usage.ts';
import { type LoadedEnvironment, runFaultsUnderLoad } from '../environment/aftermath.ts';
import { type ApiRequest, pictureUpload, type SendRequest } from '../environment/client.ts';
import type { EngineName } from '../environment/environment.ts';
import {
  isGood,
  isRefused,
  type LoadRates,
  type LoadReport,
  type RequestKind,
  type RequestSample,
  samplesWithin,
  serviceVerdictOf,
  slowestMs,
  statusesText,
  type TimeSpan,
  usualKinds,
  writeSuccessOf,
} from '../environment/load.ts';
import type { DrillRun, Tally } from '../tally.ts';

const calmMs = 3_000;

/** An engine that the product can run without for a while. */
interface AwayEngine {
  on: readonly EngineName[];
  /** Duration of the outage in the whole and in the short drill, seconds. */
  away: { whole: number; short: number };
  /** Kinds of requests that need the engine. */
  needs: readonly RequestKind[];
  /** A request that succeeds only with the engine. */
  worksWith?: ApiRequest;
  kinds?: readonly RequestKind[];
  /** Lower rates, because two cores with three engines project fewer writes in time. */
  rates?: LoadRates;
  /** Maximum latency of a request that needs the engine, with all retries, beyond the latency of the liveness probe; milliseconds. */
  answeredWithinMs: number;
}

const engines = {
  kafka: { on: ['kafka', 'mongodb', 'azurite'], away: { whole: 60, short: 10 }, needs: ['fresh'], answeredWithinMs: 12_000 },
  mongodb: { on: ['kafka', 'mongodb', 'azurite'], away: { whole: 60, short: 10 }, needs: ['fresh', 'story', 'search'], answeredWithinMs: 12_000 },
  elasticsearch: {
    ...{ on: ['kafka', 'mongodb', 'elasticsearch'], away: { whole: 60, short: 8 }, needs: ['search'], answeredWithinMs: 22_000 },
    ...{ worksWith: { method: 'GET', path: '/api/itineraries/search?q=probe' }, rates: { writesPerSecond: 5, readsPerSecond: 12 } },
  },
  azurite: {
    ...{ on: ['kafka', 'mongodb', 'azurite'], away: { whole: 60, short: 8 }, needs: ['upload'], answeredWithinMs: 22_000 },
    ...{ worksWith: pictureUpload, kinds: [...usualKinds, 'upload'] },
  },
} as const satisfies Record<string, AwayEngine>;

interface Outage {
  name: string;
  whole: TimeSpan;
  /** Time span without the engine. */
  away: TimeSpan;
  /** Share of busy cores, 0 to 1. */
  busy: number;
}

/** Stops an engine that the product can run without, then kills it and starts it at once, while people write and read. */
export const engineAwayDrill =
  (name: keyof typeof engines) =>
  async ({ runs, short, environments, tally }: DrillRun): Promise<void> => {
    const engine: AwayEngine = engines[name];
    const awaySeconds = engine.away[short ? 'short' : 'whole'];
    const { kinds = usualKinds, rates } = engine;
    await environments.use(engine.on, (environment) =>
      runFaultsUnderLoad({ environment, tally }, { kinds, rates }, async (scene) => {
        const outages: Outage[] = [];
        for (let run = 0; run <= runs; run++) {
          await pause(calmMs);
          outages.push(await takeAway(scene, name, run === 0 ? awaySeconds : null));
        }
        await pause(calmMs);
        return async (report) => {
          for (const outage of outages) checkMeanwhile(outage, engine, report.samples, tally);
          if (name === 'azurite') await checkPictures(scene.ask, report, tally);
        };
      }),
    );
  };

/** One outage until recovery. @param awaySeconds null for a kill and an immediate start */
async function takeAway(
  { environment, recover, tally }: LoadedEnvironment,
  engine: keyof typeof engines,
  awaySeconds: number | null,
): Promise<Outage> {
  const name = awaySeconds === null ? `${engine} killed` : `${engine} stopped for ${awaySeconds} s`;
  const server = environment.server(engine);
  const from = Date.now();
  const busyCores = watchCores();
  await (awaySeconds === null ? server.kill() : server.stop());
  const gone = Date.now();
  if (awaySeconds !== null) await pause(awaySeconds * 1_000);
  const startedAgain = Date.now();
  await server.restart();
  const { worksWith }: AwayEngine = engines[engine];
  const { seconds } = await recover(name, worksWith);
  const after = seconds === null ? 'not in time' : `${seconds.toFixed(1)} s after it could be reached again`;
  tally.record(seconds !== null, `${name}: back to normal by itself ${after}`);
  return { name, whole: { from, to: Date.now() }, busy: busyCores(), away: { from: gone, to: startedAgain } };
}

/** Margins at the start and at the end of an outage, milliseconds, within which a request may succeed or be refused. */
const [noticedAfterMs, longestWaitMs] = [1_000, 4_000];

function checkMeanwhile(
  { name, whole, away, busy }: Outage,
  { needs, answeredWithinMs }: AwayEngine,
  samples: readonly RequestSample[],
  tally: Tally,
): void {
  const { enough, told } = writeSuccessOf(samplesWithin(samples, whole, 'write'));
  tally.record(enough, `${name}: ${told}`);

  const busyMs = slowestMs(samplesWithin(samples, whole, 'alive'));
  const needing = samplesWithin(samples, whole, ...needs);
  const wellSaid = needing.every((sample) => isGood(sample) || isRefused(sample)) && slowestMs(needing) <= answeredWithinMs + busyMs;
  const refused = `${needing.filter(isRefused).length} of ${needing.length} with a 503 that says when to come again`;
  const times = `within ${slowestMs(needing)} ms (${statusesText(needing)}), the probe within ${busyMs} ms`;
  tally.record(wellSaid && needing.length > 0, `${name}: requests that need it were answered ${times}, ${refused}`);

  const others = [...usualKinds, 'upload' as const].filter((kind) => !needs.includes(kind));
  const rest = samplesWithin(samples, whole, ...others);
  const { served, told: asServed } = serviceVerdictOf(rest, busy);
  tally.record(served, `${name}: everything else was served ${asServed}`);

  // A kill with an immediate start is too short for a certain refusal.
  if (away.to - away.from <= noticedAfterMs + longestWaitMs) return;
  const surely = samplesWithin(samples, { from: away.from + noticedAfterMs, to: away.to - longestWaitMs }, ...needs);
  const middle = `in the middle of it ${surely.length} of these were refused (${statusesText(surely)})`;
  tally.record(surely.length > 0 && surely.every(isRefused), `${name}: ${middle}`);
}

async function checkPictures(ask: SendRequest, { pictures }: LoadReport, tally: Tally): Promise<void> {
  const lost: string[] = [];
  for (const path of pictures) {
    const { status } = await ask({ method: 'GET', path });
    if (status !== 200) lost.push(`${path} is answered with ${status}`);
  }
  const told = `of ${pictures.length} acknowledged pictures ${lost.length} are lost ${lost[0] ?? ''}`.trimEnd();
  tally.record(pictures.length > 0 && lost.length === 0, told);
}
