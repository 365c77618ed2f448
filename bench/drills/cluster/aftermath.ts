import { setTimeout as pause } from 'node:timers/promises';
import { verifyIndexes } from '@waystory/infra/read-models/indexes/verify-indexes.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import type { Tally } from '../tally.ts';
import { type Ask, itineraryOf, type Written } from './ask.ts';
import type { DrillCluster } from './drill-cluster.ts';
import type { LoadReport } from './load.ts';
import { behind, passed } from './progress.ts';
import type { Acknowledged } from './writer.ts';

const catchUpWithinMs = 60_000;
const pageSize = 100;
/** What `Retry-After` says, milliseconds. */
const retryAfterMs = 1_000;

/** What must hold whatever happened: acknowledged writes are all there and once, nothing was skipped, read models are what the log says. */
export async function checkAftermath(
  cluster: DrillCluster,
  ask: Ask,
  { acknowledged, open }: LoadReport,
  probes: readonly Acknowledged[],
  tally: Tally,
) {
  const head = await cluster.engines.events.head();
  const started = performance.now();
  await passed(cluster, head, catchUpWithinMs);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const late = await behind(cluster, head);
  tally.record(
    late.length === 0,
    `nothing skipped: every checkpoint is at the head of the log, ${head}, ${seconds} s after the load ended ${late.join(', ')}`.trimEnd(),
  );
  cluster.written.push(...acknowledged, ...probes);
  const expected = cluster.written;
  const { listed, refused } = await listAll(ask);
  const { missing, older, extra, twice } = compare(expected, listed);
  const well = expected.length > 0 && missing + older + extra + twice + open === 0;
  const found = `${missing} missing, ${older} not as acknowledged, ${twice} there twice, ${extra} that nobody wrote, ${open} never acknowledged`;
  tally.record(well, `of ${expected.length} itineraries with acknowledged writes: ${found}`);
  tally.record(refused.length === 0, `the list of them: ${refused.length} pages were refused ${refused.join(', ')}`.trimEnd());
  await checkReadModels(cluster, tally);
}

/** Read models equal a replay of the log, and indexes the read models. */
export async function checkReadModels({ projections, engines }: DrillCluster, tally: Tally): Promise<void> {
  const { events, projections: store, search } = engines;
  const verified = await verify({ projections, events, store });
  const indexed = await verifyIndexes({ projections, events, store, search });
  const all = [...verified, ...indexed];
  const different = all
    .filter(({ equal }) => !equal)
    .map(({ projection, collection, firstDifference }) => `${projection}/${collection} ${JSON.stringify(firstDifference)}`);
  const documents = verified.reduce((sum, one) => sum + one.documents, 0);
  const found = indexed.reduce((sum, one) => sum + one.documents, 0);
  const what = `${verified.length} collections with ${documents} documents equal a replay, ${indexed.length} indexes with ${found} equal the collections`;
  tally.record(different.length === 0, `${what} ${different.join('; ')}`.trimEnd());
}

/** All itineraries, as their owner gets them from the API, page by page. A page that is refused is asked for again, and told of. */
async function listAll(ask: Ask): Promise<{ listed: Written[]; refused: string[] }> {
  const giveUpAt = Date.now() + catchUpWithinMs;
  const refused: string[] = [];
  const all: Written[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const path = `/api/itineraries?limit=${pageSize}${after && `&after=${encodeURIComponent(after)}`}`;
    const { status, json, ms, retryAfter } = await ask({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    if (status === 503 && retryAfter && Date.now() < giveUpAt) {
      refused.push(`${codeOf(json)} after ${Math.round(ms)} ms`);
      await pause(retryAfterMs);
      continue;
    }
    if (status !== 200 || typeof json !== 'object' || json === null || !('items' in json) || !Array.isArray(json.items))
      throw new Error(`A page of itineraries was answered with ${status}`);
    all.push(...json.items.flatMap((item: unknown) => itineraryOf(item) ?? []));
    after = 'next' in json && typeof json.next === 'string' ? json.next : undefined;
  }
  return { listed: all, refused };
}

const codeOf = (json: unknown): string => (typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : 'refused');

function compare(expected: readonly Acknowledged[], listed: readonly Written[]) {
  const found = new Map(listed.map((one) => [one.id, one]));
  const known = new Set(expected.map(({ id }) => id));
  // Whoever wrote once has given a title once: two with the same are one write done twice.
  const titles = new Set(listed.map(({ title }) => title));
  return {
    missing: expected.filter(({ id }) => !found.has(id)).length,
    older: expected.filter(({ id, title, version }) => {
      const one = found.get(id);
      return one && (one.title !== title || one.version < version);
    }).length,
    extra: listed.filter(({ id }) => !known.has(id)).length,
    twice: listed.length - titles.size + (listed.length - found.size),
  };
}
