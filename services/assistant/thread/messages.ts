import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { blankAnswer, withPart } from '@waystory/proto/assistant/answer.ts';
import { dataStream, type Json } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { DecisionAnnotation } from '@waystory/proto/assistant/proposal.ts';
import { type ReversalAnnotation, reversalAnnotation, reversalOutcome } from '@waystory/proto/assistant/reversal.ts';
import { type AnswerOutcome, type ThreadEvent, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { failureOf } from '@waystory/proto/assistant/tools/tool.ts';
import { upcast } from '@waystory/proto/kit/event.ts';

/** Said of an answer that did not come to its end, as an annotation of its message. */
export interface OutcomeAnnotation {
  type: 'outcome';
  outcome: Exclude<AnswerOutcome, 'FINISHED'>;
  code: string | null;
}

/** What is said of an answer that was taken back, or done again since; null of any other. */
export const reversalIn = ({ annotations }: ChatMessage): ReversalAnnotation | null =>
  annotations.map((one) => reversalAnnotation.safeParse(one).data).find((one) => one !== undefined) ?? null;

/** An event of a thread as it is understood today. */
export const threadEventOf = ({ type, schema, data }: Pick<RecordedEvent, 'type' | 'schema' | 'data'>): ThreadEvent =>
  ({ type, data: upcast(threadEvents, { type, schema, data }) }) as ThreadEvent; // the stream holds no others

/**
 * Messages of a thread that stay as they are, in their order. The answer that is being written is read by itself, from its first line on: a client that
 * had the beginning of it from here would have that twice.
 */
export function endedMessagesOf(events: readonly RecordedEvent[]): ChatMessage[] {
  let running: string | null = null;
  for (const { type, data } of events.map(threadEventOf)) {
    if (type === 'AnswerBegun') running = data.messageId;
    if (type === 'AnswerEnded') running = null;
  }
  return messagesOf(events).filter(({ id }) => id !== running);
}

/** Messages of a thread in their order, made of its events. An answer that is still being written is there as far as it was written down. */
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

/** What was declined has come to its end; what was allowed has so when it is carried out. */
function withDecision(message: ChatMessage, { toolCallIds, decision }: Omit<DecisionAnnotation, 'type'>): ChatMessage {
  const annotation: DecisionAnnotation = { type: 'decision', toolCallIds, decision };
  const decided = { ...message, annotations: [...message.annotations, annotation] };
  return decision === 'ALLOWED' ? decided : toolCallIds.reduce((before, id) => withResult(before, id, declined), decided);
}

const withResult = (message: ChatMessage, toolCallId: string, result: unknown): ChatMessage =>
  withPart(message, { type: 'tool_result', value: { toolCallId, result: result as Json } }); // of JSON

/** Of a person whose account is gone nothing can be read any more. */
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

/** Whole lines of the stream, of which each is a part. */
const withLines = (message: ChatMessage, lines: string): ChatMessage =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .reduce((before, line) => withPart(before, dataStream.decode(line)), message);
