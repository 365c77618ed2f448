import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message of the chat completions API. */
export interface ProviderMessage {
  role: string;
  content: string | null;
  tool_call_id?: string;
}

/** Next answer: text, tool calls, an HTTP status, or a handler of the response. */
export type ScriptedAnswer = string | { calls: [name: string, args: object][] } | number | ((response: ServerResponse) => void);

/** Server-sent event with one delta of an answer. */
export const answerChunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'a', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

/** End of a stream. */
export const endOfStream = 'data: [DONE]\n\n';

/** Begins an answer that stays open. */
export const beginAnswer = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(answerChunk({ content: text }));

/** Sends a whole answer. */
export function sendAnswer(response: ServerResponse, say: ScriptedAnswer): void {
  if (typeof say === 'function') {
    say(response);
    return;
  }
  if (typeof say === 'number') {
    response.writeHead(say, { 'content-type': 'application/json', 'retry-after-ms': '1' }).end('{"error":{"message":"no"}}');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (typeof say === 'string') response.write(answerChunk({ content: say }) + answerChunk({}, 'stop'));
  else {
    const tool_calls = say.calls.map(([name, args], index) => ({
      ...{ index, id: `call-${index}`, type: 'function' },
      function: { name, arguments: JSON.stringify(args) },
    }));
    response.write(answerChunk({ tool_calls }) + answerChunk({}, 'tool_calls'));
  }
  response.end(endOfStream);
}

/** A provider whose answers follow from the messages, on a real socket. */
export async function scriptedProvider(next: (messages: readonly ProviderMessage[]) => ScriptedAnswer) {
  const asked = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: Buffer[] = [];
    for await (const part of request) body.push(part as Buffer); // as: a request without an encoding gives buffers
    const { messages } = JSON.parse(Buffer.concat(body).toString()) as { messages: ProviderMessage[] }; // as: the SDK sends it
    sendAnswer(response, next(messages));
  };
  // The caller may disconnect during the request.
  const server = createServer((request, response) => void asked(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // as: it listens on a port
  return {
    url: `http://127.0.0.1:${port}/v1`,
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Results of the tools called since the user's last message. */
export const toolResultsIn = (messages: readonly ProviderMessage[]): unknown[] =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === 'user'))
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content ?? 'null') as unknown); // as: results are JSON
