import { randomUUID } from 'node:crypto';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { EventStore } from '../../port.ts';
import { appendHandler } from './append-handler.ts';
import { type Log, logOver } from './log.ts';
import { readHandler } from './read-handler.ts';

/** The server writes its largest number as digits, which JavaScript could not represent exactly. */
const everything = new TextEncoder().encode('{"$tb":9223372036854775807}');

/** `Streams.Delete`: hides a stream's events by a setting, at any revision. */
function deleteHandler(log: Log): handleUnaryCall<messages.DeleteReq, messages.DeleteResp> {
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
  /** Serves again at the same address. */
  restart(): Promise<void>;
}

/**
 * A stand-in for EventStoreDB over one of our event stores. It speaks the adapter's part of the protocol, by the client's own definitions. It proves
 * correct use of the protocol by the adapter, and nothing about the server.
 */
export async function startStandIn(store: EventStore): Promise<StandIn> {
  const log = logOver(store);
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
