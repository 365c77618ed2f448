import type { EngineName } from '../cluster/drill-cluster.ts';
import { busyFrom, isGood, isRefused, type Kind, type Sample, type Span, slowest, statuses, within } from '../cluster/samples.ts';
import type { Acknowledged } from '../cluster/writer.ts';
import type { Tally } from '../tally.ts';

/** The least part of commands that must succeed while the read side is away. */
const leastSuccess = 0.999;
/** The most of the reads of what was just written that may come to say that it is not there yet: two cores run 20 processes, and p99 is close to the 2 s of a read. */
const mostLate = 0.05;
/** Longest that an answer of an engine is waited for, with all tries, and somewhat more; on top of what the probe took, which tells how busy the machine is, milliseconds. */
const answeredWithinMs: Readonly<Record<AwayEngine, number>> = { kafka: 12_000, mongodb: 12_000, elasticsearch: 22_000, azurite: 22_000 };
/** Until everybody has noticed, and before it is back: what is asked in between may go either way, milliseconds. */
const [noticedAfterMs, longestWaitMs] = [1_000, 4_000];

export interface Outage {
  name: string;
  /** From the fault until everything was as before. */
  whole: Span;
  /** While its server did not run. */
  away: Span;
  /** Share of the time in which the cores had something to do during the whole of it, 0 to 1. */
  busy: number;
  /** The write by which it was seen to be over. */
  probe: Acknowledged | null;
}

/** An engine whose absence is survived. */
export type AwayEngine = Exclude<EngineName, 'temporal'>;

/** What needs the engine, of what is asked for beside writes of itineraries. */
const needs: Readonly<Record<AwayEngine, readonly Kind[]>> = {
  kafka: ['fresh'],
  mongodb: ['fresh', 'story', 'search'],
  elasticsearch: ['search'],
  azurite: ['upload'],
};
const others: readonly Kind[] = ['fresh', 'story', 'page', 'alive', 'search', 'react', 'upload'];

/** How the product answered during an outage of one engine of its read side. */
export function checkMeanwhile({ name, whole, away, busy }: Outage, engine: AwayEngine, samples: readonly Sample[], tally: Tally): void {
  const writes = within(samples, whole, 'write');
  const success = writes.filter(isGood).length / writes.length;
  const rate = `${(success * 100).toFixed(2)} % of ${writes.length} commands succeeded`;
  tally.record(success >= leastSuccess, `${name}: ${rate} (${statuses(writes)}), slowest ${slowest(writes)} ms`);

  const busyMs = slowest(within(samples, whole, 'alive'));
  const needing = within(samples, whole, ...needs[engine]);
  const wellSaid = needing.every((sample) => isGood(sample) || isRefused(sample)) && slowest(needing) <= answeredWithinMs[engine] + busyMs;
  const refused = `${needing.filter(isRefused).length} of ${needing.length} with a 503 that says when to come again`;
  tally.record(
    wellSaid && needing.length > 0,
    `${name}: what needs it was answered within ${slowest(needing)} ms (${statuses(needing)}), the probe within ${busyMs} ms, ${refused}`,
  );

  const rest = within(samples, whole, ...others.filter((kind) => !needs[engine].includes(kind)));
  const late = rest.filter((sample) => sample.kind === 'fresh' && isRefused(sample));
  const mayBeLate = busy >= busyFrom || late.length <= within(samples, whole, 'fresh').length * mostLate;
  const served = rest.length > 0 && rest.every((sample) => isGood(sample) || (mayBeLate && late.includes(sample)));
  const told = late.length > 0 ? `; ${late.length} reads of what was just written found it late, with cores ${(busy * 100).toFixed(0)} % busy` : '';
  tally.record(served, `${name}: everything else was served (${statuses(rest)}), slowest ${slowest(rest)} ms${told}`);

  const surely = within(samples, { from: away.from + noticedAfterMs, to: away.to - longestWaitMs }, ...needs[engine]);
  // Killed and started at once, it was away for too short a time to be sure of anything.
  if (away.to - away.from > noticedAfterMs + longestWaitMs)
    tally.record(
      surely.length > 0 && surely.every(isRefused),
      `${name}: in the middle of it all ${surely.length} of these were refused (${statuses(surely)})`,
    );
}
