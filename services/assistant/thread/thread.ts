import { type EventContext, entityVersion, type Stream, streamId, streamName } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type AnswerOutcome, type ChangeDecision, type Disclosure, type ThreadEvent, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { type DisclosureRequest, disclosed, idleThread, ownThread } from './thread-access.ts';

/** An answer that is being written. */
export interface RunningAnswer {
  messageId: string;
  /** Something of it was written down. */
  isBegun: boolean;
  /** When its writer was heard of last, ISO 8601 UTC. */
  heldAt: string;
}

/** How the last answer ended, and which changes of it wait for the user: null until that has decided. */
export interface LastAnswer {
  messageId: string;
  outcome: AnswerOutcome;
  changes: Readonly<Record<string, ChangeDecision | null>>;
  /** Those that have a result. */
  carriedOut: readonly string[];
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
  last: LastAnswer | null;
  /** What its author said, as far as it is part of the conversation, in its order. */
  questionIds: readonly string[];
  /** By id of the answer. */
  reversals: Readonly<Record<string, Reversed>>;
  disclosures: readonly Disclosure[];
  /** Until when administrators may read it, ISO 8601 UTC, by their ids. */
  readers: Readonly<Record<string, string>>;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type ThreadCommand =
  /** Begins the thread when it is its first message. `replaces` is a message of the author that it stands for from now on, with all after it. */
  | { type: 'SendMessage'; messageId: string; answerId: string; text: string; replaces: string | null; itineraryId: string | null; actor: Principal }
  /** Begins another answer to what was said last, where the one before is not whole or its changes were decided on. */
  | { type: 'GoOn'; answerId: string; itineraryId: string | null; actor: Principal }
  | { type: 'WriteAnswer'; messageId: string; lines: string }
  | { type: 'HoldAnswer'; messageId: string }
  /** `changes` are calls of it that wait for the user; of an answer that is not whole none do. */
  | { type: 'EndAnswer'; messageId: string; outcome: AnswerOutcome; code: string | null; changes: readonly string[] }
  | { type: 'DecideChanges'; toolCallIds: readonly string[]; decision: ChangeDecision; actor: Principal }
  /** Writes down what came of a change that was allowed, as JSON; nothing when the thread is gone. */
  | { type: 'RecordChange'; messageId: string; toolCallId: string; result: string }
  | { type: 'StopAnswer'; actor: Principal }
  /** Ends an answer of whose writer nothing was heard since then, ISO 8601 UTC. */
  | { type: 'InterruptAnswer'; messageId: string; silentSince: string }
  /** What an answer changed was taken back, or done again; nothing when that is written down. */
  | { type: 'RecordReversal'; messageId: string; number: number; reversed: boolean; causes: string[]; outcome: string }
  | { type: 'TitleThread'; title: string | null; actor: Principal }
  /** Says what it is about, unless that is known. */
  | { type: 'LinkThread'; itineraryId: string }
  | ({ type: 'DiscloseThread' } & DisclosureRequest)
  | { type: 'DeleteThread'; actor: Principal }
  /** Its author is gone; nothing when the thread is gone too. */
  | { type: 'EraseThread' };

function decide(command: ThreadCommand, thread: Thread | null): ThreadEvent[] {
  switch (command.type) {
    case 'SendMessage':
      return send(command, thread);
    case 'GoOn': {
      mustGoOn(idleThread(thread, command.actor));
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
      const { messageId, outcome, code, changes } = command;
      // Whoever stopped it, or found its writer gone, has had the last word.
      if (thread?.running?.messageId !== messageId) return [];
      const isWaiting = outcome === 'FINISHED' && changes.length > 0;
      const proposed: ThreadEvent = { type: 'ChangesProposed', data: { messageId, toolCallIds: [...changes] } };
      return [ended(messageId, outcome, code), ...(isWaiting ? [proposed] : [])];
    }
    case 'DecideChanges':
      return decideChanges(command, idleThread(thread, command.actor));
    case 'RecordChange': {
      const { messageId, toolCallId, result } = command;
      const isRecorded = thread?.last?.carriedOut.includes(toolCallId);
      return thread && !isRecorded ? [{ type: 'ChangeCarriedOut', data: { accountId: thread.accountId, messageId, toolCallId, result } }] : [];
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
    case 'LinkThread':
      return thread && thread.itineraryId === null ? [{ type: 'ThreadLinked', data: { itineraryId: command.itineraryId } }] : [];
    case 'DiscloseThread':
      return [disclosed(command, thread)];
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
  const { messageId, answerId, text, replaces, itineraryId, actor } = command;
  if (!actor.accountId) throw new Rejected('auth/required');
  if (thread) idleThread(thread, actor);
  if (replaces && !thread?.questionIds.includes(replaces)) throw new Rejected('chat/message-unknown');
  const { accountId } = actor;
  const beginning: ThreadEvent[] = [
    { type: 'ThreadBegun', data: { accountId, itineraryId } },
    { type: 'ThreadTitled', data: { accountId, title: titleFrom(text) } },
  ];
  return [
    ...(thread ? [] : beginning),
    ...(replaces ? [{ type: 'MessagesReplaced', data: { messageId: replaces } } satisfies ThreadEvent] : []),
    { type: 'MessageSent', data: { accountId, messageId, text } },
    { type: 'AnswerBegun', data: { messageId: answerId, itineraryId } },
  ];
}

/** What is to be decided anew; the same decision again changes nothing, another one comes too late. */
function decideChanges({ toolCallIds, decision }: Extract<ThreadCommand, { type: 'DecideChanges' }>, { last }: Thread): ThreadEvent[] {
  const changes = new Map(Object.entries(last?.changes ?? {}));
  if (!last || !toolCallIds.every((id) => changes.has(id))) throw new Rejected('chat/change-unknown');
  const isOpen = (id: string): boolean => changes.get(id) === null;
  if (toolCallIds.some((id) => !isOpen(id) && changes.get(id) !== decision)) throw new Rejected('chat/decision-taken');
  const open = [...new Set(toolCallIds)].filter(isOpen);
  return open.length === 0 ? [] : [{ type: 'ChangesDecided', data: { messageId: last.messageId, toolCallIds: open, decision } }];
}

/** An answer that is whole is gone on with only when its changes were decided on: what came of them is new to the model. */
function mustGoOn({ last }: Thread): void {
  const decisions = Object.values(last?.changes ?? {});
  const isDecided = decisions.length > 0 && !decisions.includes(null);
  if (!last || (last.outcome === 'FINISHED' && !isDecided)) throw new Rejected('chat/nothing-to-go-on-with');
}

const longestTitle = 60;

/** What a thread is called until its author says otherwise: its first line, cut between two words. */
function titleFrom(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const title = line.replaceAll(/\s+/g, ' ').trim();
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle).replace(/\s+\S*$/, '')}…`;
}

/** The thread, when this answer of it is still being written. */
function answering(thread: Thread | null, messageId: string): Thread {
  if (thread?.running?.messageId !== messageId) throw new Rejected('chat/answer-over');
  return thread;
}

/** What lists do not show of a thread, as it is when the thread begins. */
export const unlisted: Pick<Thread, 'running' | 'last' | 'questionIds' | 'reversals' | 'readers'> = {
  running: null,
  last: null,
  questionIds: [],
  reversals: {},
  readers: {},
};

/** The thread after an event; null when it is gone. */
export function evolveThread(thread: Thread | null, event: ThreadEvent & EventContext): Thread | null {
  const { version, at } = event;
  if (event.type === 'ThreadBegun') {
    const { accountId, itineraryId } = event.data;
    return { id: streamId(event.stream), accountId, itineraryId, title: null, disclosures: [], ...unlisted, version, createdAt: at, updatedAt: at };
  }
  if (!thread) return null;
  const touched = { ...thread, version };
  switch (event.type) {
    case 'MessageSent':
      return { ...touched, questionIds: [...thread.questionIds, event.data.messageId], updatedAt: at };
    case 'MessagesReplaced':
      return { ...touched, questionIds: thread.questionIds.slice(0, thread.questionIds.indexOf(event.data.messageId)) };
    case 'AnswerBegun': {
      const { messageId, itineraryId } = event.data;
      return { ...touched, itineraryId: itineraryId ?? thread.itineraryId, running: { messageId, isBegun: false, heldAt: at }, updatedAt: at };
    }
    case 'AnswerWritten':
      return { ...touched, running: thread.running && { ...thread.running, isBegun: true, heldAt: at } };
    case 'AnswerHeld':
      return { ...touched, running: thread.running && { ...thread.running, heldAt: at } };
    case 'AnswerEnded': {
      const { messageId, outcome } = event.data;
      return { ...touched, running: null, last: { messageId, outcome, changes: {}, carriedOut: [] }, updatedAt: at };
    }
    case 'ChangesProposed':
      return { ...touched, last: withChanges(thread.last, event.data.toolCallIds, null) };
    case 'ChangesDecided':
      return { ...touched, last: withChanges(thread.last, event.data.toolCallIds, event.data.decision) };
    case 'ChangeCarriedOut': {
      const { messageId, toolCallId } = event.data;
      const { last } = thread;
      return last?.messageId === messageId ? { ...touched, last: { ...last, carriedOut: [...last.carriedOut, toolCallId] } } : touched;
    }
    case 'AnswerReversed': {
      const { messageId, number, reversed, causes } = event.data;
      const before = thread.reversals[messageId];
      // Where nothing could be restored, what was written before is what there is.
      const last = reversed === (before?.reversed ?? false) ? (before?.causes ?? []) : causes;
      return { ...touched, reversals: { ...thread.reversals, [messageId]: { number, reversed, causes: last } } };
    }
    case 'ThreadTitled':
      return { ...touched, title: event.data.title, updatedAt: at };
    case 'ThreadLinked':
      return { ...touched, itineraryId: event.data.itineraryId, updatedAt: at };
    case 'ThreadDisclosed': {
      const { readerId, reason, until } = event.data;
      const readers = { ...thread.readers, [readerId]: until };
      return { ...touched, disclosures: [...thread.disclosures, { at, until, reason }], readers };
    }
    case 'ThreadDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

const withChanges = (last: LastAnswer | null, ids: readonly string[], decision: ChangeDecision | null): LastAnswer | null =>
  last && { ...last, changes: { ...last.changes, ...Object.fromEntries(ids.map((id) => [id, decision])) } };

/** One stream per thread. */
export const threadStream: Stream<ThreadCommand, Thread | null, ThreadEvent> = {
  category: 'thread',
  stateVersion: 3,
  events: threadEvents,
  decider: { initial: null, decide, evolve: evolveThread },
  versionOf: entityVersion,
};

export const threadStreamName = (threadId: string): string => streamName(threadStream.category, threadId);
