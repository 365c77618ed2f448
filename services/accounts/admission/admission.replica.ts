import { setTimeout as pause } from 'node:timers/promises';
import type { Adapters } from '@waystory/infra/adapters.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Admission } from '@waystory/infra/http/caller.ts';
import type { Log } from '@waystory/infra/log.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { coalesce } from '@waystory/infra/waiting.ts';
import { anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { type AccountRecord, accountStream } from '../account/account.ts';
import { type AccountStanding, goodStanding, refusalOf } from '../account/standing.ts';
import { standings, standingsProjection } from './standings.projection.ts';

/** Shortest pause between refreshes, milliseconds, because the read models advance with every write. */
const restBetweenLooks = 1_000;
/** Longest pause between refreshes without an announced change, milliseconds. */
const longestBetweenLooks = 20_000;
/** Longest token lifetime, milliseconds. A deletion stays in memory this long for reads; writes check the log instead. */
const longestToken = 24 * 3_600_000;
const pageSize = 1_000;

export interface AdmissionReplica extends Admission {
  stop(): Promise<void>;
}

/**
 * Keeps suspended and recently deleted accounts in memory in every process that serves requests. Whether an account exists is read from the log.
 * While the read models are unavailable the last state stays in use.
 */
export async function replicateAdmission({ projections }: Pick<Adapters, 'projections'>, log: Pick<Log, 'warn'>): Promise<AdmissionReplica> {
  const stopping = new AbortController();
  const warn = (error: unknown): void => log.warn({ err: error }, 'who is turned away could not be read and will be tried again');
  let known: ReadonlyMap<string, AccountStanding> = new Map();

  async function look(): Promise<void> {
    const build = (await projections.activeVersions())[standingsProjection.name];
    if (build !== undefined) known = await standingsIn(projections, physicalName(standings.name, build));
  }
  const repeater = coalesce(
    async () => {
      await look();
      await pause(restBetweenLooks, undefined, { signal: stopping.signal }).catch(() => {}); // the pause is aborted at the stop
    },
    warn,
    stopping.signal,
  );
  const unsubscribe = projections.onChange(({ projection }) => {
    if (projection.split('@')[0] === standingsProjection.name) repeater.request();
  });
  const timer = setInterval(repeater.request, longestBetweenLooks);
  await look().catch((error: unknown) => {
    warn(error);
    repeater.request();
  });
  return {
    refusalOf: (identity) => refusalOf(known.get(identity.accountId) ?? goodStanding, identity),
    async requireAccount(identity, commands) {
      const mayWrite = (account: AccountRecord): boolean => account.account !== null && refusalOf(account, identity) === null;
      const { state } = await commands.recall(accountStream, identity.accountId, mayWrite);
      const refusal = refusalOf(state, identity);
      if (refusal) throw refusal;
      if (!state.account) throw new Rejected('auth/no-account');
    },
    async stop() {
      unsubscribe();
      clearInterval(timer);
      stopping.abort(new Error('Nobody is let in any more'));
      await repeater.ended();
    },
  };
}

async function standingsIn(projections: Adapters['projections'], collection: string): Promise<Map<string, AccountStanding>> {
  const found = new Map<string, AccountStanding>();
  const recently = new Date(Date.now() - longestToken).toISOString();
  const filter: Filter = anyOf(eq('suspended', true), { op: 'gt', field: 'deletedAt', value: recently });
  for (let after: { values: unknown[]; id: string } | undefined; ; ) {
    const page = await projections.find(collection, { filter, sort: [], limit: pageSize, ...(after && { after }) });
    for (const doc of page) {
      const { id, suspension, deletedAt } = standings.doc.parse(doc);
      found.set(id, { suspension, deletedAt });
    }
    if (page.length < pageSize) return found;
    after = { values: [], id: String(page.at(-1)?.id) };
  }
}
