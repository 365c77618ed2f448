import { logPages } from '@waystory/infra/event-store/log-pages.ts';
import type { EventStore, Position, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { type DataStreamPart, dataStream } from '@waystory/proto/assistant/data-stream.ts';
import { type AnswerOutcome, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { threadEventOf } from '@waystory/services/assistant/thread/messages.ts';

/** A call of a tool as the log has it. */
export interface LoggedCall {
  id: string;
  tool: string;
  /** Null when nobody was told. */
  result: unknown;
}

/** An answer as the log has it. */
export interface LoggedAnswer {
  threadId: string;
  accountId: string;
  id: string;
  /** What was asked. */
  text: string;
  ends: { outcome: AnswerOutcome; at: number }[];
  calls: LoggedCall[];
  /** Something of it was written down. */
  isBegun: boolean;
}

/** All events after a position. */
export async function eventsAfter(events: Pick<EventStore, 'readAll'>, position: Position): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const page of logPages(events, position)) all.push(...page);
  return all;
}

/** Answers in the order of their beginnings. */
export function answersIn(events: readonly RecordedEvent[]): LoggedAnswer[] {
  const answers = new Map<string, LoggedAnswer>();
  /** Whose a thread is, and what was said last in it. */
  const threads = new Map<string, { accountId: string; text: string }>();
  for (const recorded of events.filter(({ type }) => type in threadEvents.schemas)) {
    const { type, data } = threadEventOf(recorded);
    if (type === 'MessageSent') threads.set(recorded.stream, { accountId: data.accountId, text: data.text ?? '' });
    if (type === 'AnswerBegun') {
      const { accountId, text } = threads.get(recorded.stream) ?? { accountId: '', text: '' };
      const threadId = recorded.stream.slice(recorded.stream.indexOf('-') + 1);
      answers.set(data.messageId, { threadId, accountId, id: data.messageId, text, ends: [], calls: [], isBegun: false });
    }
    const answer = 'messageId' in data ? answers.get(data.messageId) : undefined;
    if (type === 'AnswerWritten' && answer) write(answer, data.lines ?? '');
    if (type === 'AnswerEnded') answer?.ends.push({ outcome: data.outcome, at: Date.parse(recorded.at) });
  }
  return [...answers.values()];
}

function write(answer: LoggedAnswer, lines: string): void {
  answer.isBegun = true;
  for (const line of lines.split('\n').filter(Boolean)) read(answer, dataStream.decode(line));
}

function read({ calls }: LoggedAnswer, { type, value }: DataStreamPart): void {
  if (type === 'tool_call') calls.push({ id: value.toolCallId, tool: value.toolName, result: null });
  if (type !== 'tool_result') return;
  const call = calls.find(({ id }) => id === value.toolCallId);
  if (call) call.result = value.result;
}
