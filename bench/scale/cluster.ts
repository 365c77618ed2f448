import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import type pg from 'pg';
import { type Environment, everyEngine, openEnvironment } from '../drills/environment/environment.ts';
import { passed, until } from '../drills/environment/progress.ts';
import { startGenerator } from '../harness/http/traffic.ts';
import type { Load } from '../harness/measure.ts';
import { cpuSecondsOf, cpuSecondsOfChildren, memoryMiBOf } from '../harness/process-usage.ts';
import { withoutMap } from '../harness/product.ts';
import { keep, machine, machineText, numberText, printTable } from '../harness/report.ts';
import { eventsPerStory, fillLog } from './log.ts';
import { reads } from './reads.ts';
import { answers, mapIsThere } from './start.ts';

const callers = 4;
/** For a log of a hundred thousand events on two busy cores, milliseconds. */
const builtWithinMs = 30 * 60_000;

/** What each part of the cluster has used or holds, by its name: a role of the product, or an engine. */
type ByPart = Readonly<Record<string, number>>;

interface ClusterSized {
  events: number;
  /** From an empty cluster with this log until every process is ready, and until every read model and index has all of it. */
  readySeconds: number;
  builtSeconds: number;
  /** CPU of that, milliseconds for an event. */
  buildCpu: ByPart;
  /** Then, MiB. */
  memory: ByPart;
  /** Then, bytes for an event. */
  disk: ByPart;
  /** A `query` process that starts again, seconds after the other one ended. */
  again: { firstAnswer: number; map: number };
  reads: Readonly<Record<string, Load & { cpu: ByPart }>>;
}

interface ScaleOfClusterOptions {
  short: boolean;
  events?: number;
}

/** What grows with the number of events on the engines of `npm run cluster`: a log that is there already, as after a restore, and eight processes that begin with nothing. */
export async function scaleOfClusterBench({ short, events }: ScaleOfClusterOptions): Promise<boolean> {
  const sizes = short ? [5_000] : [20_000, 100_000];
  const before = machine();
  const measured: ClusterSized[] = [];
  for (const size of events === undefined ? sizes : [events]) measured.push(await measureOf(size, short ? 1 : 4));
  report(before, measured);
  return true;
}

async function measureOf(events: number, seconds: number): Promise<ClusterSized> {
  let [begun, fillCpu] = [0, 0];
  const fill = async (database: pg.PoolConfig): Promise<void> => {
    await fillLog(database, events);
    // Nothing but Postgres runs yet.
    [begun, fillCpu] = [performance.now(), cpuSecondsOfChildren()];
  };
  const since = (): number => (performance.now() - begun) / 1_000;
  const further = { contexts: withoutMap, settings: {}, readyWithinMs: builtWithinMs, fill };
  const cluster = await openEnvironment({ name: 'scale', processes: 'many', on: everyEngine, ...further });
  try {
    const readySeconds = since();
    if (!(await passed(cluster, events, builtWithinMs))) throw new Error('The read models did not get there in time');
    const builtSeconds = since();
    console.log(`${events} events: ready after ${readySeconds.toFixed(0)} s, all read models and indexes after ${builtSeconds.toFixed(0)} s`);
    const buildCpu = byPart(cluster, (pids, part) => ((cpuSecondsOf(pids) - (part === 'postgres' ? fillCpu : 0)) * 1_000) / events);
    const again = await startAgain(cluster);
    return {
      ...{ events, readySeconds, builtSeconds, buildCpu, again },
      reads: await measureReads(cluster, events / eventsPerStory, seconds),
      memory: byPart(cluster, memoryMiBOf),
      disk: diskOf(cluster, events),
    };
  } finally {
    await cluster.close();
  }
}

function partsOf({ processes, server, env }: Environment): Record<string, number[]> {
  const postgres = runningServer(join(env.DATA_DIR ?? '', 'postgres'))?.pid;
  const roles = Map.groupBy(processes, ({ roles: [role = ''] }) => role);
  return {
    ...Object.fromEntries([...roles].map(([role, ofRole]) => [role, ofRole.flatMap((one) => one.pid() ?? [])])),
    ...Object.fromEntries(everyEngine.map((name) => [name, [server(name).pid]])),
    postgres: postgres === undefined ? [] : [postgres],
  };
}

const byPart = (cluster: Environment, of: (pids: number[], part: string) => number): ByPart =>
  Object.fromEntries(Object.entries(partsOf(cluster)).map(([part, pids]) => [part, of(pids, part)]));

function diskOf({ env }: Environment, events: number): ByPart {
  const folder = env.DATA_DIR ?? '';
  return Object.fromEntries([...everyEngine, 'postgres'].map((name) => [name, bytesIn(join(folder, name)) / events]));
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0), 0);

/** As a roll-out has it, where the others stay. */
async function startAgain({ processes }: Environment): Promise<ClusterSized['again']> {
  const one = processes.find(({ roles }) => roles.includes('query'));
  const before = one?.pid();
  if (!one || before === undefined) throw new Error('Nobody answers reads');
  process.kill(before, 'SIGTERM');
  const reach = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    if (!(await until(isSo, builtWithinMs))) throw new Error('A process did not start again in time');
  };
  await reach(() => one.pid() !== before);
  const started = performance.now();
  const since = (): number => (performance.now() - started) / 1_000;
  await reach(() => answers(one.port, '/api/itinerary-projections?limit=1'));
  const firstAnswer = since();
  await reach(() => mapIsThere(one.port));
  return { firstAnswer, map: since() };
}

/** Through the gateway, each after a first block that does not count. */
async function measureReads(cluster: Environment, stories: number, seconds: number): Promise<ClusterSized['reads']> {
  const generator = startGenerator();
  const measured: Record<string, Load & { cpu: ByPart }> = {};
  try {
    for (const { name, requests } of reads) {
      const run = (): Promise<Load> => generator.run({ port: cluster.port, callers, seconds, requests: requests(stories) });
      await run();
      const before = byPart(cluster, cpuSecondsOf);
      const load = await run();
      const cpu = byPart(cluster, cpuSecondsOf);
      const used = Object.entries(cpu).map(([part, after]) => [part, ((after - (before[part] ?? 0)) * 1_000) / load.operations]);
      measured[name] = { ...load, cpu: Object.fromEntries(used) };
      console.log(`${name}: ${load.p50.toFixed(2)} ms`);
    }
    return measured;
  } finally {
    await generator.stop();
  }
}

const sum = (parts: ByPart): number => Object.values(parts).reduce((all, one) => all + one, 0);

function report(before: ReturnType<typeof machine>, measured: readonly ClusterSized[]): void {
  console.log(`scale-of-cluster: ${machineText()}`);
  const sizes = measured.map(({ events }) => `${events.toLocaleString('en')} events`);
  const row = (what: string, of: (sized: ClusterSized) => number): string[] => [what, ...measured.map((sized) => numberText(of(sized)))];
  const parts = Object.keys(measured[0]?.memory ?? {});
  printTable(
    ['what', ...sizes],
    [
      row('until every process is ready, s', ({ readySeconds }) => readySeconds),
      row('until every read model and index has all, s', ({ builtSeconds }) => builtSeconds),
      row('CPU of that, ms for an event', ({ buildCpu }) => sum(buildCpu)),
      row('a query process starts again: first answer, s', ({ again }) => again.firstAnswer),
      row('... map with every stop, s', ({ again }) => again.map),
      row('memory after reads, MiB', ({ memory }) => sum(memory)),
      row('disk, bytes for an event', ({ disk }) => sum(disk)),
    ],
  );
  const cell = ({ buildCpu, memory, disk }: ClusterSized, part: string): string =>
    [buildCpu, memory, disk].map((of) => (of[part] === undefined ? '-' : numberText(of[part]))).join('; ');
  printTable(
    ['part', ...sizes.map((size) => `CPU ms for an event; MiB; bytes for an event at ${size}`)],
    parts.map((part) => [part, ...measured.map((sized) => cell(sized, part))]),
  );
  printTable(
    ['operation, 4 callers', ...sizes.map((size) => `p50; p99 ms (CPU ms) at ${size}`)],
    reads.map(({ name }) => [
      name,
      ...measured.map(({ reads: { [name]: one } }) => (one ? `${numberText(one.p50)}; ${numberText(one.p99)} (${numberText(sum(one.cpu))})` : '')),
    ]),
  );
  console.log(keep('scale-of-cluster', before, measured));
}
