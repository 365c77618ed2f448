import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { type handleClientStreamingCall, type handleUnaryCall, Metadata, Server, ServerCredentials, type ServiceError, status } from '@grpc/grpc-js';
import { createPool } from '../../../postgres/pool.ts';
import { type TestDatabase, testDatabase } from '../../../postgres/test-database.ts';
import { type EventStore, UnstorableEvent } from '../../port.ts';
import { postgresEventStore } from '../../postgres.ts';
import { createStandInLog, type ProposedEvent, type StandInLog, TooLarge } from './log.ts';
import { readHandler } from './read-handler.ts';

/** Truncates a whole stream. The largest number of the server is written as digits, because JavaScript could not represent it exactly. */
const everything = new TextEncoder().encode('{"$tb":9223372036854775807}');

/** `Streams.Delete`: hides all events of a stream by a setting, whatever revision the request expects. */
function deleteHandler(log: StandInLog): handleUnaryCall<messages.DeleteReq, messages.DeleteResp> {
  return async (call, answer) => {
    const stream = Buffer.from(call.request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
    const event = { id: randomUUID(), type: '$metadata', contentType: 'application/json', data: everything, metadata: new Uint8Array() };
    try {
      const result = await log.append(`$$${stream}`, 'any', [event]);
      const response = new messages.DeleteResp();
      if ('written' in result) {
        const position = new messages.DeleteResp.Position();
        position.setCommitPosition(String(result.written.position));
        position.setPreparePosition(String(result.written.position));
        response.setPosition(position);
      }
      answer(null, response);
    } catch (error) {
      answer({ code: status.UNKNOWN, details: String(error) });
    }
  };
}

export interface StandIn {
  /** Connection string for the client. */
  url: string;
  /** Holds back all answers until the returned function is called. */
  hold(): () => void;
  /** Breaks all connections at once, like a crash. */
  crash(): void;
  /** Serves again on the same port. */
  restart(): Promise<void>;
}

/**
 * A stand-in for EventStoreDB over one of our event stores. It implements the part of the protocol that the adapter uses, with the client's own
 * message definitions. It proves correct use of the protocol by the adapter, and nothing about the server.
 */
export async function startStandIn(store: EventStore): Promise<StandIn> {
  const log = createStandInLog(store);
  let gate: Promise<void> = Promise.resolve();
  const held = (): Promise<void> => gate;
  let server: Server;
  const serve = async (port: number): Promise<number> => {
    server = new Server();
    server.addService(services.StreamsService, { append: appendHandler(log, held), read: readHandler(log, held), delete: deleteHandler(log) });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
    return promise;
  };
  const port = await serve(0);
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    crash: () => server.forceShutdown(),
    restart: async () => {
      await serve(port);
    },
  };
}

type AppendReq = messages.AppendReq;
type AppendResp = messages.AppendResp;
const { AppendResp } = messages;

/** `Streams.Append`: the options first, then one message per event. */
function appendHandler(log: StandInLog, held: () => Promise<void>): handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, answer) => {
    let options: messages.AppendReq.Options | undefined;
    const events: ProposedEvent[] = [];
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message) events.push(proposed(message));
    });
    call.on('error', () => {});
    call.on('end', async () => {
      try {
        await held();
        if (!options) throw new UnstorableEvent('The options are missing');
        answer(null, await append(log, options, events));
      } catch (error) {
        answer(asServiceError(error));
      }
    });
  };
}

function proposed(message: messages.AppendReq.ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

async function append(log: StandInLog, options: messages.AppendReq.Options, events: ProposedEvent[]): Promise<AppendResp> {
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  const expected = options.hasNoStream() ? -1 : options.hasRevision() ? Number(options.getRevision()) : 'any';
  const result = await log.append(stream, expected, events);
  const response = new AppendResp();
  if ('written' in result) {
    const success = new AppendResp.Success();
    const position = new AppendResp.Position();
    position.setCommitPosition(String(result.written.position));
    position.setPreparePosition(String(result.written.position));
    success.setCurrentRevision(String(result.written.revision));
    success.setPosition(position);
    response.setSuccess(success);
  } else {
    const wrong = new AppendResp.WrongExpectedVersion();
    if (result.current < 0) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(result.current));
    if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
    else if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
    else wrong.setExpectedRevision(String(expected));
    response.setWrongExpectedVersion(wrong);
  }
  return response;
}

/** Formats an error as the server does: the trailers contain its kind and details. */
function asServiceError(error: unknown): Partial<ServiceError> {
  const metadata = new Metadata();
  if (error instanceof TooLarge) {
    metadata.set('exception', 'maximum-append-size-exceeded');
    metadata.set('maximum-append-size', String(error.maxAppendBytes));
    return { code: status.INVALID_ARGUMENT, details: `Maximum Append Size of ${error.maxAppendBytes} Exceeded.`, metadata };
  }
  const code = error instanceof UnstorableEvent ? status.INVALID_ARGUMENT : status.UNKNOWN;
  return { code, details: String(error), metadata };
}

export interface StandInOnPostgres extends StandIn {
  /** Store of the stand-in's log. */
  log: EventStore;
  /** Database of that store. */
  database: TestDatabase;
  close(): Promise<void>;
}

/** Starts a stand-in on a new database. */
export async function standInOnPostgres(): Promise<StandInOnPostgres> {
  const database = await testDatabase();
  const pool = createPool(database.config, { max: 5 });
  const log = postgresEventStore(pool);
  const server = await startStandIn(log);
  const close = async (): Promise<void> => {
    server.crash();
    await log.close();
    await pool.end();
    await database.close();
  };
  return { ...server, log, database, close };
}

/** Deletes the server's streams with events after `start`. */
export async function deleteStreams(url: string, store: EventStore, start: number): Promise<void> {
  const streams = new Set<string>();
  for (let after = start; ; ) {
    const events = await store.readAll(after, 1_000);
    for (const { stream } of events) streams.add(stream);
    after = events.at(-1)?.position ?? after;
    if (events.length < 1_000) break;
  }
  const client = EventStoreDBClient.connectionString(url);
  for (const stream of streams) await client.deleteStream(stream);
  await client.dispose();
}
