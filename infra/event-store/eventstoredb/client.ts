import type {
  AllStreamResolvedEvent,
  AppendExpectedRevision,
  AppendResult,
  EventData,
  EventStoreDBClient,
  ReadPosition,
  RecordedEvent,
} from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { boundedCalls, productStreamPattern } from './calls.ts';

/** An event as the client returns it. */
export type StoredEvent = RecordedEvent;

/** A slice of a stream or of the log: at most `limit` events, in order or from `from` backwards. */
export interface EventRange<From> {
  from: From;
  limit: number;
  backwards?: boolean;
}

/** Calls of the adapter to the server. Reads and writes reject with EngineUnavailable when the server is unavailable. */
export interface Connection {
  append(stream: string, expected: AppendExpectedRevision, events: EventData[]): Promise<AppendResult>;
  /** Reads a stream; empty when it is unknown. */
  readStream(stream: string, slice: EventRange<bigint | 'start' | 'end'>): Promise<StoredEvent[]>;
  /** Reads the product's events of all streams; the server filters out its own events and snapshots. */
  readAll(slice: EventRange<ReadPosition>): Promise<StoredEvent[]>;
  /** Makes the server keep only a stream's last event. */
  keepLast(stream: string): Promise<void>;
  /** Subscribes to all later events of the product. */
  subscribe(): ReturnType<EventStoreDBClient['subscribeToAll']>;
  close(): Promise<void>;
}

type CallArguments = Required<Parameters<StreamsClient['read']>> extends [unknown, infer Metadata, infer Options] ? [Metadata, Options] : never;

/** Protected members of the client, on which its own commands are built. */
interface Inside {
  supports: () => Promise<boolean>;
  callArguments(options: { deadline: number }): CallArguments;
  GRPCStreamCreator<S>(client: typeof StreamsClient, name: string, open: (client: StreamsClient) => S): () => Promise<S>;
  getChannel(): Promise<{ close(): void }>;
}

/** Loads the client library at the first use, because other installations do not need it. */
const load = async () => {
  const [client, services, messages, scalars, convert] = await Promise.all([
    import('@eventstore/db-client'),
    import('@eventstore/db-client/generated/streams_grpc_pb.js'),
    import('@eventstore/db-client/generated/streams_pb.js'),
    import('@eventstore/db-client/generated/shared_pb.js'),
    import('@eventstore/db-client/dist/utils/convertGrpcEvent.js'),
  ]);
  return { ...client.default, ...services.default, ...messages.default, ...scalars.default, ...convert.default };
};
type Library = Awaited<ReturnType<typeof load>>;

/**
 * Connects at the first call.
 * @param url Connection string of the client, esdb:// or esdb+discover://.
 * @param answerWithinMs Time limit of a call, milliseconds.
 */
export async function openConnection(url: string, answerWithinMs: number): Promise<Connection> {
  const library = await load();
  const client = library.EventStoreDBClient.connectionString(url);
  // as: protected only for the compiler; the client's own commands are added from outside and use the same members
  const inside = client as unknown as Inside;
  // Disables batched appends, because they have no timeout. After a lost connection they also fail in all other clients of the process, or crash the
  // process.
  inside.supports = async () => false;
  const call = boundedCalls(answerWithinMs);
  const deadline = answerWithinMs;
  const collect = async (request: ReadReq): Promise<StoredEvent[]> => {
    // The client's own reads have no time limit, and cannot filter the log.
    const open = inside.GRPCStreamCreator(library.StreamsClient, 'read', (streams) => streams.read(request, ...inside.callArguments({ deadline })));
    const events: StoredEvent[] = [];
    for await (const answer of await open()) {
      const event = eventOf(library, answer);
      if (event) events.push(event);
    }
    return events;
  };
  return {
    append: (stream, expectedRevision, events) => call(() => client.appendToStream(stream, events, { expectedRevision, deadline })),
    readStream: (stream, slice) => call(() => collect(streamRequest(library, stream, slice))),
    readAll: (slice) => call(() => collect(logRequest(library, slice))),
    keepLast: async (stream) => {
      await call(() => client.setStreamMetadata(stream, { maxCount: 1 }, { deadline }));
    },
    subscribe: () => client.subscribeToAll({ fromPosition: 'end', filter: library.streamNameFilter({ regex: productStreamPattern }) }),
    close: async () => {
      await client.dispose();
      // An undiscovered cluster has no connection to close.
      await inside.getChannel().then(
        (channel) => channel.close(),
        () => {},
      );
    },
  };
}

/** Event of an answer. Other answers report an unknown stream or the progress of the read. */
function eventOf(library: Library, answer: ReadResp): StoredEvent | undefined {
  const event = answer.getEvent();
  return event && library.convertGrpcEvent<AllStreamResolvedEvent>(event).event;
}

function request(library: Library, limit: number, backwards = false): { request: ReadReq; options: ReadReq.Options } {
  const { ReadReq, Empty } = library;
  const uuid = new ReadReq.Options.UUIDOption();
  uuid.setString(new Empty());
  const options = new ReadReq.Options();
  options.setUuidOption(uuid);
  options.setCount(String(limit));
  options.setReadDirection(backwards ? 1 : 0);
  const made = new ReadReq();
  made.setOptions(options);
  return { request: made, options };
}

function streamRequest(library: Library, stream: string, { from, limit, backwards }: EventRange<bigint | 'start' | 'end'>): ReadReq {
  const { ReadReq, Empty, StreamIdentifier } = library;
  const made = request(library, limit, backwards);
  const source = new ReadReq.Options.StreamOptions();
  const name = new StreamIdentifier();
  name.setStreamName(new TextEncoder().encode(stream));
  source.setStreamIdentifier(name);
  if (from === 'start') source.setStart(new Empty());
  else if (from === 'end') source.setEnd(new Empty());
  else source.setRevision(String(from));
  made.options.setStream(source);
  made.options.setNoFilter(new Empty());
  return made.request;
}

function logRequest(library: Library, { from, limit, backwards }: EventRange<ReadPosition>): ReadReq {
  const { ReadReq, Empty } = library;
  const { FilterOptions } = ReadReq.Options;
  const made = request(library, limit, backwards);
  const source = new ReadReq.Options.AllOptions();
  if (from === 'start') source.setStart(new Empty());
  else if (from === 'end') source.setEnd(new Empty());
  else {
    const position = new ReadReq.Options.Position();
    position.setCommitPosition(String(from.commit));
    position.setPreparePosition(String(from.prepare));
    source.setPosition(position);
  }
  made.options.setAll(source);
  const expression = new FilterOptions.Expression();
  expression.setRegex(productStreamPattern);
  const filter = new FilterOptions();
  filter.setStreamIdentifier(expression);
  filter.setCount(new Empty());
  filter.setCheckpointintervalmultiplier(1);
  made.options.setFilter(filter);
  return made.request;
}
