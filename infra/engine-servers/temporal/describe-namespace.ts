import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';

const answerWithinMs = 2_000;
const method = '/temporal.api.workflowservice.v1.WorkflowService/DescribeNamespace';

/**
 * Asks a server for a namespace by plain gRPC, because a health check need not load the client.
 * @throws Error when the namespace is unknown, or after 2 s.
 */
export async function describeNamespace(port: number, name: string): Promise<void> {
  const session = connect(`http://127.0.0.1:${port}`);
  try {
    const status = await callStatus(session, requestFor(name));
    if (status !== '0') throw new Error(`Temporal answered with status ${status}`);
  } finally {
    session.destroy();
  }
}

async function callStatus(session: ClientHttp2Session, body: Buffer): Promise<string> {
  const signal = AbortSignal.timeout(answerWithinMs);
  const call = session.request({ ':method': 'POST', ':path': method, 'content-type': 'application/grpc', te: 'trailers' }, { signal });
  const failed = Promise.withResolvers<never>();
  session.once('error', failed.reject);
  call.once('error', failed.reject);
  let status = '';
  // An error without a body comes with the headers, other errors after the body.
  for (const event of ['response', 'trailers']) {
    call.once(event, (headers: Record<string, unknown>) => {
      status = String(headers['grpc-status'] ?? status);
    });
  }
  call.end(body);
  call.resume();
  await Promise.race([once(call, 'end'), failed.promise]);
  return status;
}

/** A gRPC frame around a message with a single text in field 1. */
function requestFor(name: string): Buffer {
  const text = Buffer.from(name);
  const message = Buffer.concat([Buffer.from([0x0a, text.length]), text]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}
