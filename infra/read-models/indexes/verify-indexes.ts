import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Position } from '../../event-store/port.ts';
import { type ProjectionStore, physicalName } from '../../projection-store/port.ts';
import type { SearchEngine } from '../../search/port.ts';
import type { AnyProjection } from '../projection.ts';
import { indexesOf, type ProjectionIndex } from '../searchable.ts';
import { canonicalJson, type DocumentDifference, type VerificationResult } from '../verify.ts';
import { indexBuildName, type SearchedDoc, scanSearched } from './index-documents.ts';

/** Longest wait until an index is at the head of the log and does not change, milliseconds. */
const patienceMs = 30_000;
const askEveryMs = 50;

export interface VerifyIndexesOptions {
  projections: readonly AnyProjection[];
  events: Pick<EventStore, 'head'>;
  store: ProjectionStore;
  search: SearchEngine;
}

/**
 * Compares every document of the indexes in use with the searchable form of their projections' documents, which `verify` checks.
 * @throws Error when an index is not at the head of the log within 30 seconds.
 */
export async function verifyIndexes({ projections, events, store, search }: VerifyIndexesOptions): Promise<VerificationResult[]> {
  const deadline = Date.now() + patienceMs;
  const head = await events.head();
  const verified: VerificationResult[] = [];
  for (const index of projections.flatMap(indexesOf)) verified.push(await verifyOne({ index, store, search }, head, deadline));
  return verified;
}

type Of = Pick<VerifyIndexesOptions, 'store' | 'search'> & { index: ProjectionIndex };

async function verifyOne(of: Of, head: Position, deadline: number): Promise<VerificationResult> {
  for (;;) {
    const before = await reached(of, head, deadline);
    await of.search.refresh(indexBuildName(of.index, before.build));
    const { documents, firstDifference } = await compare(of, before);
    const verified = {
      projection: of.index.as.name,
      collection: of.index.searchable.index,
      documents,
      equal: !firstDifference,
      ...(firstDifference && { firstDifference }),
    };
    // A difference is only valid if neither side changed during the comparison.
    const still = canonicalJson(await progress(of)) === canonicalJson(before);
    if (verified.equal || still || Date.now() > deadline) return verified;
  }
}

interface Progress {
  build: number;
  /** Build of the projection. */
  source: number;
  watermark: Position;
}

async function progress({ index, store }: Of): Promise<Progress> {
  const active = await store.activeVersions();
  const places = [index.as.name, index.projection.name].map((name) => ({ name, build: active[name] ?? 0 }));
  const checkpoints = await Promise.all(places.map(({ name, build }) => store.checkpoints(physicalName(name, build))));
  const watermarks = checkpoints.flatMap((ofOne) => (Object.keys(ofOne).length > 0 ? Object.values(ofOne).map(({ watermark }) => watermark) : [0]));
  return { build: places[0]?.build ?? 0, source: places[1]?.build ?? 0, watermark: Math.min(...watermarks) };
}

async function reached(of: Of, head: Position, deadline: number): Promise<Progress> {
  for (;;) {
    const now = await progress(of);
    if (now.build > 0 && now.watermark >= head) return now;
    if (Date.now() > deadline) throw new Error(`${of.index.as.name} is at ${now.watermark} of ${head} after ${patienceMs / 1_000} s`);
    await pause(askEveryMs);
  }
}

/** Walks both sides in order of id, so memory use is constant. */
async function compare(
  { index, store, search }: Of,
  { build, source }: Progress,
): Promise<{ documents: number; firstDifference?: DocumentDifference }> {
  let documents = 0;
  const wanted = findable(scanSearched({ index, store, build: source }));
  const stored = search.scan(indexBuildName(index, build))[Symbol.asyncIterator]();
  try {
    let [one, other] = await Promise.all([wanted.next(), stored.next()]);
    while (!one.done || !other.done) {
      const id = [one, other].flatMap(({ done, value }) => (done ? [] : [String(value.id)])).sort()[0] ?? '';
      const expected = !one.done && one.value.id === id ? canonicalJson(one.value.searched) : null;
      const { texts, filters, positions } = !other.done && other.value.id === id ? other.value : absent;
      const found = texts && canonicalJson({ texts, filters, positions });
      if (expected !== found) return { documents, firstDifference: { id, expected, stored: found } };
      documents += 1;
      [one, other] = await Promise.all([wanted.next(), stored.next()]);
    }
    return { documents };
  } finally {
    await Promise.all([wanted.return(undefined), stored.return?.()]);
  }
}

const absent = { texts: null, filters: null, positions: undefined };

async function* findable(pages: AsyncIterable<SearchedDoc[]>): AsyncGenerator<SearchedDoc, undefined> {
  for await (const page of pages) for (const doc of page) if (doc.searched) yield doc;
  return undefined;
}
