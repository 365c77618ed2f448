import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { longestAnswerChunks, scriptedCalls, scriptedQuestions, scriptedText } from './contract.ts';

/** Handles one request. */
export type AnswerHandler = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** A received request. */
export interface ReceivedRequest {
  path: string;
  key: string;
  body: { messages: { role: string; content: string | null }[]; tools?: unknown[]; [field: string]: unknown };
  /** Time of arrival by `performance.now()`, milliseconds. */
  at: number;
}

/** HTTP server that records each request and answers it with the handler from `next`. */
export async function startRecordingServer(next: (asked: ReceivedRequest, count: number) => AnswerHandler) {
  const asked: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer); // as: a request without an encoding gives buffers
    const body = JSON.parse(parts.length > 0 ? Buffer.concat(parts).toString() : '{}') as ReceivedRequest['body']; // as: the SDK sends JSON, or nothing
    const one = { path: request.url ?? '', key: request.headers.authorization ?? '', body, at: performance.now() };
    asked.push(one);
    await next(one, asked.length)(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // as: it listens on a port
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { asked, origin: `http://127.0.0.1:${port}`, close };
}

export const sseEvent = (chunk: unknown): string => `data: ${JSON.stringify(chunk)}\n\n`;
const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_750_000_000, model: 'some-model', service_tier: 'default' };

/** A chunk as in OpenAI's reference of chat completions. */
export const chunk = (delta: object, finish_reason: string | null = null): string =>
  sseEvent({ ...head, system_fingerprint: 'fp_1', choices: [{ index: 0, delta, logprobs: null, finish_reason }], usage: null });
const details = { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 };
/** The last chunk with token counts, sent when `stream_options.include_usage` is set. */
export const usage = sseEvent({
  ...head,
  choices: [],
  usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15, completion_tokens_details: details },
});
export const beginEventStream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
/** Handler that answers with a complete event stream. */
export const stream =
  (...parts: string[]): AnswerHandler =>
  (response) =>
    void beginEventStream(response).end(`${parts.join('')}data: [DONE]\n\n`);

const role = chunk({ role: 'assistant', content: '', refusal: null });
export const helloAnswer = stream(role, chunk({ content: 'Hel' }), chunk({ content: 'lo' }), chunk({}, 'stop'), usage);

/** Handler that answers with an error in the form of OpenAI's reference. */
export const errorAnswer =
  (status: number, headers: Readonly<Record<string, string>> = {}, code: string | null = null): AnswerHandler =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: 'No', type: 'some_error', param: null, code } }));

/** List of the models that the key may use. */
const models: AnswerHandler = (response) =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ object: 'list', data: [{ id: head.model, object: 'model', created: head.created, owned_by: 'somebody' }] }));

const inPieces = (text: string): string[] => text.match(/[\s\S]{1,6}/g) ?? [];

/** Each call begins with its name, and its arguments follow in pieces. */
const calls = scriptedCalls.flatMap(([name, args], index) => [
  chunk({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] }),
  ...inPieces(JSON.stringify(args)).map((text) => chunk({ tool_calls: [{ index, function: { arguments: text } }] })),
]);

/** Provider that gives the contract's answers in the form of OpenAI's documentation, because OpenAI's server cannot run locally. */
export async function documentedProvider() {
  let written = 0;
  let writing: Promise<void> = Promise.resolve();
  const ramble = async (response: ServerResponse): Promise<void> => {
    beginEventStream(response);
    for (written = 0; written < longestAnswerChunks && !response.destroyed; written++) {
      response.write(chunk({ content: 'and ' }));
      // The pace of a fast provider, so that an abort arrives before the end.
      await pause(1);
    }
    response.end(`${chunk({}, 'length')}${usage}data: [DONE]\n\n`);
  };
  const server = await startRecordingServer(({ path, key, body }) => {
    if (path === '/v1/models') return models;
    if (path !== '/v1/chat/completions') return errorAnswer(404, {}, 'unknown_url');
    if (key !== 'Bearer key') return errorAnswer(401, {}, 'invalid_api_key');
    const last = body.messages.at(-1);
    if (last?.content === scriptedQuestions.calls) return stream(role, ...calls, chunk({}, 'tool_calls'), usage);
    if (last?.content !== scriptedQuestions.endless)
      return stream(role, ...inPieces(scriptedText).map((content) => chunk({ content })), chunk({}, 'stop'), usage);
    return (response) => {
      writing = ramble(response);
      return writing;
    };
  });
  const stopped = async (): Promise<number> => {
    await writing;
    return written;
  };
  return { ...server, written: stopped };
}
