import { connect, type Socket } from 'node:net';
import type { ISocketFactory, Kafka, logCreator, RetryOptions } from 'kafkajs';
import { EngineUnavailable, isNetworkError, UnfitEngine } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { answeredWithin } from '../../waiting.ts';

export interface KafkaAddress {
  /** `host:port` of at least one broker; brokers name the rest of the cluster. */
  brokers: readonly string[];
  /** Opens a connection to a broker; plain TCP by default. */
  connect?: (broker: { host: string; port: number }) => Socket;
}

/**
 * Opens a separate client for each caller, because `onLost` must report only the connections of that caller. `onLost` is called for each connection
 * that breaks in use.
 */
export type OpenKafka = (onLost: (error: unknown) => void) => Promise<Kafka>;

/** Timeout of a single request, milliseconds. */
const requestMs = 10_000;
const connectMs = 3_000;
/** A few retries within about two seconds. After them, the caller reports the error and starts over. */
export const shortRetry: RetryOptions = { initialRetryTime: 50, maxRetryTime: 1_000, factor: 0.2, multiplier: 2, retries: 5 };
/** Bytes of the length prefix of a response. */
const lengthBytes = 4;
const keepAliveMs = 60_000;
/** Silence after which a connection counts as idle, milliseconds. Brokers close idle connections without harm, so their loss is not reported. */
const silentMs = 60_000;

/** Returns the function that opens clients. It loads the client library at its first call. */
export function kafkaClient({ brokers, connect: open = connect }: KafkaAddress, log?: Pick<Log, 'debug'>): OpenKafka {
  return async (onLost) => {
    const { Kafka: Client, logLevel } = await loadKafkajs();
    return new Client({
      clientId: 'waystory',
      brokers: [...brokers],
      connectionTimeout: connectMs,
      requestTimeout: requestMs,
      retry: shortRetry,
      socketFactory: watched(open, onLost),
      logLevel: log ? logLevel.WARN : logLevel.NOTHING,
      logCreator: logTo(log),
    });
  };
}

function watched(open: NonNullable<KafkaAddress['connect']>, onLost: (error: unknown) => void): ISocketFactory {
  return ({ host, port, onConnect }) => {
    const socket = inWholeFrames(open({ host, port }));
    let heardAt: number | null = null;
    const lost = (reason: unknown): void => {
      const inUse = heardAt !== null && performance.now() - heardAt < silentMs && !socket.writableEnded;
      heardAt = null;
      if (inUse) onLost(new EngineUnavailable('kafka', reason));
    };
    // Without Nagle's algorithm, which would delay each small request by 40 ms, because the client waits for every answer.
    socket.setNoDelay(true).setKeepAlive(true, keepAliveMs);
    socket.once('connect', onConnect).on('error', lost);
    socket.on('data', () => {
      heardAt = performance.now();
    });
    return socket.once('end', () => lost(new Error('the broker closed the connection')));
  };
}

/**
 * Passes on complete responses only. After a lost connection, the client prepends the partial response to the next one. The resulting error cannot be
 * caught (https://github.com/tulios/kafkajs/issues/715).
 */
function inWholeFrames(socket: Socket): Socket {
  const emit = socket.emit.bind(socket);
  let chunks: Buffer[] = [];
  let buffered = 0;
  let needed = lengthBytes;
  const take = (chunk: Buffer): void => {
    chunks.push(chunk);
    buffered += chunk.length;
    while (buffered >= needed) {
      const [first] = chunks;
      const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks);
      const end = lengthBytes + bytes.readInt32BE(0);
      const isWhole = bytes.length >= end;
      if (isWhole) emit('data', bytes.subarray(0, end));
      chunks = [isWhole ? bytes.subarray(end) : bytes];
      buffered = bytes.length - (isWhole ? end : 0);
      needed = isWhole ? lengthBytes : end;
    }
  };
  socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    const [chunk] = values;
    if (event !== 'data' || !Buffer.isBuffer(chunk)) return emit(event, ...values);
    take(chunk);
    return true;
  };
  return socket;
}

const logTo =
  (log: Pick<Log, 'debug'> | undefined): logCreator =>
  () =>
  ({ namespace, log: entry }) =>
    log?.debug({ engine: 'kafka', namespace, ...entry }, entry.message);

const awayNames = /^KafkaJS(Connection|RequestTimeout|NumberOfRetriesExceeded|NoBrokerAvailable|BrokerNotFound|GroupCoordinatorNotFound|Timeout)/;

/** Message for records that the client library cannot decompress; a consumer would retry them for ever. */
const undecodable =
  'A topic has records in a compression that cannot be read (zstd, lz4 or snappy). Set compression.type=producer for the topic with kafka-configs.sh --alter, then delete the topic, which is filled again from the log';

/**
 * Converts errors of an unavailable or slow Kafka to EngineUnavailable, and those of an unreadable compression to UnfitEngine. Other errors pass
 * unchanged.
 */
export function asKafkaError(error: unknown): unknown {
  if (isUndecodable(error)) return new UnfitEngine('kafka', undecodable, error);
  return error instanceof Error && saysAway(error) ? new EngineUnavailable('kafka', error) : error;
}

const isUndecodable = (error: unknown): boolean => error instanceof Error && (error.name === 'KafkaJSNotImplemented' || isUndecodable(error.cause));

function saysAway(error: Error): boolean {
  if (isNetworkError(error) || awayNames.test(error.name) || ('retriable' in error && error.retriable === true)) return true;
  return error.cause instanceof Error && saysAway(error.cause);
}

/**
 * Limits the wait for an answer; the work cannot be cancelled and ends by itself.
 * @throws EngineUnavailable after the timeout, or the error of the work, converted by `asKafkaError`.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  try {
    return await answeredWithin(ms, work, () => new EngineUnavailable('kafka', new Error(`no answer within ${ms} ms`)));
  } catch (error) {
    work.catch(() => {});
    throw asKafkaError(error);
  }
}

type Kafkajs = typeof import('kafkajs');
let loaded: Promise<Kafkajs> | null = null;

/**
 * Loads the client library at the first use, with a patch. The released version polls each connection's queue a thousand times a second for ever
 * after its first answer (https://github.com/tulios/kafkajs/issues/1704). The patch polls only a queue with requests.
 */
export function loadKafkajs(): Promise<Kafkajs> {
  loaded ??= Promise.all([importKafkajs(), import('kafkajs/src/network/requestQueue/index.js')]).then(([library, { default: RequestQueue }]) => {
    const { prototype } = RequestQueue;
    const schedule = prototype.scheduleCheckPendingRequests;
    prototype.scheduleCheckPendingRequests = function scheduleWhenPending() {
      if (this.pending.length > 0) schedule.call(this);
    };
    return library;
  });
  return loaded;
}

/** Node detects only some of this module's named exports; its default export has all of them. */
async function importKafkajs(): Promise<Kafkajs> {
  const { default: library } = await import('kafkajs');
  return library;
}
