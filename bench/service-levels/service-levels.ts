import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { engineNames, openEnvironment } from '../drills/environment/environment.ts';
import { runOpenLoop } from '../drills/environment/load.ts';
import { growthPerMinute, type Usage, untilIdle, watchResources } from '../harness/process-usage.ts';
import { contextsWithoutMap, type Product, path, withoutRateLimits } from '../harness/product.ts';
import { type Figure, numberText, reportFigures } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import { type LoadReport, latencyThresholds, mostGeneratorDelayMs } from '../load/report.ts';
import { scenarioNames } from '../load/scenarios.ts';

/** Load of a normal day with many visitors, visitors per second. */
const usualRate = 50;
/** Time after a spike until service levels must hold again, seconds. */
const recoverySeconds = 10;
/** Seconds of one slice of a load report. */
const sliceSeconds = 10;

/** Running product as `npm run load` needs it: its port, and the settings that it runs with. */
interface Target {
  port: number;
  env: Readonly<Record<string, string>>;
}

/** Starts the product with its seeded content in one process. Waits until it is idle, because it draws pictures in its first half minute. */
async function startIdleProduct(resources: Resources): Promise<{ product: Product; target: Target }> {
  const dataDir = resources.folder('levels');
  const product = await resources.product({ dataDir, seed: 'world', contexts: contextsWithoutMap });
  await untilIdle(product.pids, { share: 0.1, overMs: 3_000, looks: 40 });
  return { product, target: { port: product.port, env: { PATH: path, PORT: String(product.port), DATA_DIR: dataDir, ...withoutRateLimits } } };
}

/**
 * Runs `npm run load` as operators do; missed service levels are in its report.
 * @param args further arguments of the command
 * @throws Error when there is no report
 */
async function runLoad({ port, env }: Target, args: readonly string[]): Promise<LoadReport> {
  const out = mkdtempSync(join(tmpdir(), 'waystory-levels-'));
  try {
    const { promise, resolve } = Promise.withResolvers<string>();
    const all = [join(import.meta.dirname, '../load/main.ts'), ...args, '--out', out, '--target', `http://localhost:${port}`];
    const options = { cwd: join(import.meta.dirname, '../..'), env: { HOME: homedir(), ...env } };
    execFile(process.execPath, all, options, (_, stdout, stderr) => resolve(stdout + stderr));
    const said = await promise;
    try {
      return JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as LoadReport; // written by `bench/load`
    } catch {
      throw new Error(`There is no report: ${said.slice(-1_000)}`);
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const mix = (rate: number, seconds: number, ...more: string[]): string[] => ['mix', '--rate', String(rate), '--for', `${seconds}s`, ...more];

/** Prints figures immediately, because the last part may still fail after a quarter of an hour. */
const print = (figures: readonly Figure[]): readonly Figure[] => {
  for (const { name, text } of figures) console.log(`${name}: ${text}`);
  return figures;
};

const failuresOf = (name: string, { failed, refused, answered, reasons }: LoadReport): Figure => {
  const why = Object.entries(reasons).map(([reason, count]) => `${count} x ${reason}`);
  return { name: `${name}: failed`, value: failed, text: [`${failed} of ${answered}, ${refused} told to retry later`, ...why].join(', '), atMost: 0 };
};

/** Service levels of a load; nothing may have failed. */
function figuresOf(name: string, report: LoadReport): readonly Figure[] {
  const { times, generatorDelay } = report;
  return [
    failuresOf(name, report),
    ...latencyThresholds.flatMap(({ metric, percentile, milliseconds }): Figure[] => {
      const seen = times[metric];
      if (!seen) return [];
      const text = `${numberText(seen[percentile])} ms, p50 ${numberText(seen.p50)}`;
      return [{ name: `${name}: ${metric} ${percentile}`, value: seen[percentile], text, atMost: milliseconds }];
    }),
    { name: `${name}: sent late, p99`, value: generatorDelay, text: `${numberText(generatorDelay)} ms`, atMost: mostGeneratorDelayMs },
  ];
}

/** Runs each scenario alone. Its figure is the number of failed requests, at most 0. */
async function eachScenario(where: string, target: Target, seconds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of scenarioNames) {
    const report = await runLoad(target, [name, '--rate', '2', '--for', `${seconds}s`]);
    figures.push(...print([failuresOf(`${where}, ${name}`, report)]));
  }
  return figures;
}

/** Highest rate of the mix that holds all service levels. Rates are tried in ascending order until a rate misses a level. */
async function highestRate(where: string, target: Target, rates: readonly number[], seconds: number): Promise<Figure> {
  let highest = 0;
  let missed = 'no higher one was tried';
  for (const rate of rates) {
    const { failed, refused, judgements, generatorDelay } = await runLoad(target, mix(rate, seconds));
    const levels = judgements.filter(({ held }) => !held).map(({ what, figure }) => `${what} ${numberText(figure)}`);
    if (generatorDelay > mostGeneratorDelayMs) levels.push(`visitors were sent ${numberText(generatorDelay)} ms late`);
    if (failed > 0 || refused > 0 || levels.length > 0) {
      missed = `at ${rate}: ${[...levels, `${failed} failed, ${refused} refused`].join(', ')}`;
      break;
    }
    highest = rate;
  }
  const figure = {
    name: `${where}: highest rate that holds all levels, visitors a second`,
    value: highest,
    text: `${highest}; ${missed}`,
    atMost: null,
  };
  print([figure]);
  return figure;
}

/** Creates stories through the API until the signal aborts. @returns acknowledged stories, and those that cannot be read afterwards */
async function keepWriting(port: number, token: string, until: AbortSignal): Promise<{ acknowledged: number; lost: number }> {
  const client = createClient(itineraryRoutes, { baseUrl: `http://127.0.0.1:${port}/api`, token: async () => token });
  const acknowledged: { id: string; title: string }[] = [];
  const write = async (count: number): Promise<void> => {
    const story = await client.createItinerary({ body: { title: `Written under load ${count}` } }).catch(() => null);
    if (story) acknowledged.push(story);
  };
  await runOpenLoop(5, write, until);
  let lost = 0;
  for (const { id, title } of acknowledged) {
    const story = await client.getItinerary({ params: { id } }).catch(() => null);
    if (story?.title !== title) lost += 1;
  }
  return { acknowledged: acknowledged.length, lost };
}

/**
 * Load of five times the rate for ten seconds. No request fails other than by a refusal, no acknowledged write is lost, and service levels recover
 * within ten seconds.
 */
async function spike(target: Target, token: string, rate: number, around: number): Promise<readonly Figure[]> {
  const stopping = new AbortController();
  const writing = keepWriting(target.port, token, stopping.signal);
  const report = await runLoad(target, mix(rate, around * 2 + 10, '--shape', 'spike'));
  stopping.abort();
  const { acknowledged, lost } = await writing;
  const begun = report.slices.find(({ arrivals }) => arrivals > rate * sliceSeconds * 2)?.at ?? Number.NaN;
  const after = report.slices.filter(({ at, arrivals }) => at >= begun + (sliceSeconds + recoverySeconds) * 1_000 && arrivals > 0);
  const slow = after.flatMap(({ p99 }) =>
    latencyThresholds.filter(({ metric, percentile, milliseconds }) => percentile === 'p99' && (p99[metric] ?? 0) > milliseconds),
  );
  const [failures, ...levels] = figuresOf(`${rate} a second, ${rate * 5} for 10 s`, report);
  return print([
    ...(failures ? [failures] : []),
    // During the spike itself levels are not judged.
    ...levels.map((figure) => ({ ...figure, atMost: null })),
    { name: 'spike: acknowledged writes that are lost', value: lost, text: `${lost} of ${acknowledged}`, atMost: 0 },
    {
      name: `spike: levels missed ${recoverySeconds} s after it and later`,
      value: after.length > 0 ? slow.length : Number.NaN,
      text: `${slow.length} in ${after.length} slices of ${sliceSeconds} s`,
      atMost: 0,
    },
  ]);
}

/** One process: each scenario, two minutes of the mix, a spike, and the highest rate. */
export async function serviceLevelsBench({ short }: { short: boolean }): Promise<boolean> {
  const rate = short ? 10 : usualRate;
  await using resources = new Resources();
  const { product, target } = await startIdleProduct(resources);
  const figures = [
    ...(await eachScenario('one process', target, short ? 3 : 15)),
    ...print(figuresOf(`${rate} a second`, await runLoad(target, mix(rate, short ? 10 : 120)))),
    ...(await spike(target, product.token, rate, short ? 20 : 30)),
    ...(short ? [] : [await highestRate('one process', target, [75, 100, 125, 150, 200, 250, 300], 30)]),
  ];
  return reportFigures('service-levels', resources.machine, figures, { rate });
}

/** Many processes on all engines: each scenario, and the highest rate. */
export async function serviceLevelsOfClusterBench({ short }: { short: boolean }): Promise<boolean> {
  await using cluster = await openEnvironment({
    name: 'levels',
    processes: 'many',
    on: engineNames,
    contexts: contextsWithoutMap,
    settings: { SEED: 'world' },
  });
  const target = { port: cluster.port, env: cluster.env };
  const scenarios = await eachScenario('cluster', target, short ? 3 : 15);
  const highest = await highestRate('cluster', target, short ? [2] : [2, 5, 10, 15, 20, 30, 40, 50], short ? 10 : 30);
  return reportFigures('service-levels-of-cluster', cluster.resources.machine, [...scenarios, highest], {});
}

/** Warm-up before growth is measured, minutes. */
const warmUpMinutes = 5;

/** The mix for twenty minutes: memory, handles and connections of the process do not grow. */
export async function soakBench({ short }: { short: boolean }): Promise<boolean> {
  const rate = short ? 5 : 20;
  await using resources = new Resources();
  const { product, target } = await startIdleProduct(resources);
  const stopping = new AbortController();
  const watching = watchResources(product.pids[0] ?? 0, stopping.signal);
  const report = await runLoad(target, mix(rate, 60, ...(short ? [] : ['--shape', 'soak'])));
  stopping.abort();
  const samples = await watching;
  const figures = [...print(figuresOf(`${rate} a second`, report)), ...growthOf(samples, short ? 0 : warmUpMinutes * 60)];
  return reportFigures('soak', resources.machine, figures, { rate, samples });
}

function growthOf(samples: readonly Usage[], after: number): readonly Figure[] {
  const late = samples.filter(({ at }) => at >= after);
  const [first, last] = [late[0], late.at(-1)];
  return print(
    (['memory', 'handles', 'connections'] as const).map((name) => {
      const value = growthPerMinute(late, name);
      const text = `${value.toFixed(2)} a minute after the first ${after / 60}; ${numberText(first?.[name] ?? 0)} then, ${numberText(last?.[name] ?? 0)} at the end`;
      return { name: `${name}${name === 'memory' ? ', MiB' : ''}`, value, text, atMost: 1 };
    }),
  );
}
