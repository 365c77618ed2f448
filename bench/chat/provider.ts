import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../harness/worker.ts';
import { paceIn } from './pace.ts';
import { type Call, nextCall } from './stop-script.ts';

/** A message as chat completions have it. */
export interface ProviderMessage {
  role: string;
  content: string | null;
}

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_750_000_000, model: 'paced', system_fingerprint: 'fp_1' };
const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })}\n\n`;
const role = chunk({ role: 'assistant', content: '' });
const word = chunk({ content: ' another' });
const done = 'data: [DONE]\n\n';

/** Pieces by the clock: one that was late does not make the others late. */
function write(response: ServerResponse, question: string): void {
  const { first, pieces, every } = paceIn(question);
  const begun = performance.now();
  let written = 0;
  const next = (): void => {
    if (response.destroyed) return;
    if (written === pieces) {
      response.end(chunk({}, 'stop') + done);
      return;
    }
    response.write(written === 0 ? role + word : word);
    written += 1;
    setTimeout(next, Math.max(0, begun + first + written * every - performance.now()));
  };
  setTimeout(next, first);
}

function call(response: ServerResponse, { name, args }: Call, after: number): void {
  const delta = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } };
  setTimeout(() => response.end(role + chunk({ tool_calls: [delta] }) + chunk({}, 'tool_calls') + done), after);
}

/** An endpoint of chat completions in a process of its own, that answers at the pace that it is asked for, or calls the tools that add stops. */
const server = createServer(async (request, response) => {
  const body: Buffer[] = [];
  for await (const part of request) body.push(part as Buffer); // a request without an encoding gives buffers
  const { messages } = JSON.parse(Buffer.concat(body).toString()) as { messages: ProviderMessage[] }; // benches send it
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const asked = messages.findLast(({ role: who }) => who === 'user')?.content ?? '';
  const next = nextCall(asked, messages);
  if (next) call(response, next, 100);
  else write(response, asked);
});
// A process that opens two hundred connections at once is not to be told to come back.
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));
const { port } = server.address() as AddressInfo; // it listens on a port

answerQuestions(
  async () => port,
  async () => server.closeAllConnections(),
);
