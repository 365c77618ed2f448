import { randomUUID } from 'node:crypto';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { type handleUnaryCall, status } from '@grpc/grpc-js';
import type { Log } from './log.ts';

/** The server writes its largest number as text, which JavaScript could not hold exactly. */
const everything = new TextEncoder().encode('{"$tb":9223372036854775807}');

/** `Streams.Delete`: a setting of the stream that hides its events, at whatever revision it is. */
export function deleteHandler(log: Log): handleUnaryCall<messages.DeleteReq, messages.DeleteResp> {
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
