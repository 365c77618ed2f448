import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { LogRecord } from './log.ts';

type ReadResp = messages.ReadResp;
const { ReadResp } = messages;
const ticksPerMillisecond = 10_000n;

const identifier = (stream: string): shared.StreamIdentifier => {
  const made = new shared.StreamIdentifier();
  made.setStreamName(new TextEncoder().encode(stream));
  return made;
};

export function eventAnswer({ id, stream, revision, position, type, contentType, created, data, metadata }: LogRecord): ReadResp {
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

export function notFoundAnswer(stream: string): ReadResp {
  const notFound = new ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifier(stream));
  const answer = new ReadResp();
  answer.setStreamNotFound(notFound);
  return answer;
}

export function confirmationAnswer(subscription: string): ReadResp {
  const confirmation = new ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(subscription);
  const answer = new ReadResp();
  answer.setConfirmation(confirmation);
  return answer;
}

export function checkpointAnswer(position: number): ReadResp {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const answer = new ReadResp();
  answer.setCheckpoint(checkpoint);
  return answer;
}

export function caughtUpAnswer(): ReadResp {
  const answer = new ReadResp();
  answer.setCaughtUp(new ReadResp.CaughtUp());
  return answer;
}
