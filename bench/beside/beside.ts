import { setTimeout as pause } from 'node:timers/promises';
import { closedLoop } from '../harness/closed-loop.ts';
import { openConnection } from '../harness/http/connection.ts';
import type { Load, Measured } from '../harness/measure.ts';
import { cpuSecondsOf, memoryMiBOf } from '../harness/process-usage.ts';
import { type Quartiles, quantile, quartiles } from '../harness/quantiles.ts';
import { keep, machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import type { Operation, Peer } from './peer.ts';
import { startTrek } from './trek.ts';
import { startWaystory, type Waystory } from './waystory.ts';

/** Stops that a story gets at most while they are added, on the whole. */
const fullest = 50;
/** How many stories a second may be filled, per caller; enough for the first block. */
const firstGuess = 300;
/** At rest a product uses no more of a quarter of a second than this, seconds. */
const restingCpu = 0.031;

interface Arm {
  peer: Peer;
  operation: Operation;
  blocks: Measured[];
  turn: number;
}

/** One line of the table: an operation of ours beside the same of TREK. */
interface Pair {
  label: string;
  ours: keyof Waystory['operations'];
  theirs: 'story' | 'list' | 'create' | 'addStop';
  /** How many times less CPU at 1 and at 16 callers. */
  bar: Readonly<Record<number, number>>;
}

// Reads come first: after the writes one account has tens of thousands of itineraries, as nobody has.
const pairs: readonly Pair[] = [
  { label: 'a story of 50 stops, made anew', ours: 'story', theirs: 'story', bar: { 1: 8, 16: 8 } },
  { label: 'the same, kept', ours: 'storyKept', theirs: 'story', bar: { 1: 34, 16: 34 } },
  { label: '25 cards, made anew (TREK: all 1,000)', ours: 'cards', theirs: 'list', bar: { 1: 10, 16: 10 } },
  { label: 'the same, kept', ours: 'cardsKept', theirs: 'list', bar: { 1: 100, 16: 100 } },
  { label: 'all 1,000 cards in ten pages, made anew', ours: 'thousand', theirs: 'list', bar: { 1: 2, 16: 2 } },
  { label: 'the same, kept', ours: 'thousandKept', theirs: 'list', bar: { 1: 10, 16: 10 } },
  { label: 'a plain story (TREK: with 7 days)', ours: 'create', theirs: 'create', bar: { 1: 3, 16: 6 } },
  { label: 'a story with 7 days', ours: 'createWithDays', theirs: 'create', bar: { 1: 3, 16: 5 } },
  { label: 'add a stop at coordinates to a day (TREK: 2 calls)', ours: 'addStop', theirs: 'addStop', bar: { 1: 3, 16: 5 } },
  { label: 'add a stop at a known place', ours: 'addStopAtPlace', theirs: 'addStop', bar: { 1: 3, 16: 5 } },
];

interface Row {
  pair: Pair;
  callers: number;
  ours: Measured;
  theirs: Measured;
  rate: Quartiles;
  lessCpu: Quartiles;
}

export interface BesideOptions {
  short: boolean;
  /** Folder of a built TREK; without it ours runs alone, and nothing is judged. */
  trek?: string;
}

/** The whole product and the peer it wants to beat, both running, on the same data, asked for the same in blocks that alternate. */
export async function besideBench({ short, trek: folder }: BesideOptions): Promise<boolean> {
  const { count, seconds } = short ? { count: 2, seconds: 0.5 } : { count: 6, seconds: 4 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const ours = await startWaystory();
  held.defer(ours.stop);
  const theirs = folder === undefined ? null : await startTrek(folder);
  if (theirs) held.defer(theirs.stop);
  const both: Peer[] = theirs ? [ours, theirs] : [ours];
  await atRest(ours, 60);
  const idle = both.map(memoryOf);
  const rows: Row[] = [];
  for (const pair of pairs)
    for (const callers of [1, 16]) {
      const arm = (peer: Peer, operation: Operation): Arm => ({ peer, operation, blocks: [], turn: 0 });
      const own = arm(ours, ours.operations[pair.ours]);
      const other = theirs && arm(theirs, theirs.operations[pair.theirs]);
      await compareArms(other ? [other, own] : [own], callers, count, seconds);
      rows.push(rowOf(pair, callers, own, other));
    }
  const loaded = both.map(memoryOf);
  await pause(20_000);
  const resting = await Promise.all(both.map(cpuPerSecond));
  return report(before, rows, both, { idle, loaded, after: both.map(memoryOf), resting }, theirs !== null);
}

/** One block of each that does not count, then pairs in the order ABBA. */
async function compareArms(arms: readonly Arm[], callers: number, count: number, seconds: number): Promise<void> {
  for (const arm of arms) await block(arm, callers, seconds);
  for (let turn = 0; turn < count; turn++)
    for (const arm of turn % 2 === 0 ? arms : arms.toReversed()) arm.blocks.push(await block(arm, callers, seconds));
}

/** The load, then whatever it left to do, so that work of read models counts for the writes that caused it. */
async function block(arm: Arm, callers: number, seconds: number): Promise<Measured> {
  const { peer, operation } = arm;
  if (operation.renew) {
    const rate = arm.blocks.at(-1)?.rate ?? firstGuess;
    await operation.renew(Math.max(32, Math.ceil(((rate * seconds + callers) * 1.33) / fullest)));
    await peer.settled();
    await atRest(peer);
  }
  const connections = await Promise.all(Array.from({ length: callers }, () => openConnection(peer.port)));
  const once = async (caller: number): Promise<void> => {
    const connection = connections[caller];
    if (connection) await operation.run(connection, arm.turn++);
  };
  // Every connection is used once before the clock runs, which counts for CPU all the same.
  const before = cpuSecondsOf(peer.pids);
  await Promise.all(connections.map((_, caller) => once(caller)));
  const load: Load = await closedLoop(callers, seconds, once);
  if (operation.writes) {
    await peer.settled();
    await atRest(peer);
  }
  const cpu = ((cpuSecondsOf(peer.pids) - before) * 1_000) / (load.operations + callers);
  for (const connection of connections) connection.close();
  return { rate: load.operations / load.seconds, cpu, p50: load.p50, p99: load.p99 };
}

/** Until a product uses no more than it does at rest, for some seconds at most. */
async function atRest({ pids }: Peer, most = 10): Promise<void> {
  for (let tries = 0; tries < most * 4; tries++) {
    const before = cpuSecondsOf(pids);
    await pause(250);
    if (cpuSecondsOf(pids) - before <= restingCpu) return;
  }
}

const restSeconds = 10;
/** Milliseconds of CPU per second that a product uses when nobody asks it anything. */
async function cpuPerSecond({ pids }: Peer): Promise<number> {
  const before = cpuSecondsOf(pids);
  await pause(restSeconds * 1_000);
  return ((cpuSecondsOf(pids) - before) / restSeconds) * 1_000;
}

/** MiB. */
const memoryOf = ({ pids }: Peer): number => memoryMiBOf(pids);

function rowOf(pair: Pair, callers: number, own: Arm, other: Arm | null): Row {
  const of = (metric: keyof Measured, blocks: readonly Measured[]): number =>
    quantile(
      blocks.map((one) => one[metric]),
      0.5,
    );
  const sums = (blocks: readonly Measured[]): Measured => ({
    rate: of('rate', blocks),
    cpu: of('cpu', blocks),
    p50: of('p50', blocks),
    p99: of('p99', blocks),
  });
  const theirs = other?.blocks ?? [];
  const paired = (value: (mine: Measured, peer: Measured) => number): Quartiles =>
    quartiles(theirs.map((peer, index) => value(own.blocks[index] ?? peer, peer)));
  return {
    pair,
    callers,
    ours: sums(own.blocks),
    theirs: sums(theirs),
    rate: paired((mine, peer) => mine.rate / peer.rate),
    lessCpu: paired((mine, peer) => peer.cpu / mine.cpu),
  };
}

interface Resting {
  idle: readonly number[];
  loaded: readonly number[];
  after: readonly number[];
  resting: readonly number[];
}

function report(before: ReturnType<typeof machine>, rows: readonly Row[], both: readonly Peer[], rest: Resting, isJudged: boolean): boolean {
  console.log(`beside: ${machineText()}`);
  const holds = ({ pair, callers, lessCpu }: Row): boolean => lessCpu.median >= (pair.bar[callers] ?? 0);
  const cells = rows.map((row) => [
    row.pair.label,
    String(row.callers),
    numberText(row.ours.rate),
    numberText(row.ours.p50),
    numberText(row.ours.p99),
    numberText(row.ours.cpu),
    isJudged ? numberText(row.theirs.rate) : '',
    isJudged ? numberText(row.theirs.cpu) : '',
    isJudged ? ratioText(row.rate) : '',
    isJudged ? ratioText(row.lessCpu) : '',
    `>= ${row.pair.bar[row.callers]}x`,
    isJudged ? (holds(row) ? 'held' : 'missed') : 'not judged',
  ]);
  printTable(
    ['operation', 'callers', 'ops/s', 'p50 ms', 'p99 ms', 'CPU ms/op', 'TREK ops/s', 'TREK CPU', 'rate', 'less CPU', 'bar', 'verdict'],
    cells,
  );
  printTable(
    ['', ...both.map(({ name }) => name)],
    [
      ['memory idle, MiB', ...rest.idle.map(numberText)],
      ['as the load ends', ...rest.loaded.map(numberText)],
      ['20 s later', ...rest.after.map(numberText)],
      ['CPU then, ms a second', ...rest.resting.map(numberText)],
    ],
  );
  console.log(keep('beside', before, { rows, rest }));
  return isJudged && rows.every(holds);
}
