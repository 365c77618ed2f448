import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { appendPart, blankAnswer } from '@waystory/proto/assistant/answer.ts';
import { dataStream, type Json } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { DecisionAnnotation } from '@waystory/proto/assistant/proposal.ts';
import { type ReversalAnnotation, reversalAnnotation, reversalOutcome } from '@waystory/proto/assistant/reversal.ts';
import { type AnswerOutcome, type ThreadEvent, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { failureOf } from '@waystory/proto/assistant/tools/tool.ts';
import { upcast } from '@waystory/proto/kit/event.ts';

/** Annotation of an answer that did not finish. */
interface OutcomeAnnotation {
  type: 'outcome';
  outcome: Exclude<AnswerOutcome, 'FINISHED'>;
  code: string | null;
}

/** Reversal annotation of an answer; null without one. */
export const reversalIn = ({ annotations }: ChatMessage): ReversalAnnotation | null =>
  annotations.map((one) => reversalAnnotation.safeParse(one).data).find((one) => one !== undefined) ?? null;

/** An upcast event of a thread. */
export const threadEventOf = ({ type, schema, data }: Pick<RecordedEvent, 'type' | 'schema' | 'data'>): ThreadEvent =>
  ({ type, data: upcast(threadEvents, { type, schema, data }) }) as ThreadEvent; // as: the stream holds no others

/** Finished messages in order. A running answer is read separately from its beginning, or clients would have its start twice. */
export function endedMessagesOf(events: readonly RecordedEvent[]): ChatMessage[] {
  let running: string | null = null;
  for (const { type, data } of events.map(threadEventOf)) {
    if (type === 'AnswerBegun') running = data.messageId;
    if (type === 'AnswerEnded') running = null;
  }
  return messagesOf(events).filter(({ id }) => id !== running);
}

/** All messages in order from the thread's events, with the stored part of a running answer. */
export function messagesOf(events: readonly Pick<RecordedEvent, 'type' | 'schema' | 'data' | 'at'>[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  const change = (id: string, next: (message: ChatMessage) => ChatMessage): void => {
    const at = messages.findLastIndex((message) => message.id === id);
    const message = messages[at];
    if (message) messages[at] = next(message);
  };
  for (const recorded of events) {
    const { type, data } = threadEventOf(recorded);
    if (type === 'MessageSent') messages.push(question(data.messageId, data.text ?? '', recorded.at));
    if (type === 'AnswerBegun') messages.push(blankAnswer(data.messageId, recorded.at));
    if (type === 'AnswerWritten') change(data.messageId, (message) => withLines(message, data.lines ?? ''));
    if (type === 'AnswerEnded' && data.outcome !== 'FINISHED') {
      const annotation: OutcomeAnnotation = { type: 'outcome', outcome: data.outcome, code: data.code };
      change(data.messageId, (message) => ({ ...message, annotations: [...message.annotations, annotation] }));
    }
    if (type === 'ChangesDecided') change(data.messageId, (message) => withDecision(message, data));
    if (type === 'ChangeCarriedOut') change(data.messageId, (message) => withResult(message, data.toolCallId, jsonIn(data.result)));
    if (type === 'MessagesReplaced') {
      const from = messages.findLastIndex(({ id }) => id === data.messageId);
      if (from >= 0) messages.length = from;
    }
    if (type === 'AnswerReversed') change(data.messageId, (message) => withReversal(message, data.reversed, data.outcome));
  }
  return messages;
}

const declined = failureOf('tool/declined', 'The user declined this change. Nothing was changed.');

/** A declined call ends at once; an allowed call ends with its execution. */
function withDecision(message: ChatMessage, { toolCallIds, decision }: Omit<DecisionAnnotation, 'type'>): ChatMessage {
  const annotation: DecisionAnnotation = { type: 'decision', toolCallIds, decision };
  const decided = { ...message, annotations: [...message.annotations, annotation] };
  return decision === 'ALLOWED' ? decided : toolCallIds.reduce((before, id) => withResult(before, id, declined), decided);
}

const withResult = (message: ChatMessage, toolCallId: string, result: unknown): ChatMessage =>
  appendPart(message, { type: 'tool_result', value: { toolCallId, result: result as Json } }); // as: parsed from JSON

/** Parses JSON; null after the erasure of the account. */
const jsonIn = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

function withReversal(message: ChatMessage, reversed: boolean, outcome: string | null): ChatMessage {
  const { restored, left } = reversalOutcome.parse(JSON.parse(outcome ?? '{"restored":[],"left":[]}'));
  const annotation: ReversalAnnotation = { type: 'reversal', reversed, restored, left };
  const before = reversalIn(message);
  const others = before ? message.annotations.filter((one) => !reversalAnnotation.safeParse(one).success) : message.annotations;
  return { ...message, annotations: [...others, annotation] };
}

const question = (id: string, text: string, createdAt: string): ChatMessage => ({
  ...blankAnswer(id, createdAt),
  role: 'user',
  content: text,
  parts: [{ type: 'text', text }],
});

/** Adds complete lines of the stream, one part each. */
const withLines = (message: ChatMessage, lines: string): ChatMessage =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .reduce((before, line) => appendPart(before, dataStream.decode(line)), message);
