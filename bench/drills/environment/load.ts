import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answerQuestions } from '../../harness/worker.ts';
import type { AcknowledgedWrite } from './client.ts';
import type { Environment } from './environment.ts';

/** `repeat`: a write sent again. `fresh`: a read as of the newest write. `alive`: the liveness probe. */
export type RequestKind = 'write' | 'repeat' | 'fresh' | 'story' | 'page' | 'alive' | 'search' | 'react' | 'upload';

/** One request under load: its start `at` in milliseconds since 1970, and its duration `ms`. */
export interface RequestSample {
  kind: RequestKind;
  at: number;
  status: number;
  error: string;
  retryAfter: boolean;
  ms: number;
}

export interface TimeSpan {
  from: number;
  to: number;
}

/** Settings of the load worker. */
export interface LoadSettings {
  port: number;
  token: string;
  /** A story that is in every read model. */
  storyId: string;
  kinds: readonly RequestKind[];
}

export interface LoadRates {
  writesPerSecond: number;
  readsPerSecond: number;
}

/** Arrival rates of an open-loop load: slow responses do not slow down arrivals. */
const usualRates: LoadRates = { writesPerSecond: 40, readsPerSecond: 24 };
export const usualKinds: readonly RequestKind[] = ['fresh', 'story', 'page', 'alive', 'search', 'react'];

/** Message to a load worker: the parameters of a load to begin, or its end. */
type LoadQuestion<B> = { begin: B } | 'end';

export interface LoadReport {
  acknowledged: readonly AcknowledgedWrite[];
  /** Number of writes without an acknowledgement after all repetitions. */
  open: number;
  samples: readonly RequestSample[];
  /** Paths of uploaded pictures. */
  pictures: readonly string[];
}

interface LoadOptions {
  kinds?: readonly RequestKind[];
  rates?: LoadRates | undefined;
}

/** Starts a worker on `module`, which calls `serveLoadCommands`. It ends with the environment, because a running worker would keep a failed drill alive. */
export function startLoadWorker<B, R>({ resources }: Pick<Environment, 'resources'>, module: string, settings: object) {
  const worker = resources.worker(module, settings);
  return {
    begin: (asked: B): Promise<unknown> => worker.ask({ begin: asked } satisfies LoadQuestion<B>),
    end: (): Promise<R> => worker.ask<R>('end' satisfies LoadQuestion<B>),
    stop: worker.stop,
  };
}

/** In a worker: makes load until the signal aborts, then answers with its report. */
export function serveLoadCommands<B>(begin: (asked: B, signal: AbortSignal) => Promise<unknown>, report: () => Promise<unknown>): void {
  let ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const answer = async (question: LoadQuestion<B>): Promise<unknown> => {
    if (question !== 'end') {
      ending = new AbortController();
      running = begin(question.begin, ending.signal);
      return null;
    }
    ending.abort();
    await running;
    return report();
  };
  answerQuestions(answer, async () => {});
}

/** Writes and reads through the gateway from a separate process. @param storyId a story that is in every read model */
export async function startLoad(environment: Environment, storyId: string, { kinds = usualKinds, rates = usualRates }: LoadOptions = {}) {
  const { port, token } = environment;
  const settings: LoadSettings = { port, token, storyId, kinds };
  const load = startLoadWorker<LoadRates, LoadReport>(environment, join(import.meta.dirname, 'load-worker.ts'), settings);
  await load.begin(rates);
  return {
    async end(): Promise<LoadReport> {
      const report = await load.end();
      await load.stop();
      return report;
    },
  };
}

/**
 * Open-loop load: sends by the clock, whether or not earlier requests were answered. Requests above `atMost` in flight are skipped. @returns greatest
 * lateness, milliseconds
 */
export async function runOpenLoop(perSecond: number, once: (n: number) => Promise<unknown>, signal: AbortSignal, atMost = Number.POSITIVE_INFINITY) {
  const began = performance.now();
  const underWay = new Set<Promise<unknown>>();
  let lateMs = 0;
  for (let n = 0; !signal.aborted; n++) {
    const due = began + (n * 1_000) / perSecond;
    await pause(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => {});
    if (signal.aborted || underWay.size >= atMost) continue;
    lateMs = Math.max(lateMs, performance.now() - due);
    const one: Promise<unknown> = once(n).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
  return lateMs;
}

export const samplesWithin = (samples: readonly RequestSample[], { from, to }: TimeSpan, ...kinds: RequestKind[]): RequestSample[] =>
  samples.filter(({ kind, at }) => kinds.includes(kind) && at >= from && at < to);

export const isGood = ({ status }: RequestSample): boolean => status >= 200 && status < 300;
export const isRefused = ({ status, retryAfter }: RequestSample): boolean => status === 503 && retryAfter;
export const slowestMs = (samples: readonly RequestSample[]): number => Math.round(samples.reduce((most, { ms }) => Math.max(most, ms), 0));

const leastSuccess = 0.999;

/** The share of writes that succeeded at the first attempt, as text, and whether it is high enough. */
export function writeSuccessOf(samples: readonly RequestSample[]): { enough: boolean; told: string } {
  const writes = samples.filter(({ kind }) => kind === 'write');
  const success = writes.filter(isGood).length / writes.length;
  const told = `${(success * 100).toFixed(2)} % of ${writes.length} commands succeeded (${statusesText(writes)}), slowest ${slowestMs(writes)} ms`;
  return { enough: success >= leastSuccess, told };
}

/** Core utilisation at or above which any number of fresh reads may exceed their wait of 2 s. */
export const busyCoreShare = 0.95;
/** Share of fresh reads that may be refused as late. With 20 processes on two cores, the p99 is close to the 2 s limit of a read. */
const mostLate = 0.05;

/**
 * Whether all requests succeeded, and the statuses as text. A share of fresh reads may be refused as late.
 * @param busy utilisation of the cores meanwhile, 0 to 1
 */
export function serviceVerdictOf(samples: readonly RequestSample[], busy: number): { served: boolean; told: string } {
  const fresh = samples.filter(({ kind }) => kind === 'fresh');
  const late = fresh.filter(isRefused);
  const mayBeLate = busy >= busyCoreShare || late.length <= fresh.length * mostLate;
  const served = samples.length > 0 && samples.every((sample) => isGood(sample) || (mayBeLate && late.includes(sample)));
  const lateTold = late.length > 0 ? `; ${late.length} of ${fresh.length} fresh reads were late, with cores ${(busy * 100).toFixed(0)} % busy` : '';
  return { served, told: `(${statusesText(samples)}), slowest ${slowestMs(samples)} ms${lateTold}` };
}

/** Numbers of answers by status, as text. */
export function statusesText(samples: readonly RequestSample[]): string {
  const groups = Map.groupBy(samples, ({ status, error }) => (status === 0 ? `unanswered (${error})` : String(status)));
  return [...groups].map(([status, of]) => `${of.length} x ${status}`).join(', ') || 'none';
}
