import { appendPart, blankAnswer } from '@waystory/proto/assistant/answer.ts';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { expect, test } from 'vitest';
import { historyOf, placesLookedUp } from './history.ts';

const at = '2026-01-01T00:00:00.000Z';
const question = (content: string): ChatMessage => ({ ...blankAnswer('q', at), role: 'user', content, parts: [{ type: 'text', text: content }] });
const answer = (...parts: DataStreamPart[]): ChatMessage => parts.reduce(appendPart, blankAnswer('a', at));
const step = { type: 'start_step', value: { messageId: 'a' } } as const;
const call = (toolCallId: string, toolName: string): DataStreamPart => ({
  type: 'tool_call',
  value: { toolCallId, toolName, args: { query: 'Belém' } },
});
const result = { candidates: [{ placeId: 'p1', mapboxId: 'geonames.1' }] };

test('Model history lists each step of an answer with calls and results', () => {
  const messages = [
    question('Where is it?'),
    answer(
      step,
      { type: 'text', value: 'Let me see' },
      call('c1', 'lookup_location'),
      { type: 'tool_result', value: { toolCallId: 'c1', result } },
      step,
      {
        type: 'text',
        value: 'There.',
      },
    ),
  ];
  expect(historyOf(messages)).toEqual([
    { role: 'user', content: 'Where is it?' },
    { role: 'assistant', content: 'Let me see', toolCalls: [{ id: 'c1', name: 'lookup_location', arguments: '{"query":"Belém"}' }] },
    { role: 'tool', toolCallId: 'c1', content: JSON.stringify(result) },
    { role: 'assistant', content: 'There.', toolCalls: [] },
  ]);
  expect([...placesLookedUp(messages)]).toEqual([['p1', 'geonames.1']]);
});

test('Model history gives an interrupted call the result tool/interrupted, and omits an incomplete call', () => {
  const broken = answer(step, call('c1', 'lookup_location'), { type: 'tool_call_streaming_start', value: { toolCallId: 'c2', toolName: 'add_day' } });
  const told = historyOf([question('Where?'), broken]);
  expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  expect(told.at(-1)?.content).toContain('tool/interrupted');
});

test('Model history summarizes the questions from before its window', () => {
  const long = Array.from({ length: 30 }, (_, index) => [
    question(`Question ${index} ${'x'.repeat(400)}`),
    answer(step, { type: 'text', value: 'y'.repeat(400) }),
  ]);
  const told = historyOf(long.flat(), 1_000);
  expect(told[0]?.role).toBe('system');
  expect(told[0]?.content).toContain('Question 20');
  expect(told.at(-1)?.content).toBe('y'.repeat(400));
  expect(JSON.stringify(told).length).toBeLessThan(12_000);
});

test('Model history has a note on a reversal and the changes that it left, and none after a reapplication', () => {
  const said = answer(step, { type: 'text', value: 'It is slower now.' });
  const left = { kind: 'stop', id: 'e0000000-0000-8000-8000-000000000001', title: 'Belém', number: null, fields: ['title'], reason: 'CHANGED_LATER' };
  const annotated = (reversed: boolean): ChatMessage => ({ ...said, annotations: [{ type: 'reversal', reversed, restored: [], left: [left] }] });
  const [, note] = historyOf([annotated(true)]);
  expect(note).toEqual({ role: 'system', content: expect.stringMatching(/taken back[\s\S]*- stop "Belém" \(e0000000-/) });
  expect(historyOf([annotated(false)])).toEqual(historyOf([said]));
});
