import type { Collection, Db, MongoClient } from 'mongodb';
import { EngineUnavailable, isNetworkError } from '../../errors.ts';
import { answeredWithin } from '../../waiting.ts';
import { checkedName, type MongoDocument } from './document.ts';

const defaultDatabase = 'waystory';
/** Timeout of server selection, milliseconds. */
const selectionMs = 2_000;
/** Timeout of the handshake, milliseconds. The driver also applies it to heartbeats, and drops a slow server with all its operations. */
const connectMs = 5_000;
/** Timeout of a server answer, milliseconds. */
const answerMs = 10_000;
/** Longest wait of a call for a free connection, milliseconds. */
const queueMs = 5_000;
/**
 * Timeout of a call with its retries, milliseconds. The driver's own limits end with the connection: a command being written as it closes would wait
 * for ever (driver 7.8.0).
 */
const callMs = 30_000;
/** Most connections of a process. */
const connections = 16;
/**
 * Time without an answer after which the client is replaced, milliseconds. Its server monitoring may itself hang (see `callMs`), and would then never
 * find a recovered server.
 */
const renewAfterMs = 15_000;
/**
 * Time without an answer after which a client without any server is replaced, milliseconds. It has no operations in progress, and a new client
 * detects a recovered server at once.
 */
const renewLostAfterMs = 3_000;

/** Driver errors of an unavailable or slow engine, by name. */
const away = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoServerSelectionError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoClientClosedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoStalePrimaryError',
]);
/** Codes of a server that cannot serve now: time limits, shutting down, not (yet) the primary. */
const awayCodes = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);

export interface MongoConnection {
  /** Runs work on the database; throws EngineUnavailable when MongoDB is unavailable. */
  run<T>(work: (database: Db) => Promise<T>): Promise<T>;
  /** Runs work on a collection, by its physical name. */
  on<T>(collection: string, work: (documents: Collection<MongoDocument>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Database name in the path of a MongoDB URL, `waystory` by default. `URL` cannot parse these, because they may list several hosts. */
export function databaseName(url: string): string {
  const name = /^[a-z+]+:\/\/[^/?]*\/([^?]+)/.exec(url)?.[1];
  return name ? decodeURIComponent(name) : defaultDatabase;
}

/** Connects at the first use. Writes are durable on a majority when they are acknowledged. */
export function mongoConnection(url: string): MongoConnection {
  const name = databaseName(url);
  let opened: Promise<MongoClient> | null = null;
  let answeredAt = Date.now();
  let closed = false;
  const open = async (): Promise<MongoClient> => {
    const { MongoClient } = await import('mongodb');
    return new MongoClient(url, {
      appName: 'waystory',
      maxPoolSize: connections,
      serverSelectionTimeoutMS: selectionMs,
      connectTimeoutMS: connectMs,
      socketTimeoutMS: answerMs,
      waitQueueTimeoutMS: queueMs,
      ignoreUndefined: true,
      readPreference: 'primary',
      writeConcern: { w: 'majority', journal: true },
    });
  };
  const run = async <T>(work: (database: Db) => Promise<T>): Promise<T> => {
    if (closed) throw new EngineUnavailable('MongoDB', new Error('The store is closed'));
    opened ??= open();
    const client = opened;
    try {
      const answer = await inTime(work((await client).db(name)));
      answeredAt = Date.now();
      return answer;
    } catch (error) {
      const told = asMongoError(error);
      if (!(told instanceof EngineUnavailable)) answeredAt = Date.now();
      else if (client === opened && Date.now() - answeredAt > (isLost(error) ? renewLostAfterMs : renewAfterMs)) renew(client);
      throw told;
    }
  };
  const renew = (lost: Promise<MongoClient>): void => {
    opened = null;
    answeredAt = Date.now();
    // Operations in progress on the lost client get no answer, so it is closed.
    lost.then((client) => client.close()).catch(() => {});
  };
  return {
    run,
    on: (collection, work) => {
      const checked = checkedName(collection);
      return run((database) => work(database.collection<MongoDocument>(checked)));
    },
    close: async () => {
      closed = true;
      await (await opened)?.close();
    },
  };
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  answeredWithin(callMs, work, () => new EngineUnavailable('MongoDB', new Error(`no answer within ${callMs} ms`)));

/** Converts errors of an unavailable or slow MongoDB to EngineUnavailable; others pass unchanged. */
export function asMongoError(error: unknown): unknown {
  return isAway(error) ? new EngineUnavailable('MongoDB', error) : error;
}

const isLost = (error: unknown): boolean => error instanceof Error && error.name === 'MongoServerSelectionError';

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The driver passes the error of a write to a half-closed socket on unchanged.
  if (isNetworkError(error)) return true;
  if (away.has(error.name) || ('code' in error && typeof error.code === 'number' && awayCodes.has(error.code))) return true;
  // A bulk write error contains the error that stopped it.
  return 'errorResponse' in error && isAway(error.errorResponse);
}
