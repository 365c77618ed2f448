import { loadAtlas, modelName } from '@waystory/local-model';
import Fastify, { type FastifyInstance } from 'fastify';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePath, type ModelOptions, mountCompletions, mountModelList, worldCitiesFolder } from './service.ts';

const tool = (name: string) => ({ type: 'function' as const, function: { name, parameters: { type: 'object', properties: {} } } });
const tools = ['create_itinerary', 'add_day', 'add_stop', 'lookup_location'].map(tool);
const lisbon = [{ role: 'user' as const, content: '3 days in Lisbon with food and views' }];

async function serve(options: Partial<ModelOptions> = {}): Promise<{ app: FastifyInstance; client: OpenAI }> {
  const app = Fastify({ forceCloseConnections: true });
  const all: ModelOptions = { atlas: () => loadAtlas(worldCitiesFolder), wordsPerSecond: 0, key: undefined, ...options };
  mountModelList(app, all);
  mountCompletions(app, all);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, client: new OpenAI({ baseURL: `${address}${basePath}`, apiKey: options.key ?? 'none', maxRetries: 0 }) };
}

describe('Built-in model through the SDK of OpenAI', () => {
  let app: FastifyInstance;
  let client: OpenAI;
  beforeAll(async () => ({ app, client } = await serve()));
  afterAll(() => app.close());

  test('lists one model', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual([modelName]);
  });

  test('answers a completion with tool calls when stream is not set', async () => {
    const { choices, usage } = await client.chat.completions.create({ model: modelName, messages: lisbon, tools });
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    const calls = choices[0]?.message.tool_calls ?? [];
    expect(calls.length).toBeGreaterThan(5);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    expect(calls.map((call) => (call.type === 'function' ? call.function.name : call.type))).toEqual(calls.map(() => 'lookup_location'));
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
  });

  test('streams the same words and tool calls as the whole completion, with the usage on request', async () => {
    const whole = await client.chat.completions.create({ model: modelName, messages: lisbon, tools });
    const stream = client.chat.completions.stream({ model: modelName, messages: lisbon, tools, stream_options: { include_usage: true } });
    const final = await stream.finalChatCompletion();
    const argumentsIn = ({ choices }: OpenAI.ChatCompletion) =>
      choices[0]?.message.tool_calls?.map((call) => (call.type === 'function' ? call.function.arguments : ''));
    expect(final.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
    expect(argumentsIn(final)).toEqual(argumentsIn(whole));
    expect(final.usage).toEqual(whole.usage);
    expect(final.choices[0]?.finish_reason).toBe('tool_calls');
  });

  test('streams no usage unless it is requested', async () => {
    const stream = await client.chat.completions.create({ model: modelName, messages: [{ role: 'user', content: 'Hello' }], stream: true });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toMatch(/^Hello! Where/);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false);
  });

  test.each([
    ['no messages', []],
    ['a role that there is not', [{ role: 'wizard', content: 'Abracadabra' }]],
    ['a result of no call', [{ role: 'tool', content: '{}' }]],
  ])('answers 400 with a message to %s', async (_, messages) => {
    const sent = client.chat.completions.create({ model: modelName, messages: messages as never }); // as: the types forbid these messages
    await expect(sent).rejects.toMatchObject({ status: 400, type: 'invalid_request_error', message: expect.stringContaining('messages') });
  });

  test('calls no tools without tools in the request, or with tool_choice none', async () => {
    for (const offer of [{}, { tools, tool_choice: 'none' as const }]) {
      const { choices } = await client.chat.completions.create({ model: modelName, messages: lisbon, ...offer });
      expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: expect.stringContaining('tools') } });
    }
  });
});

describe('Stream of the built-in model', () => {
  test('is delayed to wordsPerSecond, and ends when the client disconnects', async () => {
    const { app, client } = await serve({ wordsPerSecond: 1 });
    const stream = await client.chat.completions.create({ model: modelName, messages: [{ role: 'user', content: 'Hello' }], stream: true });
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    stream.controller.abort();
    // The server closes at once, although the answer would stream for half a minute.
    await app.close();
  });
});

describe('API key of the built-in model', () => {
  test('is required when it is configured; another key answers 401', async () => {
    const { app, client } = await serve({ key: 'sesame' });
    await expect(client.models.list()).resolves.toMatchObject({ data: [{ id: modelName }] });
    const stranger = client.withOptions({ apiKey: 'open up' });
    await expect(stranger.models.list()).rejects.toMatchObject({ status: 401 });
    await expect(stranger.chat.completions.create({ model: modelName, messages: lisbon })).rejects.toMatchObject({ status: 401 });
    await app.close();
  });

  test('is not required on this machine when none is configured; other machines get 403', async () => {
    const { app } = await serve();
    const from = (headers: Record<string, string>, remoteAddress = '127.0.0.1') => app.inject({ url: `${basePath}/models`, headers, remoteAddress });
    expect((await from({})).statusCode).toBe(200);
    expect((await from({ 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(403);
    expect((await from({}, '203.0.113.9')).statusCode).toBe(403);
    await app.close();
  });
});
