import { everyEngine, openEnvironment } from '../drills/environment/environment.ts';
import { watchCores } from '../harness/busy-cores.ts';
import { cpuSecondsOf, cpuSecondsOfChildren } from '../harness/process-usage.ts';
import { startProduct } from '../harness/product.ts';
import { quantile } from '../harness/quantiles.ts';
import { keep, machine, machineText, numberText, printTable } from '../harness/report.ts';
import { type PacedWrites, paceWrites } from './paced-writes.ts';

/** How soon what was acknowledged can be read, milliseconds. */
interface Bar {
  p50?: number;
  p99?: number;
}

interface Case {
  ratePerSecond: number;
  bar: Bar;
}

const inOneProcess: readonly Case[] = [
  { ratePerSecond: 50, bar: { p50: 10, p99: 40 } },
  { ratePerSecond: 200, bar: { p50: 20, p99: 60 } },
];
const onCluster: readonly Case[] = [
  { ratePerSecond: 20, bar: {} },
  { ratePerSecond: 50, bar: { p99: 500 } },
  { ratePerSecond: 150, bar: {} },
];
/** Share of the writes a second from which it keeps up. */
const keepsUpFrom = 0.95;

interface Row extends Case {
  where: string;
  result: PacedWrites;
  p50: number;
  p99: number;
  /** CPU of the product and its engines, milliseconds a write. */
  cpu: number;
  /** Share of the time in which the cores had something to do, 0 to 1. */
  busy: number;
}

/** From a write's acknowledgement over HTTP until a read that asks for it has it: the product in one process, then as a cluster on all five engines. */
export async function readAfterWriteBench({ short }: { short: boolean }): Promise<boolean> {
  const seconds = short ? 5 : 20;
  const before = machine();
  const rows = [...(await oneProcess(seconds)), ...(await cluster(seconds))];
  return report(before, rows);
}

async function oneProcess(seconds: number): Promise<Row[]> {
  const product = await startProduct({ seed: 'world', contexts: [] });
  try {
    const cpuOf = (): number => cpuSecondsOf(product.pids);
    return await eachCase('one process', inOneProcess, product, seconds, cpuOf);
  } finally {
    await product.stop();
  }
}

async function cluster(seconds: number): Promise<Row[]> {
  const running = await openEnvironment({ name: 'read-after-write', processes: 'many', on: everyEngine });
  try {
    return await eachCase('cluster', onCluster, running, seconds, cpuSecondsOfChildren);
  } finally {
    await running.close();
  }
}

async function eachCase(
  where: string,
  cases: readonly Case[],
  server: { port: number; token: string },
  seconds: number,
  cpuOf: () => number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of cases) {
    // Once to warm up, as everything is compiled by use.
    await paceWrites(server, one.ratePerSecond, seconds / 4);
    const [cpuBefore, cores] = [cpuOf(), watchCores()];
    const result = await paceWrites(server, one.ratePerSecond, seconds);
    const [cpu, busy] = [((cpuOf() - cpuBefore) * 1_000) / (result.lags.length + result.lost), cores()];
    rows.push({ ...one, where, result, p50: quantile(result.lags, 0.5), p99: quantile(result.lags, 0.99), cpu, busy });
  }
  return rows;
}

const keepsUp = ({ result, ratePerSecond }: Row): boolean => result.lost === 0 && result.rate >= ratePerSecond * keepsUpFrom;
const holds = (row: Row): boolean =>
  keepsUp(row) && row.p50 <= (row.bar.p50 ?? Number.POSITIVE_INFINITY) && row.p99 <= (row.bar.p99 ?? Number.POSITIVE_INFINITY);

function barText({ p50, p99 }: Bar): string {
  const parts = [p50 && `p50 <= ${p50}`, p99 && `p99 <= ${p99}`].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'keeps up';
}

function report(before: ReturnType<typeof machine>, rows: readonly Row[]): boolean {
  console.log(`read-after-write: ${machineText()}`);
  printTable(
    ['where', 'writes a second', 'read back a second', 'lost', 'p50 ms', 'p99 ms', 'CPU ms a write', 'cores busy', 'bar', 'verdict'],
    rows.map((row) => [
      row.where,
      String(row.ratePerSecond),
      numberText(row.result.rate),
      String(row.result.lost),
      numberText(row.p50),
      numberText(row.p99),
      numberText(row.cpu),
      `${(row.busy * 100).toFixed(0)} %`,
      barText(row.bar),
      holds(row) ? 'held' : 'missed',
    ]),
  );
  console.log(keep('read-after-write', before, { rows: rows.map(({ result, ...row }) => ({ ...row, lost: result.lost, rate: result.rate })) }));
  return rows.every(holds);
}
