import type { LanguageModel, ModelDelta, ModelRequest } from '@waystory/infra/language-model/port.ts';
import { blankAnswer } from '@waystory/proto/assistant/answer.ts';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { expect, test } from 'vitest';
import { PageGuard } from './page-guard.ts';
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

/** A model that streams the scripted answers in order, repeats the last answer, and records its requests. */
function modelOf(...answers: [ModelDelta[], ...ModelDelta[][]]) {
  const asked: ModelRequest[] = [];
  const model: LanguageModel = {
    ask: async () => {},
    async *stream(request) {
      asked.push({ ...request, messages: [...request.messages] });
      yield* answers[asked.length - 1] ?? answers.at(-1) ?? [];
    },
  };
  return { model, asked };
}

/** A guard after a conversation of these user messages. */
const guardOf = (...words: string[]) =>
  new PageGuard(
    words.map((text) => ({ ...blankAnswer('q', at), role: 'user', content: text })),
    false,
  );
const at = '2026-01-01T00:00:00.000Z';
/** Arguments of add_day. */
const day = '{"itineraryId":"00000000-0000-7000-8000-000000000001"}';
const first = '{"itineraryId":"00000000-0000-7000-8000-000000000001","title":"One"}';
const page = '{"url":"https://museum.example.org/"}';

async function turn(model: LanguageModel, options: Partial<TurnOptions> = {}) {
  const parts: DataStreamPart[] = [];
  const done: ToolName[] = [];
  const { usage, changes } = await runTurn({
    model,
    messages: [{ role: 'user', content: 'Plan it' }],
    offered: ['create_itinerary', 'add_day', 'web_browser'],
    messageId: 'm1',
    limits: { steps: 12, calls: 40, tokens: 1_000_000 },
    guard: guardOf(),
    callTool: async ({ name }) => {
      done.push(name);
      return { id: name };
    },
    add: (part) => parts.push(part),
    signal: new AbortController().signal,
    ...options,
  });
  return { parts, done, usage, changes, types: parts.map(({ type }) => type) };
}

const resultsIn = (parts: readonly DataStreamPart[]) => parts.flatMap((part) => (part.type === 'tool_result' ? [part.value.result] : []));

test('Turn with a text answer is one step', async () => {
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

test('Turn returns call results to the model, each under a unique id', async () => {
  const { model, asked } = modelOf(calls(['add_day', first], ['add_day', day]), calls(['add_day', day]), says('Done'));
  const { parts, done, types } = await turn(model);
  expect(done).toEqual(['add_day', 'add_day', 'add_day']);
  const ids = parts.flatMap((part) => (part.type === 'tool_call' ? [part.value.toolCallId] : []));
  expect(new Set(ids).size).toBe(3);
  expect(asked[1]?.messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: '',
      toolCalls: [
        { id: ids[0], name: 'add_day', arguments: first },
        { id: ids[1], name: 'add_day', arguments: day },
      ],
    },
    { role: 'tool', toolCallId: ids[0], content: '{"id":"add_day"}' },
    { role: 'tool', toolCallId: ids[1], content: '{"id":"add_day"}' },
  ]);
  expect(types.filter((type) => type === 'start_step')).toHaveLength(3);
  expect(types.filter((type) => type === 'finish_message')).toHaveLength(1);
});

test.each([
  ['an unknown tool', 'delete_everything', '{}'],
  ['a tool that is not offered', 'google_search', '{}'],
  ['arguments that do not parse', 'add_day', '{"title":'],
  ['arguments that are no object', 'add_day', '[1]'],
])('Turn answers a call with %s by tool/misspoken, and fails when the model repeats the call', async (_, name, args) => {
  const once = modelOf(calls([name, args]), says('Sorry'));
  const { done } = await turn(once.model);
  expect(done).toEqual([]);
  expect(JSON.stringify(once.asked[1]?.messages.at(-1))).toContain('tool/misspoken');
  await expect(turn(modelOf(calls([name, args])).model)).rejects.toMatchObject({ code: 'model/broken' });
});

test('Turn proposes writes after a page was read, and returns tool/needs-consent to the model only', async () => {
  const { model, asked } = modelOf(
    calls(['add_day', day], ['web_browser', page], ['add_day', day]),
    calls(['create_itinerary', '{"title":"Mine"}']),
    says('Done?'),
  );
  const { done, parts, changes } = await turn(model);
  expect(done).toEqual(['add_day', 'web_browser']);
  expect(changes).toHaveLength(2);
  expect(parts.flatMap((part) => (part.type === 'message_annotations' ? part.value : []))).toEqual(
    changes.map((toolCallId) => ({ type: 'proposal', toolCallId })),
  );
  const answered = parts.flatMap((part) => (part.type === 'tool_result' ? [part.value.toolCallId] : []));
  expect(changes.some((id) => answered.includes(id))).toBe(false);
  expect(asked.at(-1)?.messages.filter(({ content }) => content.includes('tool/needs-consent'))).toHaveLength(2);
});

test('Turn proposes no invalid change', async () => {
  const { changes, parts } = await turn(modelOf(calls(['web_browser', page], ['add_day', '{"itineraryId":"mine"}']), says('Sorry')).model);
  expect(changes).toEqual([]);
  expect(resultsIn(parts).at(-1)).toMatchObject({ error: { code: 'tool/bad-arguments' } });
});

test('Turn at its step limit requests a last answer without tools', async () => {
  const { model, asked } = modelOf(calls(['add_day', day]));
  const { done, types } = await turn(model, { limits: { steps: 3, calls: 40, tokens: 1_000_000 } });
  expect(asked.map(({ tools }) => tools.length)).toEqual([3, 3, 0]);
  expect(done).toHaveLength(2);
  expect(types.at(-1)).toBe('finish_message');
});

test.each([
  ['calls', { steps: 12, calls: 1, tokens: 1_000_000 }],
  ['tokens', { steps: 12, calls: 40, tokens: 2 }],
])('Turn at its limit of %s executes no further call', async (_, limits) => {
  const { done } = await turn(modelOf(calls(['add_day', day])).model, { limits });
  expect(done).toHaveLength(1);
});

test('Turn ends at once when stopped', async () => {
  const stop = new AbortController();
  const { model, asked } = modelOf(calls(['add_day', day], ['add_day', day]));
  const callTool = async () => {
    stop.abort(new Error('stopped'));
    return {};
  };
  await expect(turn(model, { signal: stop.signal, callTool })).rejects.toThrow('stopped');
  expect(asked).toHaveLength(1);
});
