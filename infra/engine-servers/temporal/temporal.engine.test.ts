import { once } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import { afterEach, expect, test } from 'vitest';
import { describeNamespace } from './temporal.engine.ts';

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

/** Starts an HTTP/2 server that answers calls with `answer`; `sent` returns the received bodies. */
async function answering(answer: (stream: ServerHttp2Stream) => void) {
  const bodies: Buffer[] = [];
  const server = createServer().on('stream', (stream: ServerHttp2Stream) => {
    // The caller may be gone before the answer.
    stream.on('error', () => {});
    stream.on('data', (part: Buffer) => bodies.push(part)).once('end', () => answer(stream));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => server.close());
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, sent: () => Buffer.concat(bodies) };
}

function withTrailers(stream: ServerHttp2Stream, status: number): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status }));
  stream.end(Buffer.from([0, 0, 0, 0, 0]));
}

test('Namespace check sends the name in a gRPC frame and resolves for status 0', async () => {
  const { port, sent } = await answering((stream) => withTrailers(stream, 0));
  await describeNamespace(port, 'default');
  expect(sent()).toEqual(Buffer.from('\0\0\0\0\x09\x0a\x07default', 'latin1'));
});

test('Namespace check rejects for status 5 in headers or trailers', async () => {
  const late = await answering((stream) => withTrailers(stream, 5));
  await expect(describeNamespace(late.port, 'default')).rejects.toThrow('status 5');
  const early = await answering((stream) => stream.respond({ ':status': 200, 'grpc-status': 5 }, { endStream: true }));
  await expect(describeNamespace(early.port, 'default')).rejects.toThrow('status 5');
});

test('Namespace check rejects for a server that is unreachable, disconnects or does not answer', async () => {
  const ended = await answering((stream) => stream.session?.destroy());
  await expect(describeNamespace(ended.port, 'default')).rejects.toThrow();
  const silent = await answering(() => {});
  await expect(describeNamespace(silent.port, 'default')).rejects.toThrow();
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const address = gone.address();
  await new Promise((resolve) => gone.close(resolve));
  await expect(describeNamespace(typeof address === 'object' && address ? address.port : 0, 'default')).rejects.toThrow('ECONNREFUSED');
});
