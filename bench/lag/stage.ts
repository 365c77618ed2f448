import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { answerQuestions } from '../harness/worker.ts';
import { bareStages } from './bare.ts';
import { ourStages } from './ours.ts';

/** Everything that lies between a write and its document, a process for each: who writes, who brings it to Kafka, who brings it to MongoDB. */
export type Role = 'writer' | 'relay' | 'projector';

export interface StageSettings {
  /** `ours`: event store, relay and projector of the product. `bare`: the same hops in as few lines as they take. */
  arm: 'ours' | 'bare';
  role: Role;
  database: pg.PoolConfig;
  brokers: string[];
  mongodb: string;
  topic: string;
}

/** The stages of one arm; each process opens one of them. */
export interface Stages {
  /** Opens what writes; `write` resolves when write `n` is acknowledged. */
  writer(): { write(n: number): Promise<void>; close(): Promise<void> };
  relay(): Promise<() => Promise<void>>;
  /** Calls `visible` with the numbers of writes whose documents and checkpoint MongoDB has acknowledged. */
  projector(visible: (writes: readonly number[]) => void): Promise<() => Promise<void>>;
}

export type StageQuestion =
  /** Writes `count` writes from number `from` on: at a fixed rate per second whatever the answers, or with `callers` that wait for them. */
  | { ask: 'write'; from: number; count: number; pace: { rate: number } | { callers: number } }
  /** When these became visible. */
  | { ask: 'seen'; from: number; count: number };

/** Per write, milliseconds of the clock that all processes of a machine share; null when it did not happen. */
export type Times = (number | null)[];

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** A write that is not there so long after the last one that was counts as skipped. */
const giveUpAfterMs = 15_000;
const lookEveryMs = 20;

async function writeAll({ from, count, pace }: StageQuestion & { ask: 'write' }, write: (n: number) => Promise<void>): Promise<Times> {
  const acknowledged: Times = new Array<null>(count).fill(null);
  let next = 0;
  const one = async (): Promise<void> => {
    const index = next++;
    await write(from + index);
    acknowledged[index] = now();
  };
  if ('callers' in pace) {
    const caller = async (): Promise<void> => {
      while (next < count) await one();
    };
    await Promise.all(Array.from({ length: pace.callers }, caller));
    return acknowledged;
  }
  const begin = now();
  const sent: Promise<void>[] = [];
  while (next < count) {
    // Sent when it is due, whether or not earlier ones were answered.
    while (next < count && next <= ((now() - begin) * pace.rate) / 1000) sent.push(one());
    await pause(1);
  }
  await Promise.all(sent);
  return acknowledged;
}

function createSightings() {
  const sightings = new Map<number, number>();
  let last = now();
  return {
    add: (writes: readonly number[]): void => {
      last = now();
      for (const write of writes) if (!sightings.has(write)) sightings.set(write, last);
    },
    take: async (from: number, count: number): Promise<Times> => {
      const numbers = Array.from({ length: count }, (_, index) => from + index);
      last = now();
      while (numbers.some((n) => !sightings.has(n)) && now() - last < giveUpAfterMs) await pause(lookEveryMs);
      const times = numbers.map((n) => sightings.get(n) ?? null);
      sightings.clear();
      return times;
    },
  };
}

// The one argument is what the bench passes.
const settings = JSON.parse(process.argv[2] ?? '{}') as StageSettings;
const stages = settings.arm === 'ours' ? ourStages(settings) : bareStages(settings);
const { role } = settings;
if (role === 'writer') {
  const { write, close } = stages.writer();
  answerQuestions<StageQuestion>((question) => (question.ask === 'write' ? writeAll(question, write) : refuse(question)), close);
} else if (role === 'relay') {
  answerQuestions<StageQuestion>(refuse, await stages.relay());
} else {
  const sightings = createSightings();
  const close = await stages.projector(sightings.add);
  answerQuestions<StageQuestion>((question) => (question.ask === 'seen' ? sightings.take(question.from, question.count) : refuse(question)), close);
}

async function refuse({ ask }: StageQuestion): Promise<never> {
  throw new Error(`A ${role} does not answer ${ask}`);
}
