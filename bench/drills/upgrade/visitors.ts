import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '@waystory/infra/config.ts';
import { type EventStore, logPages } from '@waystory/infra/event-store/port.ts';
import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import { quantile } from '../../harness/measurement.ts';
import { latencyThresholds } from '../../load/report.ts';
import { createLoadFixture, issueLoadTokens } from '../../load/stage.ts';
import { startLoadWorker } from '../environment/load.ts';
import type { Tally } from '../tally.ts';
import type { Release } from './release.ts';
import type { RollingCluster } from './rolling-cluster.ts';

const travellers = 12;

export interface VisitFault {
  /** Time of the failure, milliseconds since 1970. */
  at: number;
  scenario: string;
  kind: 'failed' | 'told to come again';
  what: string;
}

export interface VisitorsReport {
  visits: number;
  answered: number;
  /** Greatest lateness of an arrival, milliseconds, because a stalled machine makes visits fail. */
  lateMs: number;
  times: Record<string, number[]>;
  troubles: VisitFault[];
  written: number[];
}

/**
 * Prepares the visitors of `npm run load -- mix`: accounts, stories, and a separate process that sends the requests.
 * @param perSecond arrivals
 */
export async function prepareVisitors(cluster: RollingCluster, folder: string, perSecond: number) {
  const { port, env } = cluster;
  const stage = await createLoadFixture(`http://localhost:${port}`, await issueLoadTokens(readConfig(env), travellers), 1);
  const stageFile = join(folder, 'stage.json');
  // The file contains tokens, which are secrets.
  writeFileSync(stageFile, JSON.stringify(stage), { mode: 0o600 });
  const load = startLoadWorker<number, VisitorsReport>(cluster, join(import.meta.dirname, 'visitors-worker.ts'), { stageFile });
  const written: number[] = [];
  return {
    begin: () => load.begin(perSecond),
    async end(): Promise<VisitorsReport> {
      const report = await load.end();
      written.push(...report.written);
      return report;
    },
    acknowledged: () => written.length,
    /** Acknowledged positions that the log lacks. */
    async missing(events: Pick<EventStore, 'readAll'>): Promise<number[]> {
      const there = new Set<number>();
      for await (const page of logPages(events)) for (const { position } of page) there.add(position);
      return written.filter((position) => !there.has(position));
    },
  };
}
export type Visitors = Awaited<ReturnType<typeof prepareVisitors>>;

export const failuresOf = ({ troubles }: VisitorsReport): VisitFault[] => troubles.filter(({ kind }) => kind === 'failed');

function levelsOf({ times }: VisitorsReport): string {
  return latencyThresholds
    .flatMap(({ metric, percentile, milliseconds }) => {
      const taken = times[metric];
      if (!taken) return [];
      const figure = Math.round(quantile(taken, percentile === 'p99' ? 0.99 : 0.95));
      return [`${metric} ${percentile} ${figure} ms${figure > milliseconds ? ` (over its ${milliseconds})` : ''}`];
    })
    .join(', ');
}

const shown = 10;

/**
 * Records the results of the visits.
 * @param laterAtMost share of requests that may be answered with "retry later"
 */
export function recordVisits(name: string, report: VisitorsReport, laterAtMost: number, tally: Tally): void {
  const failed = failuresOf(report);
  const later = report.troubles.length - failed.length;
  const isHeld = report.visits > 0 && failed.length === 0 && later <= laterAtMost * report.answered;
  const counts = `${report.visits} visits, ${report.answered} requests answered, ${failed.length} failed, ${later} told to come again`;
  tally.record(isHeld, `${name}: ${counts}; ${levelsOf(report)}; the latest came ${Math.round(report.lateMs)} ms late`);
  const kinds = Map.groupBy(report.troubles, ({ at, scenario, what }) => `${new Date(at).toISOString().slice(11, 19)} ${scenario}: ${what}`);
  for (const [kind, of] of [...kinds].slice(0, shown)) console.log(`     ${of.length} x ${kind}`);
}

const pauseMs = 400;
/** Number of page loads between two silent sign-ins. */
const signInEvery = 10;

/** A page that stays open during the upgrade: it loads its chunks, opens new pages and renews its token. */
export async function keepPageOpen(port: number, release: Release) {
  const origin = `http://localhost:${port}`;
  const app = new TestApp(new TestBrowser(origin), '/auth/silent.html');
  let token = (await app.signIn('traveller@waystory.example')).access_token;
  const [troubles, parts] = [[] as string[], partsOf(release)];
  const closing = new AbortController();
  let looks = 0;
  const get = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await fetch(`${origin}${path}`, { headers });
    if (answer.status !== 200) troubles.push(`GET ${path} was answered with ${answer.status}`);
    return answer.text();
  };
  const look = async (): Promise<void> => {
    looks += 1;
    await get(parts[(looks * 7) % parts.length] ?? '/');
    const page = await get('/');
    for (const [, path = ''] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) await get(path);
    await get('/api/accounts/me', { authorization: `Bearer ${token}` });
    if (looks % signInEvery !== 0) return;
    const renewed = await app.tokensFrom(await app.authorize({ prompt: 'none' }));
    if (renewed.access_token) token = renewed.access_token;
    else troubles.push(`a silent sign-in was refused: ${renewed.error}`);
  };
  const looking = (async () => {
    for (; !closing.signal.aborted; await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => {}))
      await look().catch((error: unknown) => troubles.push(error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)));
  })();
  return {
    troubles,
    looks: () => looks,
    /** Adds the chunks of another release to those that the page loads. */
    opened: (other: Release) => void parts.push(...partsOf(other)),
    close: async (): Promise<void> => {
      closing.abort();
      await looking;
    },
  };
}

/** Some lazily loaded chunks of a release's pages, and the entry file. */
function partsOf({ folder }: Release): string[] {
  const files = readdirSync(join(folder, 'web/dist/assets')).filter((name) => name.endsWith('.js'));
  return files.filter((name, at) => name.startsWith('index-') || at % 8 === 0).map((name) => `/assets/${name}`);
}
