import { join } from 'node:path';
import { startWorker } from '../../harness/worker.ts';
import type { DrillCluster } from './drill-cluster.ts';
import type { Kind, Sample } from './samples.ts';
import type { Acknowledged } from './writer.ts';

export interface LoadRates {
  writesPerSecond: number;
  readsPerSecond: number;
}

/** Paced, so that what is slow for a moment does not slow down who asks: others would come, too. */
const usualRates: LoadRates = { writesPerSecond: 40, readsPerSecond: 24 };
/** What is asked for beside writes of itineraries, in turn, unless a drill names others. */
export const usualKinds: readonly Kind[] = ['fresh', 'story', 'page', 'alive', 'search', 'react'];

export type LoadQuestion = ({ what: 'begin' } & LoadRates) | { what: 'end' };

export interface LoadReport {
  /** The latest acknowledged write of each itinerary. */
  acknowledged: readonly Acknowledged[];
  /** Writes that were never acknowledged, though repeated. */
  open: number;
  samples: readonly Sample[];
  /** Addresses of pictures whose upload was acknowledged. */
  pictures: readonly string[];
}

export interface Load {
  /** Ends it: no new requests, failed writes are repeated until they are acknowledged. */
  end(): Promise<LoadReport>;
  stop(): Promise<void>;
}

interface LoadOptions {
  kinds?: readonly Kind[];
  rates?: LoadRates | undefined;
}

/** Writes and reads through the gateway, from a process of its own, until it is ended. @param storyId an itinerary that every read model has. */
export async function startLoad(
  { port, token, endFirst }: Pick<DrillCluster, 'port' | 'token' | 'endFirst'>,
  storyId: string,
  { kinds = usualKinds, rates = usualRates }: LoadOptions = {},
): Promise<Load> {
  const worker = startWorker(join(import.meta.dirname, 'load-worker.ts'), [String(port), token, storyId, ...kinds]);
  // It would keep a drill alive that has failed.
  endFirst(worker.stop);
  const ask = <A>(question: LoadQuestion): Promise<A> => worker.ask<A>(question);
  await ask({ what: 'begin', ...rates });
  return { end: () => ask<LoadReport>({ what: 'end' }), stop: worker.stop };
}
