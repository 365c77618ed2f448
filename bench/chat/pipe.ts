import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../harness/worker.ts';

/** What a product would be that did nothing: it passes a request on to the provider, and the answer back, byte by byte. */
const [providerPort] = process.argv.slice(2).map(Number);

const server = createServer((incoming, outgoing) => {
  const onward = request({ port: providerPort, host: '127.0.0.1', method: 'POST', path: '/v1/chat/completions', headers: incoming.headers });
  onward.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));
const { port } = server.address() as AddressInfo; // it listens on a port

answerQuestions(
  async () => port,
  async () => server.closeAllConnections(),
);
