import { afterEach, describe, expect, test } from 'vitest';
import { readDeltas } from './contract.ts';
import {
  type AnswerHandler,
  beginEventStream,
  chunk,
  errorAnswer,
  helloAnswer,
  type ReceivedRequest,
  sseEvent,
  startRecordingServer,
  stream,
} from './documented-provider.fixture.ts';
import { openAiModel } from './openai.ts';
import type { ModelDelta, ModelRequest } from './port.ts';

/**
 * Responses of OpenAI-compatible servers in the form of their documentation and bug reports, with our own values. Each response calls
 * `lookup_location` for Évora, then for Sintra.
 */
const evora = '{"query":"Evora"}';
const sintra = '{"query":"Sintra"}';
const call = (fields: object): string => chunk({ tool_calls: [fields] });
const look = (args: unknown) => ({ name: 'lookup_location', arguments: args });
const end = chunk({}, 'tool_calls');
const bare = (choice: object, more: object = {}): string => sseEvent({ choices: [{ index: 0, ...choice }], ...more });

const answers: Readonly<Record<string, string[]>> = {
  'OpenAI: numbered, arguments in pieces': [
    call({ index: 0, id: 'call_a', type: 'function', function: look('') }),
    call({ index: 0, function: { arguments: '{"query":' } }),
    call({ index: 0, function: { arguments: '"Evora"}' } }),
    call({ index: 1, id: 'call_b', type: 'function', function: look('') }),
    call({ index: 1, function: { arguments: sintra } }),
    end,
  ],
  'Azure OpenAI: a first chunk of filter results without choices': [
    sseEvent({ id: '', object: '', choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }),
    call({ index: 0, id: 'call_a', type: 'function', function: look(evora) }),
    call({ index: 1, id: 'call_b', type: 'function', function: look(sintra) }),
    end,
  ],
  'Ollama: every call has the index 0': [
    bare({ delta: { role: 'assistant', content: '', tool_calls: [{ index: 0, id: 'call_a', type: 'function', function: look(evora) }] } }),
    bare({ delta: { role: 'assistant', content: '', tool_calls: [{ index: 0, id: 'call_b', type: 'function', function: look(sintra) }] } }),
    bare({ delta: { role: 'assistant', content: '' }, finish_reason: 'stop' }),
  ],
  'Gemini: no index, each call whole, the end is "stop"': [
    bare({ delta: { role: 'assistant', tool_calls: [{ id: 'function-call-1', type: 'function', function: look(evora) }] } }),
    bare({ delta: { role: 'assistant', tool_calls: [{ id: 'function-call-2', type: 'function', function: look(sintra) }] }, finish_reason: 'stop' }),
  ],
  'Gemini: no index, both calls in one chunk': [
    bare({ delta: { tool_calls: [{ id: 'a', function: look(evora) }, { id: 'b', function: look(sintra) }] }, finish_reason: 'STOP' }), // biome-ignore format: one chunk
  ],
  'Gemini: arguments split over pieces that have neither id nor index': [
    bare({ delta: { tool_calls: [{ id: 'a', function: look('{"query":') }] } }),
    bare({ delta: { tool_calls: [{ function: { arguments: '"Evora"}' } }] } }),
    bare({ delta: { tool_calls: [{ id: 'b', function: look('{"query":') }] } }),
    bare({ delta: { tool_calls: [{ function: { arguments: '"Sintra"}' } }] }, finish_reason: 'stop' }),
  ],
  'Gemini of old: empty ids': [
    call({ index: 0, id: '', type: 'function', function: look(evora) }),
    call({ index: 0, id: '', type: 'function', function: look(sintra) }),
    end,
  ],
  'vLLM: the id in the first piece, null afterwards': [
    call({ index: 0, id: 'chatcmpl-tool-a', type: 'function', function: look(null) }),
    call({ index: 0, id: null, type: null, function: { name: null, arguments: evora } }),
    call({ index: 1, id: 'chatcmpl-tool-b', type: 'function', function: look(null) }),
    call({ index: 1, id: null, type: null, function: { name: null, arguments: sintra } }),
    chunk({ content: '', tool_calls: null }, 'tool_calls'),
  ],
  'vLLM: the end is "stop" although tools are called': [
    call({ index: 0, id: 'a', function: look(evora) }),
    call({ index: 1, id: 'b', function: look(sintra) }),
    chunk({ content: '' }, 'stop'),
  ],
  'llama.cpp: name and id are repeated in every piece': [
    call({ index: 0, id: 'a', type: 'function', function: look('{"query":') }),
    call({ index: 0, id: 'a', type: 'function', function: look('"Evora"}') }),
    call({ index: 1, id: 'b', type: 'function', function: look('{"query":') }),
    call({ index: 1, id: 'b', type: 'function', function: look('"Sintra"}') }),
    end,
  ],
  'LM Studio: the name is repeated without an id': [
    call({ index: 0, id: 'a', type: 'function', function: look('') }),
    call({ index: 0, function: look('{"query":') }),
    call({ index: 0, function: look('"Evora"}') }),
    call({ index: 1, id: 'b', type: 'function', function: look('') }),
    call({ index: 1, function: look('{"query":"Sin') }),
    call({ index: 1, function: look('tra"}') }),
    end,
  ],
  'Groq: all calls in one chunk, counts under x_groq': [
    chunk({ role: 'assistant', content: null }),
    chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: look(evora) }, { index: 1, id: 'b', type: 'function', function: look(sintra) }] }), // biome-ignore format: one chunk
    sseEvent({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }], x_groq: { usage: { prompt_tokens: 12, completion_tokens: 3 } } }),
  ],
  'Mistral: whole calls with the last chunk, which also counts': [
    sseEvent({
      choices: [{ index: 0, delta: { content: '', tool_calls: [{ id: 'D68dLkjKa', function: look(evora), index: 0 }, { id: 'x8dLk29aZ', function: look(sintra), index: 1 }] }, finish_reason: 'tool_calls' }], // biome-ignore format: one chunk
      usage: { prompt_tokens: 12, total_tokens: 15, completion_tokens: 3 },
    }),
  ],
  'DeepSeek: role and content are null, thoughts come first': [
    chunk({ role: 'assistant', content: null, reasoning_content: '' }),
    chunk({ content: null, reasoning_content: 'Two towns.' }),
    call({ index: 0, id: 'call_00_a', type: 'function', function: look('') }),
    call({ index: 0, function: { arguments: evora } }),
    call({ index: 1, id: 'call_01_b', type: 'function', function: look('') }),
    call({ index: 1, function: { arguments: sintra } }),
    chunk({ content: '', reasoning_content: null }, 'tool_calls'),
  ],
  'LiteLLM before Oracle: a new id in every piece': [
    call({ index: 0, id: 'a1', type: 'function', function: look('{"query":') }),
    call({ index: 0, id: 'a2', type: 'function', function: { name: null, arguments: '"Evora"}' } }),
    call({ index: 1, id: 'b1', type: 'function', function: look('{"query":') }),
    call({ index: 1, id: 'b2', type: 'function', function: { name: null, arguments: '"Sintra"}' } }),
    end,
  ],
  'LiteLLM before Ollama: arguments are an object': [
    call({ index: 0, id: 'a', type: 'function', function: look({ query: 'Evora' }) }),
    call({ index: 0, id: 'b', type: 'function', function: look({ query: 'Sintra' }) }),
    chunk({}, 'stop'),
  ],
  'OpenRouter: comments while it waits, an empty text in every delta': [
    ': OPENROUTER PROCESSING\n\n',
    chunk({ role: 'assistant', content: '', tool_calls: [{ index: 0, id: 'a', type: 'function', function: look('') }] }),
    ': OPENROUTER PROCESSING\n\n',
    chunk({ role: 'assistant', content: '', tool_calls: [{ index: 0, type: 'function', function: { arguments: evora } }] }),
    chunk({ role: 'assistant', content: '', tool_calls: [{ index: 1, id: 'b', type: 'function', function: look(sintra) }] }),
    chunk({ role: 'assistant', content: '' }, 'tool_calls'),
  ],
  'Gateways to other makers: placeholder arguments, then the real ones': [
    call({ index: 0, id: 'toolu_a', type: 'function', function: look('{}') }),
    call({ index: 0, function: { arguments: '{"query":"E' } }),
    call({ index: 0, function: { arguments: 'vora"}' } }),
    call({ index: 1, id: 'toolu_b', type: 'function', function: look('{}') }),
    call({ index: 1, function: { arguments: sintra } }),
    chunk({}, 'tool_use'),
  ],
  'SGLang: numbers begin at 1, the id comes before the name': [
    call({ index: 1, id: 'a', function: { name: null, arguments: '' } }),
    call({ index: 1, id: 'a', function: look('') }),
    call({ index: 1, function: { arguments: evora } }),
    call({ index: 2, id: 'b', function: { name: null, arguments: null } }),
    call({ index: 2, function: look(sintra) }),
    end,
  ],
  'Gateways that take the name for an id': [
    call({ index: 0, id: 'lookup_location', function: look(evora) }),
    call({ index: 0, id: 'lookup_location', function: look(sintra) }),
    end,
  ],
  'Names in pieces': [
    call({ index: 0, id: 'a', type: 'function', function: { name: 'lookup_', arguments: '' } }),
    call({ index: 0, function: { name: 'location', arguments: '' } }),
    call({ index: 0, function: { arguments: evora } }),
    call({ index: 1, id: 'b', type: 'function', function: { name: 'look' } }),
    call({ index: 1, id: 'b', function: { name: 'up_' } }),
    call({ index: 1, id: 'b', function: { name: 'location', arguments: sintra } }),
    end,
  ],
  'Indexes as texts, calls that take turns': [
    call({ index: '0', id: 'a', function: look('') }),
    call({ index: '1', id: 'b', function: look('') }),
    call({ index: '0', function: { arguments: evora } }),
    call({ index: '1', function: { arguments: sintra } }),
    end,
  ],
  'One call a delta, without a list': [
    chunk({ tool_calls: { index: 0, id: 'a', function: look(evora) } }),
    chunk({ tool_calls: [null, { index: 1, id: 'b', function: look(sintra) }] }),
    end,
  ],
  'A message in place of a delta': [
    bare({ message: { role: 'assistant', content: null, tool_calls: [{ id: 'a', function: look(evora) }, { id: 'b', function: look(sintra) }] }, finish_reason: 'tool_calls' }), // biome-ignore format: one chunk
  ],
  'Data that is null while it waits': ['data: null\n\n', call({ index: 0, id: 'a', function: look(evora) }), 'data: null\n\n', call({ index: 1, id: 'b', function: look(sintra) }), end], // biome-ignore format: in one line
  'Lines that end in CRLF, and no space behind "data:"': [
    ...[call({ index: 0, id: 'a', function: look(evora) }), call({ index: 1, id: 'b', function: look(sintra) }), end].map((text) =>
      text.replace('data: ', 'data:').replaceAll('\n', '\r\n'),
    ),
  ],
};

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});
async function modelOf(next: (asked: ReceivedRequest, count: number) => AnswerHandler) {
  const { asked, origin, close } = await startRecordingServer(next);
  opened.defer(close);
  return { asked, model: openAiModel({ baseUrl: `${origin}/v1`, apiKey: 'key', model: 'some-model' }) };
}
const question: ModelRequest = {
  messages: [{ role: 'user', content: 'Hi' }],
  tools: ['lookup_location', 'list'].map((name) => ({ name, description: '', parameters: {} })),
};
const never = new AbortController().signal;
const callsIn = (deltas: readonly ModelDelta[]) =>
  deltas.flatMap((one) => {
    if (one.kind !== 'call') return [];
    return [[one.name, deltas.map((delta) => (delta.kind === 'arguments' && delta.callId === one.callId ? delta.text : '')).join('')]];
  });

describe('Tool calls of one answer', () => {
  test.each(Object.entries(answers))('are complete and in order: %s', async (_, parts) => {
    const { model } = await modelOf(() => stream(...parts));
    const deltas = await readDeltas(model.stream(question, never));
    expect(callsIn(deltas)).toEqual([
      ['lookup_location', evora],
      ['lookup_location', sintra],
    ]);
    expect(new Set(deltas.flatMap((one) => (one.kind === 'call' ? [one.callId] : []))).size).toBe(2);
    expect(deltas.at(-1)).toMatchObject({ kind: 'finish', reason: 'tool-calls' });
  });

  test('are read from the legacy field function_call', async () => {
    const legacy = (fields: object) => chunk({ function_call: fields });
    const { model } = await modelOf(() => stream(legacy(look('')), legacy({ arguments: evora }), chunk({}, 'function_call')));
    const deltas = await readDeltas(model.stream(question, never));
    expect(callsIn(deltas)).toEqual([['lookup_location', evora]]);
    expect(deltas.at(-1)).toMatchObject({ reason: 'tool-calls' });
  });

  test('are not required: an answer of text ends at its finish reason, even without [DONE]', async () => {
    const { model } = await modelOf(() => (response) => void beginEventStream(response).end([chunk({ content: 'Yes' }), chunk({}, 'stop')].join('')));
    expect((await readDeltas(model.stream(question, never))).at(-1)).toMatchObject({ reason: 'stop' });
  });

  test("come with the server's token counts, and null counts are ignored", async () => {
    const counts = async (name: string) => {
      const { model } = await modelOf(() => stream(...(answers[name] ?? [])));
      return (await readDeltas(model.stream(question, never))).at(-1);
    };
    const counted = { usage: { promptTokens: 12, completionTokens: 3 } };
    expect(await counts('Groq: all calls in one chunk, counts under x_groq')).toMatchObject(counted);
    expect(await counts('Mistral: whole calls with the last chunk, which also counts')).toMatchObject(counted);
    const kimi = await modelOf(() =>
      stream(bare({ delta: { content: 'Hi' }, finish_reason: 'stop', usage: { prompt_tokens: 12, completion_tokens: 3 } })),
    );
    expect((await readDeltas(kimi.model.stream(question, never))).at(-1)).toMatchObject(counted);
    const nulls = await modelOf(() => stream(chunk({ content: 'Hi' }, 'stop'), sseEvent({ choices: null, usage: { prompt_tokens: null } })));
    expect((await readDeltas(nulls.model.stream(question, never))).at(-1)).toMatchObject({ usage: null });
  });

  test('without arguments have the placeholder {} as arguments', async () => {
    const { model } = await modelOf(() => stream(call({ index: 0, id: 'a', function: { name: 'list', arguments: '{}' } }), end));
    expect(callsIn(await readDeltas(model.stream(question, never)))).toEqual([['list', '{}']]);
  });
});

describe('Reasoning of an answer', () => {
  test.each([
    ['reasoning of Groq and Ollama', { reasoning: 'Hm' }],
    ['reasoning_content of DeepSeek', { reasoning_content: 'Hm' }],
    ['reasoning with a text within', { reasoning: { text: 'Hm' } }],
    ['both at once, which is told once', { reasoning: 'Hm', reasoning_content: 'Hm' }],
    ['parts of Mistral', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }],
  ])('is separated from its text: %s', async (_, thoughts) => {
    const { model } = await modelOf(() => stream(chunk(thoughts), chunk({ content: [{ type: 'text', text: 'Yes' }] }), chunk({}, 'stop')));
    expect((await readDeltas(model.stream(question, never))).slice(0, 2)).toEqual([
      { kind: 'reasoning', text: 'Hm' },
      { kind: 'text', text: 'Yes' },
    ]);
  });
});

describe('Reasoning in <think> tags', () => {
  const thoughts = { kind: 'reasoning', text: 'Hm' };
  test.each([
    ['whole', ['<think>Hm</think>Yes']],
    ['in pieces', ['\n<th', 'ink>', 'H', 'm</', 'think', '>', '\n\n', 'Yes']],
    ['after empty ones', ['', '<think>\n', 'Hm</think>\n\nY', 'es']],
  ])('is separated from the text when the tags come %s', async (_, parts) => {
    const { model } = await modelOf(() => stream(...parts.map((content) => chunk({ content })), chunk({}, 'stop')));
    const deltas = await readDeltas(model.stream(question, never));
    const said = (kind: ModelDelta['kind']) => deltas.map((one) => (one.kind === kind && 'text' in one ? one.text : '')).join('');
    expect({ kind: 'reasoning', text: said('reasoning') }).toEqual(thoughts);
    expect(said('text')).toBe('Yes');
  });

  test.each(['<b>Yes</b>', 'Say <think> and </think>', '<thin', '  Yes', '< think'])('is not found in any other text: %s', async (text) => {
    const { model } = await modelOf(() => stream(...[...text].map((content) => chunk({ content })), chunk({}, 'stop')));
    const deltas = await readDeltas(model.stream(question, never));
    expect(deltas.map((one) => (one.kind === 'text' ? one.text : '')).join('')).toBe(text);
  });

  test('is no text when the answer is cut off within the closing tag', async () => {
    const { model } = await modelOf(() => stream(chunk({ content: '<think>Hm</thi' }), chunk({}, 'length')));
    expect((await readDeltas(model.stream(question, never))).filter(({ kind }) => kind === 'text')).toEqual([]);
  });
});

describe('Complete JSON answer instead of a stream', () => {
  const whole =
    (body: object): AnswerHandler =>
    (response) =>
      void response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));

  test('is read as text, tool calls and token counts', async () => {
    const message = { role: 'assistant', content: 'Yes', tool_calls: [{ id: 'a', type: 'function', function: look(evora) }] };
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
    const { model } = await modelOf(() => whole({ object: 'chat.completion', choices, usage: { prompt_tokens: 12, completion_tokens: 3 } }));
    const deltas = await readDeltas(model.stream(question, never));
    expect(deltas[0]).toEqual({ kind: 'text', text: 'Yes' });
    expect(callsIn(deltas)).toEqual([['lookup_location', evora]]);
    expect(deltas.at(-1)).toEqual({ kind: 'finish', reason: 'tool-calls', usage: { promptTokens: 12, completionTokens: 3 } });
  });

  test.each([
    [{ error: { message: 'Slow down', code: 429 } }, 'model/busy'],
    [{ error: { message: 'No', code: '502' } }, 'model/away'],
    [{ error: { message: 'No', code: 'invalid_api_key' } }, 'model/broken'],
    [{ detail: 'No' }, 'model/broken'],
  ])('with status 200 and the body %j is a failure', async (body, code) => {
    const { model } = await modelOf(() => whole(body));
    await expect(readDeltas(model.stream(question, never))).rejects.toMatchObject({ code });
  });
});

describe('Finish reason', () => {
  const ended = async (...words: (string | null)[]) => {
    const { model } = await modelOf(() => stream(...words.map((word) => chunk({ content: 'Yes' }, word))));
    return (await readDeltas(model.stream(question, never))).at(-1);
  };
  test.each([
    ['model_length', 'length'],
    ['MAX_TOKENS', 'length'],
    ['COMPLETE', 'stop'],
    ['eos', 'stop'],
    ['stop_sequence', 'stop'],
    ['sensitive', 'content-filter'],
    ['refusal', 'content-filter'],
    ['recitation', 'other'],
  ])('%s is mapped to %s', async (word, reason) => expect(await ended(word)).toMatchObject({ reason }));

  test('is ignored when it is an empty text or the word null', async () => {
    expect(await ended('null', '', 'stop', 'null')).toMatchObject({ reason: 'stop' });
    await expect(ended('null')).rejects.toMatchObject({ code: 'model/broken' });
  });

  test.each(['error', 'network_error', 'insufficient_system_resource'])('%s fails with model/away', async (word) => {
    await expect(ended(null, word)).rejects.toMatchObject({ code: 'model/away' });
  });

  test('yields the field refusal as text of the answer', async () => {
    const { model } = await modelOf(() =>
      stream(chunk({ role: 'assistant', content: null, refusal: '' }), chunk({ refusal: 'I cannot' }), chunk({}, 'stop')),
    );
    expect(await readDeltas(model.stream(question, never))).toContainEqual({ kind: 'text', text: 'I cannot' });
  });
});

describe('Request to a compatible server', () => {
  const conversation: ModelRequest = {
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '', reasoning: 'Hm', toolCalls: [{ id: 'a-long-id', name: 'list', arguments: '', extra: { google: { s: 1 } } }] },
      { role: 'tool', toolCallId: 'a-long-id', content: '{}' },
    ],
    tools: [],
  };

  test('sends a tool call back with the extra_content of the provider', async () => {
    const extra = { google: { thought_signature: 'c2lnbmVk' } };
    const { model, asked } = await modelOf(() =>
      stream(
        call({ id: 'a', function: look(evora) }),
        bare({ delta: { tool_calls: [{ extra_content: extra }] } }),
        bare({ delta: {}, finish_reason: 'stop' }),
      ),
    );
    const deltas = await readDeltas(model.stream(conversation, never));
    expect(deltas).toContainEqual({ kind: 'extra', callId: 'a', extra });
    expect(asked[0]?.body.messages[1]).toMatchObject({ tool_calls: [{ extra_content: { google: { s: 1 } }, function: { arguments: '{}' } }] });
  });

  test('contains reasoning only for a server that has sent reasoning_content', async () => {
    const { model, asked } = await modelOf((_, count) => (count === 2 ? stream(chunk({ reasoning_content: 'Hm' }), chunk({}, 'stop')) : helloAnswer));
    for (let step = 0; step < 3; step++) await readDeltas(model.stream(conversation, never));
    expect(asked.map(({ body }) => 'reasoning_content' in (body.messages[1] ?? {}))).toEqual([false, false, true]);
  });

  test('omits stream_options once the server has refused them', async () => {
    const refusal: AnswerHandler = (response) =>
      void response
        .writeHead(422, { 'content-type': 'application/json' })
        .end('{"object":"error","message":"stream_options: Extra inputs are not permitted"}');
    const { model, asked } = await modelOf(({ body }) => ('stream_options' in body ? refusal : helloAnswer));
    await readDeltas(model.stream(question, never));
    await readDeltas(model.stream(question, never));
    expect(asked.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
  });

  test('fails with model/refused at a status 400 about anything but stream_options, without a retry', async () => {
    const { model, asked } = await modelOf(() => errorAnswer(400));
    await expect(readDeltas(model.stream(question, never))).rejects.toMatchObject({ code: 'model/refused' });
    expect(asked).toHaveLength(1);
  });
});

describe('Unreadable answer fails with model/broken', () => {
  test.each([
    ['Arguments before any call', [call({ index: 0, function: { arguments: '{}' } }), end]],
    ['An error of the gateway within the stream', [chunk({ content: 'Hel' }), sseEvent({ error: { code: 502, message: 'No' }, choices: [] })]],
    ['An end without a reason', [chunk({ content: 'Hel' })]],
  ])('%s', async (_, parts) => {
    const { model } = await modelOf(() => stream(...parts));
    await expect(readDeltas(model.stream(question, never))).rejects.toMatchObject({ code: 'model/broken' });
  });
});
