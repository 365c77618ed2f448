import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { scriptedModelName } from '../engine-servers/llama-cpp/scripts.ts';
import { languageModelContract, readDeltas } from './contract.ts';
import {
  type AnswerHandler,
  beginEventStream,
  chunk,
  documentedProvider,
  errorAnswer,
  helloAnswer,
  type ReceivedRequest,
  sseEvent,
  startRecordingServer,
  stream,
} from './documented-provider.fixture.ts';
import { type OpenAiOptions, openAiModel } from './openai.ts';
import type { ModelDelta, ModelRequest } from './port.ts';

const models = (origin: string, model: string, apiKey: string) => ({
  model: openAiModel({ baseUrl: `${origin}/v1`, apiKey, model }),
  stranger: openAiModel({ baseUrl: `${origin}/v1`, apiKey: 'another', model }),
  astray: openAiModel({ baseUrl: `${origin}/nowhere`, apiKey, model }),
});

describe('OpenAI model against the documented wire format', () => {
  languageModelContract(async () => {
    const { origin, written, close } = await documentedProvider();
    return { ...models(origin, 'some-model', 'key'), written, close };
  });
});

const { OPENAI_BASE_URL = '', OPENAI_API_KEY = '', OPENAI_MODEL } = readConfig();

describe('OpenAI model on the real server', () => {
  beforeEach((context) => {
    // Requests to a configured model may cost money, so the test uses only the scripted model.
    if (OPENAI_MODEL !== scriptedModelName) context.skip(`OPENAI_MODEL is not ${scriptedModelName}: npm run test:engines -- llama-cpp`);
  });

  languageModelContract(async () => {
    const origin = OPENAI_BASE_URL.replace(/\/v1$/, '');
    return { ...models(origin, OPENAI_MODEL, OPENAI_API_KEY), written: () => writtenByLlama(origin), close: async () => {} };
  });
});

interface Slot {
  is_processing: boolean;
  id_task: number;
  next_token?: { n_decoded: number }[];
}

/** Number of tokens of the latest answer, from the slots endpoint of llama.cpp, once no slot is busy. */
async function writtenByLlama(origin: string): Promise<number> {
  const slots = async (): Promise<Slot[]> => {
    const response = await fetch(`${origin}/slots`, { headers: { authorization: `Bearer ${OPENAI_API_KEY}` } });
    return (await response.json()) as Slot[]; // as: the documented shape
  };
  await expect.poll(async () => (await slots()).some((slot) => slot.is_processing), { timeout: 5_000 }).toBe(false);
  const latest = (await slots()).toSorted((a, b) => b.id_task - a.id_task)[0];
  return latest?.next_token?.[0]?.n_decoded ?? Number.NaN;
}

// A healthy provider cannot show failures, so a local server answers in the documented shapes.
let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

/** A provider that returns these answers in turn, and then repeats the last answer. */
async function provider(answers: [AnswerHandler, ...AnswerHandler[]], limits: OpenAiOptions['limits'] = { firstPiece: 400, silence: 200 }) {
  const { asked, origin, close } = await startRecordingServer((_, count) => answers[count - 1] ?? answers.at(-1) ?? helloAnswer);
  opened.defer(close);
  return { asked, model: openAiModel({ baseUrl: `${origin}/v1`, apiKey: 'key', model: 'some-model', limits }) };
}

const question: ModelRequest = { messages: [{ role: 'user', content: 'Hi' }], tools: [] };
const never = new AbortController().signal;
const codeOf = async (answer: AsyncIterable<ModelDelta>): Promise<unknown> =>
  readDeltas(answer).then(
    () => 'answered',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
const soon = { 'retry-after-ms': '1' };

test('OpenAI model sends a question in the wire format', async () => {
  const { model, asked } = await provider([helloAnswer]);
  expect(await readDeltas(model.stream(question, never))).toEqual([
    { kind: 'text', text: 'Hel' },
    { kind: 'text', text: 'lo' },
    { kind: 'finish', reason: 'stop', usage: { promptTokens: 12, completionTokens: 3 } },
  ]);
  expect(asked[0]?.body).toEqual({
    model: 'some-model',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Hi' }],
  });
});

test('OpenAI model separates interleaved tool calls, and reports tool-calls when the server ends them with stop', async () => {
  const call = (index: number, more: object): string => chunk({ tool_calls: [{ index, ...more }] });
  const { model } = await provider([
    stream(
      call(0, { id: 'one', type: 'function', function: { name: 'add_day', arguments: '' } }),
      call(1, { id: 'two', type: 'function', function: { name: 'add_stop', arguments: '{"a"' } }),
      call(0, { function: { arguments: '{}' } }),
      call(1, { function: { arguments: ':1}' } }),
      chunk({}, 'stop'),
    ),
  ]);
  expect(await readDeltas(model.stream(question, never))).toEqual([
    { kind: 'call', callId: 'one', name: 'add_day' },
    { kind: 'call', callId: 'two', name: 'add_stop' },
    { kind: 'arguments', callId: 'two', text: '{"a"' },
    { kind: 'arguments', callId: 'one', text: '{}' },
    { kind: 'arguments', callId: 'two', text: ':1}' },
    { kind: 'finish', reason: 'tool-calls', usage: null },
  ]);
});

test('OpenAI model sends a conversation with tools in the wire format', async () => {
  const { model, asked } = await provider([helloAnswer]);
  const tool = { name: 'add_day', description: 'Adds a day', parameters: { type: 'object' } };
  const messages: ModelRequest['messages'] = [
    { role: 'system', content: 'Be kind' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'one', name: 'add_day', arguments: '{}' }] },
    { role: 'tool', toolCallId: 'one', content: '{"id":1}' },
  ];
  await readDeltas(model.stream({ messages, tools: [tool] }, never));
  const result = asked[0]?.body.messages[2] as { tool_call_id?: string } | undefined; // as: the message of a tool
  const id = result?.tool_call_id;
  expect(id).toMatch(/^[a-z0-9]{9}$/);
  expect(asked[0]?.body).toMatchObject({
    messages: [
      { role: 'system', content: 'Be kind' },
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name: 'add_day', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: id, content: '{"id":1}' },
    ],
    tools: [{ type: 'function', function: tool }],
  });
});

test('OpenAI model separates reasoning from text', async () => {
  const { model } = await provider([stream(chunk({ reasoning_content: 'Hm' }), chunk({ content: 'Yes' }), chunk({}, 'stop'))]);
  expect((await readDeltas(model.stream(question, never))).map(({ kind }) => kind)).toEqual(['reasoning', 'text', 'finish']);
});

test.each([
  ['content_filter', 'content-filter'],
  ['length', 'length'],
  ['what nobody knows', 'other'],
])('OpenAI model maps the finish reason %s to %s', async (theirs, ours) => {
  const { model } = await provider([stream(chunk({ content: 'Hel' }), chunk({}, theirs))]);
  expect((await readDeltas(model.stream(question, never))).at(-1)).toMatchObject({ reason: ours });
});

describe('OpenAI model before the first piece', () => {
  test.each([429, 500, 503])('retries after status %i', async (status) => {
    const { model, asked } = await provider([errorAnswer(status, soon), helloAnswer]);
    expect((await readDeltas(model.stream(question, never))).at(-1)).toMatchObject({ kind: 'finish' });
    expect(asked).toHaveLength(2);
  });

  test.each([
    [429, 'model/busy', 3],
    [500, 'model/away', 3],
    [503, 'model/away', 3],
    [400, 'model/refused', 1],
    [401, 'model/refused', 1],
    [404, 'model/refused', 1],
  ])('gives up on status %i with %s after %i attempts', async (status, code, tries) => {
    const { model, asked } = await provider([errorAnswer(status, soon)]);
    expect(await codeOf(model.stream(question, never))).toBe(code);
    expect(asked).toHaveLength(tries);
  });

  const gapOf = (asked: readonly ReceivedRequest[]): number => (asked[1]?.at ?? 0) - (asked[0]?.at ?? 0);
  test('waits for the time in Retry-After, and without it for a random time of at least 370 ms', async () => {
    const patient = { firstPiece: 10_000, silence: 1_000 };
    const told = await provider([errorAnswer(429, { 'retry-after': '1' }), helloAnswer], patient);
    const untold = await Promise.all([1, 2, 3].map(() => provider([errorAnswer(503), helloAnswer], patient)));
    await Promise.all([told, ...untold].map(({ model }) => readDeltas(model.stream(question, never))));
    expect(gapOf(told.asked)).toBeGreaterThanOrEqual(995);
    const gaps = untold.map(({ asked }) => gapOf(asked));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(370);
    expect(new Set(gaps.map((gap) => gap.toFixed(3))).size).toBe(3);
  });

  test('aborts without waiting for the next attempt', async () => {
    const busy = Promise.withResolvers<void>();
    const later: AnswerHandler = (response, request) => {
      response.once('finish', busy.resolve);
      return errorAnswer(429, { 'retry-after': '50' })(response, request);
    };
    const { model, asked } = await provider([later], { firstPiece: 60_000, silence: 1_000 });
    const stop = new AbortController();
    const reading = readDeltas(model.stream(question, stop.signal));
    const refused = expect(reading).rejects.toThrow('stopped');
    await busy.promise;
    stop.abort(new Error('stopped'));
    await refused;
    expect(asked).toHaveLength(1);
  });

  test('fails with model/slow when the provider sends nothing, before or after its headers', async () => {
    const { model } = await provider([() => {}]);
    expect(await codeOf(model.stream(question, never))).toBe('model/slow');
    const silent = await provider([(response) => void beginEventStream(response).flushHeaders()]);
    const asked = performance.now();
    expect(await codeOf(silent.model.stream(question, never))).toBe('model/slow');
    // Three attempts would have taken three times as long.
    expect([silent.asked.length, performance.now() - asked < 1_100]).toEqual([1, true]);
  });

  test('fails with model/away when the provider is unreachable', async () => {
    const nobody = openAiModel({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'key', model: 'some-model' });
    expect(await codeOf(nobody.stream(question, never))).toBe('model/away');
  });
});

const cut =
  (...parts: string[]): AnswerHandler =>
  (response) =>
    void beginEventStream(response).write(parts.join(''), () => response.destroy());
const callOf = (more: object): string => chunk({ tool_calls: [{ index: 0, ...more }] });
/** Sends one piece, then only keep-alive comments and empty deltas. */
const alive: AnswerHandler = (response) => {
  beginEventStream(response).write(chunk({ content: 'Hel' }));
  const timer = setInterval(() => response.write(`: ping\n\n${chunk({})}`), 20);
  response.once('close', () => clearInterval(timer));
};

test.each<[string, AnswerHandler, string]>([
  ['that is cut in a word', cut(chunk({ content: 'Hel' })), 'model/broken'],
  ['that is cut in a line', cut(chunk({ content: 'Hel' }), chunk({ content: 'lo' }).slice(0, 90)), 'model/broken'],
  ['that is cut in a tool call', cut(callOf({ id: 'one', function: { name: 'add_day', arguments: '{"ti' } })), 'model/broken'],
  ['that ends without an end', stream(chunk({ content: 'Hel' })), 'model/broken'],
  ['of garbage', (response) => void beginEventStream(response).end('data: {{{\n\n'), 'model/broken'],
  ['that is a page', (response: ServerResponse) => void response.end('<html>Welcome</html>'), 'model/broken'],
  ['that tells of an error', stream(chunk({ content: 'Hel' }), sseEvent({ error: { message: 'out of memory' } })), 'model/broken'],
  ['with a call of nothing', stream(callOf({ function: { arguments: '{}' } }), chunk({}, 'stop')), 'model/broken'],
  ['that falls silent', (response) => void beginEventStream(response).write(chunk({ content: 'Hel' })), 'model/slow'],
  ['that only keeps the connection alive', alive, 'model/slow'],
])('OpenAI model does not retry an answer %s', async (_, answer, code) => {
  const { model, asked } = await provider([answer]);
  expect(await codeOf(model.stream(question, never))).toBe(code);
  expect(asked).toHaveLength(1);
});
