import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openAiModel } from './openai.ts';
import type { ModelDelta, ModelRequest } from './port.ts';

// What providers do on bad days cannot be asked of a good one: these are answers of a server over a socket, as the API's description has them.
type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
});

/** A provider that gives one answer after the other, and the last one again and again. */
async function provider(...answers: [Answer, ...Answer[]]) {
  const asked: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const part of request) body.push(part as Buffer); // a request without an encoding gives buffers
    asked.push(JSON.parse(Buffer.concat(body).toString()) as Record<string, unknown>); // the SDK sends JSON
    (answers[asked.length - 1] ?? answers.at(-1))?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened = new AsyncDisposableStack();
  opened.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  const limits = { firstPiece: 400, silence: 200 };
  return { asked, model: openAiModel({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'key', model: 'some-model', limits }) };
}

const line = (chunk: unknown): string => `data: ${JSON.stringify(chunk)}\n\n`;
const chunk = (delta: object, finish_reason: string | null = null): string => line({ id: 'a', choices: [{ index: 0, delta, finish_reason }] });
const usage = line({ id: 'a', choices: [], usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 } });
const begin = (response: ServerResponse): ServerResponse => response.writeHead(200, { 'content-type': 'text/event-stream' });
const stream =
  (...parts: string[]): Answer =>
  (response) =>
    void begin(response).end(`${parts.join('')}data: [DONE]\n\n`);
const failing =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' }).end('{"error":{"message":"no"}}');
const hello = stream(chunk({ role: 'assistant', content: '' }), chunk({ content: 'Hel' }), chunk({ content: 'lo' }), chunk({}, 'stop'), usage);

const question: ModelRequest = { messages: [{ role: 'user', content: 'Hi' }], tools: [] };
async function read(stream: AsyncIterable<ModelDelta>): Promise<ModelDelta[]> {
  const deltas: ModelDelta[] = [];
  for await (const delta of stream) deltas.push(delta);
  return deltas;
}
const never = new AbortController().signal;
const codeOf = async (stream: AsyncIterable<ModelDelta>): Promise<unknown> =>
  read(stream).then(
    () => 'answered',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

test('text comes as it is written, with the tokens it took', async () => {
  const { model, asked } = await provider(hello);
  expect(await read(model.stream(question, never))).toEqual([
    { kind: 'text', text: 'Hel' },
    { kind: 'text', text: 'lo' },
    { kind: 'finish', reason: 'stop', usage: { promptTokens: 12, completionTokens: 3 } },
  ]);
  expect(asked[0]).toEqual({
    model: 'some-model',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Hi' }],
  });
});

test('calls that come at once are told apart, whatever the server calls the end', async () => {
  const call = (index: number, more: object): string => chunk({ tool_calls: [{ index, ...more }] });
  const { model } = await provider(
    stream(
      call(0, { id: 'one', type: 'function', function: { name: 'add_day', arguments: '' } }),
      call(1, { id: 'two', type: 'function', function: { name: 'add_stop', arguments: '{"a"' } }),
      call(0, { function: { arguments: '{}' } }),
      call(1, { function: { arguments: ':1}' } }),
      chunk({}, 'stop'),
    ),
  );
  expect(await read(model.stream(question, never))).toEqual([
    { kind: 'call', callId: 'one', name: 'add_day' },
    { kind: 'call', callId: 'two', name: 'add_stop' },
    { kind: 'arguments', callId: 'two', text: '{"a"' },
    { kind: 'arguments', callId: 'one', text: '{}' },
    { kind: 'arguments', callId: 'two', text: ':1}' },
    { kind: 'finish', reason: 'tool-calls', usage: null },
  ]);
});

test('a conversation with tools is told in the words of the provider', async () => {
  const { model, asked } = await provider(hello);
  const tool = { name: 'add_day', description: 'Adds a day', parameters: { type: 'object' } };
  const messages: ModelRequest['messages'] = [
    { role: 'system', content: 'Be kind' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'one', name: 'add_day', arguments: '{}' }] },
    { role: 'tool', toolCallId: 'one', content: '{"id":1}' },
  ];
  await read(model.stream({ messages, tools: [tool] }, never));
  expect(asked[0]).toMatchObject({
    messages: [
      { role: 'system', content: 'Be kind' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'one', type: 'function', function: { name: 'add_day', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'one', content: '{"id":1}' },
    ],
    tools: [{ type: 'function', function: tool }],
  });
});

test('what a model thinks is kept apart from what it says', async () => {
  const { model } = await provider(stream(chunk({ reasoning_content: 'Hm' }), chunk({ content: 'Yes' }), chunk({}, 'stop')));
  expect((await read(model.stream(question, never))).map(({ kind }) => kind)).toEqual(['reasoning', 'text', 'finish']);
});

test.each([429, 500, 503])('a provider that says %i is asked again', async (status) => {
  const { model, asked } = await provider(failing(status), hello);
  expect((await read(model.stream(question, never))).at(-1)).toMatchObject({ kind: 'finish' });
  expect(asked).toHaveLength(2);
});

test.each([
  [429, 'model/busy', 3],
  [500, 'model/away', 3],
  [401, 'model/refused', 1],
  [400, 'model/refused', 1],
])('one that goes on saying %i is %s after %i tries', async (status, code, tries) => {
  const { model, asked } = await provider(failing(status));
  expect(await codeOf(model.stream(question, never))).toBe(code);
  expect(asked).toHaveLength(tries);
});

test.each<[string, Answer, string]>([
  ['that is cut in a word', (response) => void begin(response).write(chunk({ content: 'Hel' }), () => response.destroy()), 'model/broken'],
  ['that ends without an end', stream(chunk({ content: 'Hel' })), 'model/broken'],
  ['of garbage', (response) => void begin(response).end('data: {{{\n\n'), 'model/broken'],
  ['that tells of an error', stream(chunk({ content: 'Hel' }), line({ error: { message: 'out of memory' } })), 'model/broken'],
  ['with a call of nothing', stream(chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }), chunk({}, 'stop')), 'model/broken'],
  ['that falls silent', (response) => void begin(response).write(chunk({ content: 'Hel' })), 'model/slow'],
])('an answer %s is not asked for again', async (_, answer, code) => {
  const { model, asked } = await provider(answer);
  expect(await codeOf(model.stream(question, never))).toBe(code);
  expect(asked).toHaveLength(1);
});

test('a provider that does not answer is slow, one that is not there is away', async () => {
  const { model } = await provider(() => {});
  expect(await codeOf(model.stream(question, never))).toBe('model/slow');
  const nobody = openAiModel({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'key', model: 'some-model' });
  expect(await codeOf(nobody.stream(question, never))).toBe('model/away');
});

test('who stops is not answered any more, and the provider hears of it', async () => {
  const gone = Promise.withResolvers<void>();
  const { model } = await provider((response) => {
    response.once('close', gone.resolve);
    begin(response).write(chunk({ content: 'Hel' }));
  });
  const stop = new AbortController();
  const seen: ModelDelta[] = [];
  const reading = async (): Promise<void> => {
    for await (const delta of model.stream(question, stop.signal)) {
      seen.push(delta);
      stop.abort(new Error('stopped'));
    }
  };
  await expect(reading()).rejects.toThrow('stopped');
  await gone.promise;
  expect(seen).toEqual([{ kind: 'text', text: 'Hel' }]);
});
