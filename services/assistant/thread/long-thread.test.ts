import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { dataStream } from '@waystory/proto/assistant/data-stream.ts';
import type { ThreadEvent } from '@waystory/proto/assistant/thread.ts';
import { expect, test } from 'vitest';
import { messagesOf } from './messages.ts';
import { evolveThread, type Thread } from './thread.ts';

/** Time limit on a busy machine, milliseconds, far above the normal duration. */
const patience = 2_000;

/** A thread of this many questions, each answered with a look-up and a text in ten pieces. */
function longThread(questions: number): RecordedEvent[] {
  const accountId = 'a';
  const events: ThreadEvent[] = [{ type: 'ThreadBegun', data: { accountId, itineraryId: null } }];
  for (let number = 0; number < questions; number++) {
    const messageId = `m${number}`;
    const lines = [
      dataStream.encode({ type: 'start_step', value: { messageId } }),
      dataStream.encode({ type: 'tool_call', value: { toolCallId: `c${number}`, toolName: 'lookup_location', args: { query: 'Belém' } } }),
      dataStream.encode({ type: 'tool_result', value: { toolCallId: `c${number}`, result: { candidates: [] } } }),
      ...Array.from({ length: 10 }, () => dataStream.encode({ type: 'text', value: 'Some words about a town. ' })),
    ].join('');
    events.push(
      { type: 'MessageSent', data: { accountId, messageId: `q${number}`, text: `Question ${number}` } },
      { type: 'AnswerBegun', data: { messageId, itineraryId: null } },
      { type: 'AnswerWritten', data: { accountId, messageId, lines } },
      { type: 'AnswerEnded', data: { messageId, outcome: 'FINISHED', code: null } },
    );
  }
  const at = '2026-01-01T00:00:00.000Z';
  return events.map((event, index) => ({ ...event, schema: 1, at, version: index + 1, stream: 'thread-t' }) as unknown as RecordedEvent); // as: only these fields are read
}

test('Thread of two thousand messages is assembled within two seconds', () => {
  const events = longThread(1_000);
  const begun = performance.now();
  const messages = messagesOf(events);
  const folded = performance.now();
  let thread: Thread | null = null;
  for (const event of events) thread = evolveThread(thread, event as unknown as Parameters<typeof evolveThread>[1]); // as: their data is of the current version
  const took = { messages: folded - begun, state: performance.now() - folded };
  expect(messages).toHaveLength(2_000);
  expect(messages.at(-1)).toMatchObject({ id: 'm999', toolInvocations: [{ state: 'result' }] });
  expect(thread?.questionIds).toHaveLength(1_000);
  expect(Math.max(took.messages, took.state)).toBeLessThan(patience);
});
