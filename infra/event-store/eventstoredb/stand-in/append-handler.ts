import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { type handleClientStreamingCall, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { UnstorableEvent } from '../../port.ts';
import { type Log, type Proposed, TooLarge } from './log.ts';

type AppendReq = messages.AppendReq;
type AppendResp = messages.AppendResp;
const { AppendResp } = messages;

/** `Streams.Append`: the options first, then one message per event. */
export function appendHandler(log: Log, held: () => Promise<void>): handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, answer) => {
    let options: messages.AppendReq.Options | undefined;
    const events: Proposed[] = [];
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

function proposed(message: messages.AppendReq.ProposedMessage): Proposed {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

async function append(log: Log, options: messages.AppendReq.Options, events: Proposed[]): Promise<AppendResp> {
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

/** Formats an error like the server: the error kind and its details are in the trailers. */
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
