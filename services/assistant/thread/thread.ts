import { type EventContext, type Stream, streamId, streamName } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type AnswerOutcome, type ThreadEvent, threadEvents } from '@waystory/proto/assistant/thread.ts';

/** An answer that is being written. */
export interface RunningAnswer {
  messageId: string;
  /** Something of it was written down. */
  isBegun: boolean;
  /** When its writer was heard of last, ISO 8601 UTC. */
  heldAt: string;
}

/** How it stands with taking back what an answer changed. */
export interface Reversed {
  /** Times that it was taken back or done again. */
  number: number;
  reversed: boolean;
  /** Of what was written for the last of them that restored anything. */
  causes: readonly string[];
}

export interface Thread {
  id: string;
  accountId: string;
  itineraryId: string | null;
  title: string | null;
  running: RunningAnswer | null;
  /** By id of the answer. */
  reversals: Readonly<Record<string, Reversed>>;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type ThreadCommand =
  /** Begins the thread when it is its first message. */
  | { type: 'SendMessage'; messageId: string; answerId: string; text: string; itineraryId: string | null; actor: Principal }
  /** Begins another answer to what was said last, where the one before was interrupted or failed. */
  | { type: 'GoOn'; answerId: string; itineraryId: string | null; actor: Principal }
  | { type: 'WriteAnswer'; messageId: string; lines: string }
  | { type: 'HoldAnswer'; messageId: string }
  | { type: 'EndAnswer'; messageId: string; outcome: AnswerOutcome; code: string | null }
  | { type: 'StopAnswer'; actor: Principal }
  /** Ends an answer of whose writer nothing was heard since then, ISO 8601 UTC. */
  | { type: 'InterruptAnswer'; messageId: string; silentSince: string }
  /** What an answer changed was taken back, or done again; nothing when that is written down. */
  | { type: 'RecordReversal'; messageId: string; number: number; reversed: boolean; causes: string[]; outcome: string }
  | { type: 'TitleThread'; title: string | null; actor: Principal }
  | { type: 'DeleteThread'; actor: Principal }
  /** Its author is gone; nothing when the thread is gone too. */
  | { type: 'EraseThread' };

function decide(command: ThreadCommand, thread: Thread | null): ThreadEvent[] {
  switch (command.type) {
    case 'SendMessage':
      return send(command, thread);
    case 'GoOn': {
      idle(ownThread(thread, command.actor));
      return [{ type: 'AnswerBegun', data: { messageId: command.answerId, itineraryId: command.itineraryId } }];
    }
    case 'WriteAnswer': {
      const { accountId } = answering(thread, command.messageId);
      return [{ type: 'AnswerWritten', data: { accountId, messageId: command.messageId, lines: command.lines } }];
    }
    case 'HoldAnswer':
      answering(thread, command.messageId);
      return [{ type: 'AnswerHeld', data: { messageId: command.messageId } }];
    case 'EndAnswer': {
      const { messageId, outcome, code } = command;
      // Whoever stopped it, or found its writer gone, has had the last word.
      return thread?.running?.messageId === messageId ? [ended(messageId, outcome, code)] : [];
    }
    case 'StopAnswer': {
      const { running } = ownThread(thread, command.actor);
      return running ? [ended(running.messageId, 'STOPPED')] : [];
    }
    case 'InterruptAnswer': {
      const running = thread?.running;
      const isLeft = running?.messageId === command.messageId && running.heldAt < command.silentSince;
      return isLeft ? [ended(command.messageId, 'INTERRUPTED')] : [];
    }
    case 'RecordReversal': {
      const { type: _, ...reversal } = command;
      const isKnown = (thread?.reversals[command.messageId]?.number ?? 0) >= command.number;
      return !thread || isKnown ? [] : [{ type: 'AnswerReversed', data: { accountId: thread.accountId, ...reversal } }];
    }
    case 'TitleThread': {
      const { accountId, title } = ownThread(thread, command.actor);
      return title === command.title ? [] : [{ type: 'ThreadTitled', data: { accountId, title: command.title } }];
    }
    case 'DeleteThread':
      ownThread(thread, command.actor);
      return [{ type: 'ThreadDeleted', data: {} }];
    case 'EraseThread':
      return thread ? [{ type: 'ThreadDeleted', data: {} }] : [];
    default:
      return command satisfies never;
  }
}

const ended = (messageId: string, outcome: AnswerOutcome, code: string | null = null): ThreadEvent => ({
  type: 'AnswerEnded',
  data: { messageId, outcome, code },
});

function send(command: Extract<ThreadCommand, { type: 'SendMessage' }>, thread: Thread | null): ThreadEvent[] {
  const { messageId, answerId, text, itineraryId, actor } = command;
  if (!actor.accountId) throw new Rejected('auth/required');
  if (thread) idle(ownThread(thread, actor));
  const { accountId } = actor;
  const beginning: ThreadEvent[] = [
    { type: 'ThreadBegun', data: { accountId, itineraryId } },
    { type: 'ThreadTitled', data: { accountId, title: titleFrom(text) } },
  ];
  return [
    ...(thread ? [] : beginning),
    { type: 'MessageSent', data: { accountId, messageId, text } },
    { type: 'AnswerBegun', data: { messageId: answerId, itineraryId } },
  ];
}

const longestTitle = 60;

/** What a thread is called until its author says otherwise: its first line, cut between two words. */
function titleFrom(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const title = line.replaceAll(/\s+/g, ' ').trim();
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle).replace(/\s+\S*$/, '')}…`;
}

/**
 * The thread, when it is the actor's; whoever else asks is not told that it exists.
 * @throws Rejected `chat/unknown`.
 */
export function ownThread(thread: Thread | null, { accountId }: Principal): Thread {
  if (!thread || thread.accountId !== accountId) throw new Rejected('chat/unknown');
  return thread;
}

/** Whose conversations they are is known to nobody else. */
export function mustBeOwn(params: { accountId: string }, { accountId }: Principal): void {
  if (params.accountId !== accountId) throw new Rejected('account/unknown');
}

/**
 * The actor's thread, in which nothing is being answered.
 * @throws Rejected `chat/unknown`, `chat/turn-running`.
 */
export function idleThread(thread: Thread | null, actor: Principal): Thread {
  const own = ownThread(thread, actor);
  idle(own);
  return own;
}

/** One answer at a time, since the next message is about what it says. */
function idle({ running }: Thread): void {
  if (running) throw new Rejected('chat/turn-running');
}

/** The thread, when this answer of it is still being written. */
function answering(thread: Thread | null, messageId: string): Thread {
  if (thread?.running?.messageId !== messageId) throw new Rejected('chat/answer-over');
  return thread;
}

/** The thread after an event; null when it is gone. */
export function evolveThread(thread: Thread | null, event: ThreadEvent & EventContext): Thread | null {
  const { version, at } = event;
  if (event.type === 'ThreadBegun') {
    const { accountId, itineraryId } = event.data;
    return { id: streamId(event.stream), accountId, itineraryId, title: null, running: null, reversals: {}, version, createdAt: at, updatedAt: at };
  }
  if (!thread) return null;
  const touched = { ...thread, version };
  switch (event.type) {
    case 'MessageSent':
      return { ...touched, updatedAt: at };
    case 'AnswerBegun': {
      const { messageId, itineraryId } = event.data;
      return { ...touched, itineraryId: itineraryId ?? thread.itineraryId, running: { messageId, isBegun: false, heldAt: at }, updatedAt: at };
    }
    case 'AnswerWritten':
      return { ...touched, running: thread.running && { ...thread.running, isBegun: true, heldAt: at } };
    case 'AnswerHeld':
      return { ...touched, running: thread.running && { ...thread.running, heldAt: at } };
    case 'AnswerEnded':
      return { ...touched, running: null, updatedAt: at };
    case 'AnswerReversed': {
      const { messageId, number, reversed, causes } = event.data;
      const before = thread.reversals[messageId];
      // Where nothing could be restored, what was written before is what there is.
      const last = reversed === (before?.reversed ?? false) ? (before?.causes ?? []) : causes;
      return { ...touched, reversals: { ...thread.reversals, [messageId]: { number, reversed, causes: last } } };
    }
    case 'ThreadTitled':
      return { ...touched, title: event.data.title, updatedAt: at };
    case 'ThreadDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

/** One stream per thread. */
export const threadStream: Stream<ThreadCommand, Thread | null, ThreadEvent> = {
  category: 'thread',
  stateVersion: 2,
  events: threadEvents,
  decider: { initial: null, decide, evolve: evolveThread },
};

export const threadStreamName = (threadId: string): string => streamName(threadStream.category, threadId);
