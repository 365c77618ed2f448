import { setTimeout as pause } from 'node:timers/promises';
import { memoryMiBOf } from '../harness/process-usage.ts';
import { usualEvery, usualFirst } from './pace.ts';
import type { Gaps, Reading, Server } from './reader.ts';
import type { Stage } from './stage.ts';

export const streams = 200;
/** So few that what a process needs to answer at all is in it, and what each answer needs is not. */
const few = 20;

/** What many answers at the same time were like, and what they cost. */
export interface ManyStreams {
  ours: Gaps[];
  bare: Gaps[];
  /** Memory of the process that answers, for each answer beyond the first few, kB. */
  kilobytesEach: number;
  /** The same where nobody reads, after so many seconds. */
  kilobytesUnread: number;
  unreadSeconds: number;
}

const kilobytesPerMiB = 1_048.576;

/** @param seconds how long answers are */
export async function manyStreams(
  { product, ours, bare, reader }: Stage,
  rounds: number,
  seconds: number,
  unreadSeconds: number,
): Promise<ManyStreams> {
  const pace = (long: number) => ({ first: usualFirst, pieces: Math.round((long * 1_000) / usualEvery), every: usualEvery });
  const read = (server: Server, count: number, long = seconds): Promise<Gaps> =>
    reader.ask<Gaps>({ kind: 'many', server, pace: pace(long), streams: count } satisfies Reading);
  // Its heap grows to what a load of this kind takes before it is looked at.
  await read(ours, streams);
  const [most, least] = [await peak(product.pids, read(ours, streams)), await peak(product.pids, read(ours, few))];
  const gaps: Pick<ManyStreams, 'ours' | 'bare'> = { ours: [most.value], bare: [] };
  for (let round = 0; round < rounds; round++) {
    gaps.bare.push(await read(bare, streams));
    if (round > 0) gaps.ours.push(await read(ours, streams));
  }
  const unread = await held(few);
  const unreadByMany = await held(streams);
  const each = (more: number, less: number): number => ((more - less) * kilobytesPerMiB) / (streams - few);
  return { ...gaps, kilobytesEach: each(most.memory, least.memory), kilobytesUnread: each(unreadByMany, unread), unreadSeconds };

  /** Memory when so many answers have been there for a while of which nothing is read, MiB. */
  async function held(count: number): Promise<number> {
    // They are written to the end of that time and a little longer.
    const long = unreadSeconds + 5;
    await reader.ask({ kind: 'hold', server: ours, pace: pace(long), streams: count } satisfies Reading);
    const { memory } = await peak(product.pids, pause(unreadSeconds * 1_000));
    await reader.ask({ kind: 'let-go' } satisfies Reading);
    // Until all of them have come to their end.
    await pause(7_000);
    return memory;
  }
}

const lookEvery = 250;

/** The most memory of the answering process while something goes on, MiB. */
async function peak<T>(pids: readonly number[], going: Promise<T>): Promise<{ value: T; memory: number }> {
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, memoryMiBOf(pids.slice(0, 1)));
  }, lookEvery);
  try {
    return { value: await going, memory };
  } finally {
    clearInterval(timer);
  }
}
