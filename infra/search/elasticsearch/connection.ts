import type { Client } from '@elastic/elasticsearch';
import { EngineUnavailable, isNetworkError, UnfitEngine } from '../../errors.ts';
import { answeredWithin } from '../../waiting.ts';

/** Timeout of a response, milliseconds. */
const answerMs = 10_000;
/** Retries of an undelivered call; a call that timed out is not repeated. */
const retries = 2;
/** Timeout of a call with its retries, milliseconds. */
const callMs = 20_000;

/** Client errors of an unavailable or slow engine, by name. */
const away = new Set(['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError', 'RequestAbortedError']);
/** HTTP statuses of a server or proxy that cannot serve now; 429 is a full queue. */
export const unavailableStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

export interface ElasticConnection {
  /** Runs work with the client; throws EngineUnavailable when Elasticsearch is unavailable. */
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
      if (closed) throw unavailableError(new Error('The connection is closed'));
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

export const unavailableError = (cause: unknown): EngineUnavailable => new EngineUnavailable('Elasticsearch', cause);

const inTime = <T>(work: Promise<T>): Promise<T> => answeredWithin(callMs, work, () => unavailableError(new Error(`no answer within ${callMs} ms`)));

/** True for the error of a read-only index. Writes are blocked by an operator, or by the server when its disk is nearly full. */
export const isReadOnlyIndexError = (reason: string): boolean =>
  reason.includes('cluster_block_exception') && /read-only|index write|FORBIDDEN/.test(reason);
export const blockedError = (cause: Error): UnfitEngine =>
  new UnfitEngine('Elasticsearch', `Elasticsearch takes no writes (${cause.message}); free its disk, or remove index.blocks of the index`, cause);

/** HTTP status of an error response; null without a response. */
export const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null;

/** Converts errors of an unavailable or slow Elasticsearch to EngineUnavailable, and of a read-only index to UnfitEngine; others pass unchanged. */
export function asElasticError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isReadOnlyIndexError(error.message)) return blockedError(error);
  return isNetworkError(error) || away.has(error.name) || unavailableStatuses.has(statusOf(error) ?? 0) ? unavailableError(error) : error;
}

const prefix = 'waystory-search-';
const aliasPrefix = 'waystory-searched-';
const indexName = /^([A-Za-z][A-Za-z0-9_-]{0,39})@([0-9]{1,12})$/;

/** Elasticsearch allows no capitals, so each capital becomes `_` and the small letter, and each `_` is doubled. */
const encoded = (name: string): string => name.replace(/[A-Z_]/g, (character) => `_${character.toLowerCase()}`);
const decoded = (name: string): string => name.replace(/_(.)/g, (_, character: string) => character.toUpperCase());

/**
 * Index name in Elasticsearch.
 * @throws Error for anything but a physical index name, so that no pattern over several indexes passes.
 */
export function elasticIndexName(index: string): string {
  if (!indexName.test(index)) throw new Error(`${JSON.stringify(index)} is not the physical name of a search index`);
  return prefix + encoded(index);
}

/** Alias of the build in use. */
export const aliasOf = (index: string): string => aliasPrefix + encoded(index);
export const allAliasesPattern = `${aliasPrefix}*`;

/** Index and build of a name in Elasticsearch; null for an index outside this product. */
export function indexAndBuildOf(stored: string): { index: string; build: number } | null {
  const found = stored.startsWith(prefix) ? indexName.exec(decoded(stored.slice(prefix.length))) : null;
  return found ? { index: found[1] ?? '', build: Number(found[2]) } : null;
}
