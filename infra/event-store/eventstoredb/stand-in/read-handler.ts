import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { type handleServerStreamingCall, type ServerWritableStream, status } from '@grpc/grpc-js';
import { type LogRecord, NoSuchPosition, type StandInLog } from './log.ts';

type Options = messages.ReadReq.Options;
type Call = ServerWritableStream<messages.ReadReq, messages.ReadResp>;
type Filter = (record: LogRecord) => boolean;

/** Number of filtered-out records per checkpoint of a subscription; the subscriber's interval multiplies it. */
const recordsPerCheckpoint = 32;

/** `Streams.Read`: reads a stream or the log in either direction, or follows the log as it grows. */
export function readHandler(log: StandInLog, held: () => Promise<void>): handleServerStreamingCall<messages.ReadReq, messages.ReadResp> {
  return async (call) => {
    call.on('error', () => {});
    try {
      await held();
      const options = call.request.getOptions();
      if (!options) throw new Error('The options are missing');
      if (options.hasSubscription()) return await subscribe(log, call, options);
      if (options.hasStream()) await readStream(log, call, options);
      else await readLog(log, call, options);
      call.end();
    } catch (error) {
      call.emit('error', { code: error instanceof NoSuchPosition ? status.INVALID_ARGUMENT : status.UNKNOWN, details: String(error) });
    }
  };
}

const isBackwards = (options: Options): boolean => options.getReadDirection() === messages.ReadReq.Options.ReadDirection.BACKWARDS;

async function readStream(log: StandInLog, call: Call, options: Options): Promise<void> {
  const source = options.getStream();
  const name = Buffer.from(source?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  const backwards = isBackwards(options);
  const from = source?.hasRevision() ? Number(source.getRevision()) : source?.hasEnd() ? Number.MAX_SAFE_INTEGER : 0;
  const records = await log.stream(name, backwards ? 0 : from);
  if (!records) {
    call.write(notFoundAnswer(name));
    return;
  }
  const wanted = backwards ? records.filter(({ revision }) => revision <= from).reverse() : records;
  for (const record of wanted.slice(0, Number(options.getCount()))) call.write(eventAnswer(record));
}

async function readLog(log: StandInLog, call: Call, options: Options): Promise<void> {
  const passes = filterOf(options);
  const from = await placeOf(log, options);
  let left = Number(options.getCount());
  for await (const record of isBackwards(options) ? log.backwards(from) : log.forwards(from === 'end' ? await log.end() : from)) {
    if (!passes(record)) continue;
    if (left-- === 0) break;
    call.write(eventAnswer(record));
  }
}

/** Follows the log after a position, exclusive. Checkpoints report the progress past filtered-out records. */
async function subscribe(log: StandInLog, call: Call, options: Options): Promise<void> {
  const passes = filterOf(options);
  const interval = recordsPerCheckpoint * (options.getFilter()?.getCheckpointintervalmultiplier() ?? 1);
  const from = await placeOf(log, options);
  let last = from === 'end' ? await log.end() : from;
  let passedOver = 0;
  const deliver = async (): Promise<void> => {
    for await (const record of log.forwards(last)) {
      if (record.position <= last) continue;
      last = record.position;
      if (passes(record)) call.write(eventAnswer(record));
      else if (++passedOver % interval === 0) call.write(checkpointAnswer(last));
    }
  };
  call.write(confirmationAnswer(randomUUID()));
  let delivering = deliver();
  const fail = (error: unknown): void => {
    call.emit('error', { code: status.UNAVAILABLE, details: String(error) });
  };
  call.on(
    'cancelled',
    log.onAppended(() => {
      delivering = delivering.then(deliver).catch(fail);
    }),
  );
  await delivering;
  call.write(caughtUpAnswer());
}

async function placeOf(log: StandInLog, options: Options): Promise<number | 'end'> {
  const source = options.getAll();
  if (source?.hasEnd()) return 'end';
  const position = source?.getPosition();
  if (!position) return 0;
  const commit = Number(position.getCommitPosition());
  if (commit > (await log.end())) throw new NoSuchPosition(`The log ends before ${commit}`);
  return commit;
}

function filterOf(options: Options): Filter {
  const filter = options.getFilter();
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType();
  if (!expression) return () => true;
  const pattern = new RegExp(expression.getRegex());
  const prefixes = expression.getPrefixList();
  const matches = (text: string): boolean => (prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : pattern.test(text));
  return filter?.hasStreamIdentifier() ? ({ stream }) => matches(stream) : ({ type }) => matches(type);
}

type ReadResp = messages.ReadResp;
const { ReadResp } = messages;
const ticksPerMillisecond = 10_000n;

const identifier = (stream: string): shared.StreamIdentifier => {
  const made = new shared.StreamIdentifier();
  made.setStreamName(new TextEncoder().encode(stream));
  return made;
};

function eventAnswer({ id, stream, revision, position, type, contentType, created, data, metadata }: LogRecord): ReadResp {
  const recorded = new ReadResp.ReadEvent.RecordedEvent();
  const uuid = new shared.UUID();
  uuid.setString(id);
  recorded.setId(uuid);
  recorded.setStreamIdentifier(identifier(stream));
  recorded.setStreamRevision(String(revision));
  recorded.setCommitPosition(String(position));
  recorded.setPreparePosition(String(position));
  recorded.getMetadataMap().set('type', type);
  recorded.getMetadataMap().set('content-type', contentType);
  recorded.getMetadataMap().set('created', String(BigInt(created) * ticksPerMillisecond));
  recorded.setData(data);
  recorded.setCustomMetadata(metadata);
  const event = new ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(position));
  const answer = new ReadResp();
  answer.setEvent(event);
  return answer;
}

function notFoundAnswer(stream: string): ReadResp {
  const notFound = new ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifier(stream));
  const answer = new ReadResp();
  answer.setStreamNotFound(notFound);
  return answer;
}

function confirmationAnswer(subscription: string): ReadResp {
  const confirmation = new ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(subscription);
  const answer = new ReadResp();
  answer.setConfirmation(confirmation);
  return answer;
}

function checkpointAnswer(position: number): ReadResp {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const answer = new ReadResp();
  answer.setCheckpoint(checkpoint);
  return answer;
}

function caughtUpAnswer(): ReadResp {
  const answer = new ReadResp();
  answer.setCaughtUp(new ReadResp.CaughtUp());
  return answer;
}
