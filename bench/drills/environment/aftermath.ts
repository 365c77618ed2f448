import { setTimeout as pause } from 'node:timers/promises';
import { verifyIndexes } from '@waystory/infra/read-models/indexes/verify-indexes.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import type { Tally } from '../tally.ts';
import { type AcknowledgedWrite, itineraryOf, type SendRequest, type WrittenItinerary } from './client.ts';
import type { Environment } from './environment.ts';
import { type LoadReport, startLoad } from './load.ts';
import { laggingProjections, type Recovery, waitForRecovery, waitUntilPassed } from './progress.ts';

const normalWithinMs = 120_000;
const catchUpWithinMs = 60_000;
const pageSize = 100;

/** An environment under load. */
export interface LoadedEnvironment {
  environment: Environment;
  ask: SendRequest;
  tally: Tally;
  /** Waits for recovery, and adds its probe to the writes that are checked at the end. */
  recover(name: string, also?: Parameters<typeof waitForRecovery>[4]): Promise<Recovery>;
}

/** Runs faults while people write and read. Nothing acknowledged may be lost, doubled or skipped. */
export async function runFaultsUnderLoad(
  { environment, tally }: Pick<LoadedEnvironment, 'environment' | 'tally'>,
  options: Parameters<typeof startLoad>[2],
  faults: (scene: LoadedEnvironment) => Promise<(report: LoadReport) => Promise<void>>,
): Promise<void> {
  const ask = environment.as('traveller');
  const probes: AcknowledgedWrite[] = [];
  const recover: LoadedEnvironment['recover'] = async (name, also) => {
    const recovery = await waitForRecovery(environment, ask, name, normalWithinMs, also);
    if (recovery.probe) probes.push(recovery.probe);
    return recovery;
  };
  const { seconds, probe } = await recover('at the start');
  tally.record(seconds !== null, 'at the start a write is taken, projected and read back');
  if (!probe) throw new Error('No write was taken at the start');
  const load = await startLoad(environment, probe.id, options);
  const scene: LoadedEnvironment = { environment, ask, tally, recover };
  const check = await faults(scene);
  const report = await load.end();
  await check(report);
  await checkAftermath(scene, report, probes);
}

async function checkAftermath(
  { environment, ask, tally }: Pick<LoadedEnvironment, 'environment' | 'ask' | 'tally'>,
  { acknowledged, open }: LoadReport,
  probes: readonly AcknowledgedWrite[],
): Promise<void> {
  const head = await environment.engines.events.head();
  const started = performance.now();
  await waitUntilPassed(environment, head, catchUpWithinMs);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const late = await laggingProjections(environment, head);
  const reached = `every checkpoint is at the head of the log, ${head}, ${seconds} s after the load ended`;
  tally.record(late.length === 0, `nothing skipped: ${reached} ${late.join(', ')}`.trimEnd());
  environment.written.push(...acknowledged, ...probes);
  const expected = environment.written;
  const { listed, refused } = await listAll(ask);
  const { missing, older, extra, twice } = compare(expected, listed);
  const well = expected.length > 0 && missing + older + extra + twice + open === 0;
  const found = `${missing} missing, ${older} not as acknowledged, ${twice} there twice, ${extra} that nobody wrote, ${open} never acknowledged`;
  tally.record(well, `of ${expected.length} itineraries with acknowledged writes: ${found}`);
  tally.record(refused.length === 0, `the list of them: ${refused.length} pages were refused ${refused.join(', ')}`.trimEnd());
  await checkReadModels(environment, tally);
}

/** Records that read models equal a replay of the log, and that search indexes equal the read models. */
async function checkReadModels({ projections, engines }: Environment, tally: Tally): Promise<void> {
  const { events, projections: store, search } = engines;
  const verified = await verify({ projections, events, store });
  const indexed = await verifyIndexes({ projections, events, store, search });
  const different = [...verified, ...indexed]
    .filter(({ equal }) => !equal)
    .map(({ projection, collection, firstDifference }) => `${projection}/${collection} ${JSON.stringify(firstDifference)}`);
  const documentsIn = (all: readonly { documents: number }[]): number => all.reduce((sum, one) => sum + one.documents, 0);
  const models = `${verified.length} collections with ${documentsIn(verified)} documents equal a replay`;
  const indexes = `${indexed.length} indexes with ${documentsIn(indexed)} equal the collections`;
  tally.record(different.length === 0, `${models}, ${indexes} ${different.join('; ')}`.trimEnd());
}

/** All itineraries of the owner page by page. A refused page is counted and requested again. */
async function listAll(ask: SendRequest): Promise<{ listed: WrittenItinerary[]; refused: string[] }> {
  const giveUpAt = Date.now() + catchUpWithinMs;
  const refused: string[] = [];
  const listed: WrittenItinerary[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const path = `/api/itineraries?limit=${pageSize}${after && `&after=${encodeURIComponent(after)}`}`;
    const { status, body, code, ms, retryAfter } = await ask({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    if (status === 503 && retryAfter && Date.now() < giveUpAt) {
      refused.push(`${code} after ${Math.round(ms)} ms`);
      await pause(1_000);
      continue;
    }
    if (status !== 200 || !Array.isArray(body.items)) throw new Error(`A page of itineraries was answered with ${status}`);
    listed.push(...body.items.flatMap((item: unknown) => itineraryOf(item) ?? []));
    after = typeof body.next === 'string' ? body.next : undefined;
  }
  return { listed, refused };
}

function compare(expected: readonly AcknowledgedWrite[], listed: readonly WrittenItinerary[]) {
  const found = new Map(listed.map((one) => [one.id, one]));
  const known = new Set(expected.map(({ id }) => id));
  const isOlder = ({ id, title, version }: AcknowledgedWrite): boolean => {
    const one = found.get(id);
    return one !== undefined && (one.title !== title || one.version < version);
  };
  // Each write has a unique title, so an equal title is a doubled write.
  const titles = new Set(listed.map(({ title }) => title));
  return {
    missing: expected.filter(({ id }) => !found.has(id)).length,
    older: expected.filter(isOlder).length,
    extra: listed.filter(({ id }) => !known.has(id)).length,
    twice: listed.length - titles.size + (listed.length - found.size),
  };
}
