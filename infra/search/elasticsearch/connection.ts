import type { Client } from '@elastic/elasticsearch';
import { EngineUnavailable, UnfitEngine } from '../../errors.ts';

/** How long an answer is waited for, milliseconds. */
const answerMs = 10_000;
/** How often a call is sent again that could not be delivered; one that was not answered in time is not. */
const retries = 2;
/** How long a call may take with all its tries, milliseconds. */
const callMs = 20_000;

/** Errors of the client that say that the engine is away or too slow, by name. */
const away = new Set(['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError', 'RequestAbortedError']);
/** What a server or a proxy before it answers that cannot serve now; 429 is a queue that is full. */
export const awayStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

export interface ElasticConnection {
  /** Runs work with the client; says EngineUnavailable when Elasticsearch is away. */
  run<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connects at the first use. */
export function elasticConnection(url: string): ElasticConnection {
  let opened: Promise<Client> | null = null;
  let closed = false;
  const open = async (): Promise<Client> => {
    const { Client } = await import('@elastic/elasticsearch');
    return new Client({ node: url, requestTimeout: answerMs, maxRetries: retries, name: 'waystory' });
  };
  return {
    run: async (work) => {
      if (closed) throw unavailable(new Error('The connection is closed'));
      try {
        opened ??= open();
        return await inTime(work(await opened));
      } catch (error) {
        throw asElasticError(error);
      }
    },
    close: async () => {
      closed = true;
      await (await opened)?.close();
    },
  };
}

export const unavailable = (cause: unknown): EngineUnavailable => new EngineUnavailable('Elasticsearch', cause);

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unavailable(new Error(`no answer within ${callMs} ms`))), callMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Indexes are made read-only by operators, and by the server itself when its disk is nearly full. */
export const isBlocked = (reason: string): boolean => reason.includes('cluster_block_exception') && /read-only|index write|FORBIDDEN/.test(reason);
export const blocked = (cause: Error): UnfitEngine =>
  new UnfitEngine('Elasticsearch', `Elasticsearch takes no writes (${cause.message}); free its disk, or remove index.blocks of the index`, cause);

/** Status of an answer that was an error, null when there was none. */
export const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null;

/** Turns what says that Elasticsearch is away or too slow into EngineUnavailable; anything else comes back unchanged. */
export function asElasticError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isBlocked(error.message)) return blocked(error);
  return away.has(error.name) || awayStatuses.has(statusOf(error) ?? 0) ? unavailable(error) : error;
}
