import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { everyEngine, openEnvironment } from '../drills/environment/environment.ts';
import { until } from '../drills/environment/progress.ts';
import { cpuSecondsOf } from '../harness/process-usage.ts';
import { type Product, path, startProduct, unlimited, withoutMap } from '../harness/product.ts';
import { machine, numberText } from '../harness/report.ts';
import { type Figure, reportFigures } from '../home/figures.ts';
import { thresholds } from '../load/metrics.ts';
import { type LoadReport, latestSent } from '../load/report.ts';
import { scenarioNames } from '../load/scenarios.ts';
import { type Loaded, runLoad } from './load-run.ts';
import { growthPerMinute, type Resources, watchResources } from './resources.ts';
import { keepWriting } from './steady-writer.ts';

/** Visitors a second of a good day. */
const usualRate = 50;
/** Seconds in which levels are back after a spike, and how many of the load are told of at once. */
const [backWithin, slice] = [10, 10];

/** A product with a world, in one process, as `npm start` has it but for limits of a single address: load comes from one. */
async function withProduct<T>(use: (product: Product, loaded: Loaded) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waystory-levels-'));
  const product = await startProduct({ dataDir, seed: 'world', contexts: withoutMap });
  try {
    // Pictures of the world are drawn in the first half minute.
    await until(() => isAtRest(product), restWithinMs);
    return await use(product, { port: product.port, env: { PATH: path, PORT: String(product.port), DATA_DIR: dataDir, ...unlimited } });
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const [restWithinMs, restLooksMs, restCpuShare] = [120_000, 3_000, 0.1];

/** Whether it has next to nothing to do for some seconds. */
async function isAtRest({ pids }: Product): Promise<boolean> {
  const before = cpuSecondsOf(pids);
  await pause(restLooksMs);
  return cpuSecondsOf(pids) - before < (restLooksMs / 1_000) * restCpuShare;
}

const told = (name: string, value: number, text: string): Figure => ({ name, value, text, atMost: null });
const print = (figures: readonly Figure[]): readonly Figure[] => {
  // Told as they come: the last part may still fail after a quarter of an hour.
  for (const { name, text } of figures) console.log(`${name}: ${text}`);
  return figures;
};

/** The service levels of a load as figures with bars; nothing may have failed. */
function figuresOf(name: string, { failed, refused, answered, times, reasons, generatorDelay }: LoadReport): readonly Figure[] {
  const why = Object.entries(reasons).map(([reason, count]) => `${count} x ${reason}`);
  return [
    { name: `${name}: failed`, value: failed, text: [`${failed} of ${answered}, ${refused} told to come again`, ...why].join(', '), atMost: 0 },
    ...thresholds.flatMap(({ metric, percentile, milliseconds }): Figure[] => {
      const seen = times[metric];
      if (!seen) return [];
      const text = `${numberText(seen[percentile])} ms, p50 ${numberText(seen.p50)}`;
      return [{ name: `${name}: ${metric} ${percentile}`, value: seen[percentile], text, atMost: milliseconds }];
    }),
    { name: `${name}: sent late, p99`, value: generatorDelay, text: `${numberText(generatorDelay)} ms`, atMost: latestSent },
  ];
}

/** Every scenario by itself: nothing fails. */
async function eachScenario(where: string, loaded: Loaded, seconds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of scenarioNames) {
    const { visits, failed, answered, reasons } = await runLoad(loaded, [name, '--rate', '2', '--for', `${seconds}s`]);
    const why = Object.entries(reasons).map(([reason, count]) => `, ${count} x ${reason}`);
    figures.push({
      name: `${where}, ${name}: failed`,
      value: failed,
      text: `${failed} of ${answered} by ${visits} visitors${why.join('')}`,
      atMost: 0,
    });
    print(figures.slice(-1));
  }
  return figures;
}

const holds = ({ failed, refused, judgements, generatorDelay }: LoadReport): boolean =>
  failed === 0 && refused === 0 && generatorDelay <= latestSent && judgements.every(({ held }) => held);

/** The highest of some rates of the mix that holds all levels, each tried once, in turn, until one does not. */
async function highestRate(where: string, loaded: Loaded, rates: readonly number[], seconds: number): Promise<Figure> {
  let highest = 0;
  let missed = 'more was not tried';
  for (const rate of rates) {
    const report = await runLoad(loaded, ['mix', '--rate', String(rate), '--for', `${seconds}s`]);
    if (!holds(report)) {
      const levels = report.judgements.filter(({ held }) => !held).map(({ what, figure }) => `${what} ${numberText(figure)}`);
      const late = report.generatorDelay > latestSent ? [`visitors were sent ${numberText(report.generatorDelay)} ms late`] : [];
      missed = `at ${rate}: ${[...levels, ...late, `${report.failed} failed, ${report.refused} refused`].join(', ')}`;
      break;
    }
    highest = rate;
  }
  const figure = told(`${where}: most visitors a second that hold all levels`, highest, `${highest}; ${missed}`);
  print([figure]);
  return figure;
}

/** Five times as many for ten seconds: who is not answered is told so, nothing acknowledged is lost, and all is as before soon after. */
async function spike(loaded: Loaded, token: string, rate: number, around: number): Promise<readonly Figure[]> {
  const stopping = new AbortController();
  const writing = keepWriting(loaded.port, token, stopping.signal);
  const report = await runLoad(loaded, ['mix', '--shape', 'spike', '--rate', String(rate), '--for', `${around * 2 + 10}s`]);
  stopping.abort();
  const { acknowledged, lost } = await writing;
  const begun = report.slices.find(({ arrivals }) => arrivals > rate * slice * 2)?.at ?? Number.NaN;
  const after = report.slices.filter(({ at, arrivals }) => at >= begun + (slice + backWithin) * 1_000 && arrivals > 0);
  const stillSlow = after.flatMap(({ p99 }) =>
    thresholds.filter(({ metric, percentile, milliseconds }) => percentile === 'p99' && (p99[metric] ?? 0) > milliseconds),
  );
  return print([
    // Levels are not held while five times as many come, only back soon.
    ...figuresOf(`${rate} a second, ${rate * 5} for 10 s`, report).map((figure) =>
      figure.name.endsWith('failed') ? figure : { ...figure, atMost: null },
    ),
    { name: 'spike: acknowledged and lost', value: lost, text: `${lost} of ${acknowledged}`, atMost: 0 },
    {
      name: `spike: levels missed ${backWithin} s after it and later`,
      value: after.length > 0 ? stillSlow.length : Number.NaN,
      text: `${stillSlow.length} in ${after.length} times ${slice} s`,
      atMost: 0,
    },
  ]);
}

/** The mix in one process: each scenario, two minutes of a good day, the most that it bears, and a spike. */
export async function serviceLevelsBench({ short }: { short: boolean }): Promise<boolean> {
  const before = machine();
  const rate = short ? 10 : usualRate;
  const figures = await withProduct(async ({ token }, loaded) => [
    ...(await eachScenario('one process', loaded, short ? 3 : 15)),
    ...print(figuresOf(`${rate} a second`, await runLoad(loaded, ['mix', '--rate', String(rate), '--for', short ? '10s' : '2m']))),
    ...(await spike(loaded, token, rate, short ? 20 : 30)),
    ...(short ? [] : [await highestRate('one process', loaded, [75, 100, 125, 150, 200, 250, 300], 30)]),
  ]);
  return reportFigures('service-levels', before, figures, { rate });
}

/** The mix on the product as many processes on all engines: each scenario, and the most that it bears. */
export async function serviceLevelsOfClusterBench({ short }: { short: boolean }): Promise<boolean> {
  const before = machine();
  const settings = { SEED: 'world' };
  const running = await openEnvironment({ name: 'levels', processes: 'many', on: everyEngine, contexts: withoutMap, settings });
  try {
    const loaded = { port: running.port, env: running.env };
    const scenarios = await eachScenario('cluster', loaded, short ? 3 : 15);
    const highest = await highestRate('cluster', loaded, short ? [2] : [2, 5, 10, 15, 20, 30, 40, 50], short ? 10 : 30);
    return reportFigures('service-levels-of-cluster', before, [...scenarios, highest], {});
  } finally {
    await running.close();
  }
}

/** Minutes after which nothing may grow any more. */
const warmMinutes = 5;

/** The mix for twenty minutes: what the process holds does not grow. */
export async function soakBench({ short }: { short: boolean }): Promise<boolean> {
  const before = machine();
  const rate = short ? 5 : 20;
  const { report, looks } = await withProduct(async ({ pids: [pid = 0] }, loaded) => {
    const stopping = new AbortController();
    const watching = watchResources(pid, stopping.signal);
    const report = await runLoad(loaded, ['mix', '--rate', String(rate), ...(short ? ['--for', '1m'] : ['--shape', 'soak'])]);
    stopping.abort();
    return { report, looks: await watching };
  });
  return reportFigures('soak', before, [...print(figuresOf(`${rate} a second`, report)), ...growthOf(looks, short ? 0 : warmMinutes * 60)], {
    rate,
    looks,
  });
}

function growthOf(looks: readonly Resources[], after: number): readonly Figure[] {
  const late = looks.filter(({ at }) => at >= after);
  const [first, last] = [late[0], late.at(-1)];
  const bars = { memory: 1, handles: 1, connections: 1 } as const;
  const names = Object.keys(bars) as (keyof typeof bars)[]; // its own keys
  return print(
    names.map((name): Figure => {
      const growth = growthPerMinute(late, name);
      const text = `${growth.toFixed(2)} a minute after the first ${after / 60}; ${numberText(first?.[name] ?? 0)} then, ${numberText(last?.[name] ?? 0)} at the end`;
      return { name: `${name}${name === 'memory' ? ', MiB' : ''}`, value: growth, text, atMost: bars[name] };
    }),
  );
}
