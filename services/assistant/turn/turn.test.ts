import type { LanguageModel, ModelDelta, ModelRequest } from '@waystory/infra/language-model/port.ts';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { expect, test } from 'vitest';
import { runTurn, type TurnOptions } from './turn.ts';

const finish = (reason: 'stop' | 'tool-calls' = 'stop', tokens = 1): ModelDelta => ({
  kind: 'finish',
  reason,
  usage: { promptTokens: tokens, completionTokens: tokens },
});
const says = (text: string): ModelDelta[] => [{ kind: 'text', text }, finish()];
const calls = (...names: [name: string, args: string][]): ModelDelta[] => [
  ...names.flatMap(([name, args], index): ModelDelta[] => [
    { kind: 'call', callId: `c${index}`, name },
    { kind: 'arguments', callId: `c${index}`, text: args },
  ]),
  finish('tool-calls'),
];

/** A model that gives one answer after the other, and the last one for ever; it keeps what it was asked. */
function modelOf(...answers: [ModelDelta[], ...ModelDelta[][]]) {
  const asked: ModelRequest[] = [];
  const model: LanguageModel = {
    async *stream(request) {
      asked.push({ ...request, messages: [...request.messages] });
      yield* answers[asked.length - 1] ?? answers.at(-1) ?? [];
    },
  };
  return { model, asked };
}

async function turn(model: LanguageModel, options: Partial<TurnOptions> = {}) {
  const parts: DataStreamPart[] = [];
  const done: ToolName[] = [];
  const usage = await runTurn({
    model,
    messages: [{ role: 'user', content: 'Plan it' }],
    offered: ['create_itinerary', 'add_day', 'web_browser'],
    messageId: 'm1',
    limits: { steps: 12, calls: 40, tokens: 1_000_000 },
    callTool: async ({ name }) => {
      done.push(name);
      return { id: name };
    },
    add: (part) => parts.push(part),
    signal: new AbortController().signal,
    ...options,
  });
  return { parts, done, usage, types: parts.map(({ type }) => type) };
}

const resultsIn = (parts: readonly DataStreamPart[]) => parts.flatMap((part) => (part.type === 'tool_result' ? [part.value.result] : []));

test('an answer of text is one step', async () => {
  const { model } = modelOf(says('Gladly'));
  const { parts, usage } = await turn(model);
  expect(parts).toEqual([
    { type: 'start_step', value: { messageId: 'm1' } },
    { type: 'text', value: 'Gladly' },
    { type: 'finish_step', value: { finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 1 }, isContinued: false } },
    { type: 'finish_message', value: { finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 1 } } },
  ]);
  expect(usage).toEqual({ promptTokens: 1, completionTokens: 1 });
});

test('results of calls go back to the model, and every call has an id of its own', async () => {
  const { model, asked } = modelOf(calls(['add_day', '{"title":"One"}'], ['add_day', '{}']), calls(['add_day', '{}']), says('Done'));
  const { parts, done, types } = await turn(model);
  expect(done).toEqual(['add_day', 'add_day', 'add_day']);
  const ids = parts.flatMap((part) => (part.type === 'tool_call' ? [part.value.toolCallId] : []));
  expect(new Set(ids).size).toBe(3);
  expect(asked[1]?.messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: '',
      toolCalls: [
        { id: ids[0], name: 'add_day', arguments: '{"title":"One"}' },
        { id: ids[1], name: 'add_day', arguments: '{}' },
      ],
    },
    { role: 'tool', toolCallId: ids[0], content: '{"id":"add_day"}' },
    { role: 'tool', toolCallId: ids[1], content: '{"id":"add_day"}' },
  ]);
  expect(types.filter((type) => type === 'start_step')).toHaveLength(3);
  expect(types.filter((type) => type === 'finish_message')).toHaveLength(1);
});

test.each([
  ['a tool that there is not', 'delete_everything', '{}'],
  ['a tool that is not offered', 'google_search', '{}'],
  ['arguments that do not parse', 'add_day', '{"title":'],
  ['arguments that are no object', 'add_day', '[1]'],
])('a model that calls %s is told so once', async (_, name, args) => {
  const once = modelOf(calls([name, args]), says('Sorry'));
  const { done } = await turn(once.model);
  expect(done).toEqual([]);
  expect(JSON.stringify(once.asked[1]?.messages.at(-1))).toContain('tool/misspoken');
  await expect(turn(modelOf(calls([name, args])).model)).rejects.toMatchObject({ code: 'model/broken' });
});

test('after a page was read nothing is written in the same turn', async () => {
  const { model } = modelOf(calls(['add_day', '{}'], ['web_browser', '{}'], ['add_day', '{}']), calls(['create_itinerary', '{}']), says('May I?'));
  const { done, parts } = await turn(model);
  expect(done).toEqual(['add_day', 'web_browser']);
  expect(resultsIn(parts).slice(2)).toEqual([0, 1].map(() => ({ error: { code: 'tool/needs-consent', detail: expect.any(String) } })));
});

test('a model that never comes to an end is asked for a last word without tools', async () => {
  const { model, asked } = modelOf(calls(['add_day', '{}']));
  const { done, types } = await turn(model, { limits: { steps: 3, calls: 40, tokens: 1_000_000 } });
  expect(asked.map(({ tools }) => tools.length)).toEqual([3, 3, 0]);
  expect(done).toHaveLength(2);
  expect(types.at(-1)).toBe('finish_message');
});

test.each([
  ['calls', { steps: 12, calls: 1, tokens: 1_000_000 }],
  ['tokens', { steps: 12, calls: 40, tokens: 2 }],
])('neither are more %s than a turn may have', async (_, limits) => {
  const { done } = await turn(modelOf(calls(['add_day', '{}'])).model, { limits });
  expect(done).toHaveLength(1);
});

test('whoever stops is not waited for', async () => {
  const stop = new AbortController();
  const { model, asked } = modelOf(calls(['add_day', '{}'], ['add_day', '{}']));
  const callTool = async () => {
    stop.abort(new Error('stopped'));
    return {};
  };
  await expect(turn(model, { signal: stop.signal, callTool })).rejects.toThrow('stopped');
  expect(asked).toHaveLength(1);
});
