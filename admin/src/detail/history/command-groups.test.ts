import { reversalCause, suspensionEndCause, toolCallCause } from '@waystory/proto/kit/cause.ts';
import type { HistoryEntry } from '@waystory/proto/operations/history.ts';
import { expect, test } from 'vitest';
import { actionWords, causeWords, commandGroups, valueText } from './command-groups.ts';

const entry = (version: number, commandId: string): HistoryEntry => ({
  ...{ version, commandId, at: `2026-05-0${version}T12:00:00.000Z`, action: 'StopAdded', part: null },
  ...{ actorId: null, role: null, cause: null, jobId: null, fields: [] },
});

test('Events of one command form a group in their order, and the newest command comes first', () => {
  const groups = commandGroups([entry(4, 'b'), entry(3, 'a'), entry(2, 'a'), entry(1, 'c')]);
  expect(groups.map(({ commandId, entries }) => [commandId, entries.map(({ version }) => version)])).toEqual([
    ['b', [4]],
    ['a', [2, 3]],
    ['c', [1]],
  ]);
});

test('causeWords has a text for every cause, and the thread id for a tool call of the assistant', () => {
  expect(causeWords(toolCallCause('thread-1', 'call-12345678'))).toEqual({
    words: 'The assistant, with call 12345678 of a conversation',
    threadId: 'thread-1',
  });
  for (const cause of [toolCallCause('mcp', 'x'), reversalCause('x'), suspensionEndCause(3)]) {
    expect(causeWords(cause)).toEqual({ words: expect.stringMatching(/^[A-Z][a-z ,]+$/), threadId: null });
  }
  expect(causeWords('unheard:of')).toEqual({ words: 'unheard:of', threadId: null });
});

test('actionWords and valueText return readable text for event types and values', () => {
  expect(actionWords('ItineraryVisibilityChanged')).toBe('Itinerary visibility changed');
  expect([null, undefined, true, false, 0, ['a', null], { countryCode: 'PT', city: null }].map(valueText)).toEqual([
    '',
    '',
    'Yes',
    'No',
    '0',
    'a\n',
    'Country code: PT',
  ]);
  expect(valueText('2026-11-26T17:00:00.000Z')).toMatch(/^(?!.*T17).*2026.*:00/);
});
