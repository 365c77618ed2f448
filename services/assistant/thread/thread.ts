import { type EventContext, entityVersion, type Stream, streamId, streamName } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type AnswerOutcome, type ChangeDecision, type Disclosure, type ThreadEvent, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { type DisclosureRequest, disclosureEvent, idleThread, ownThread } from './thread-access.ts';

/** A running answer. */
interface RunningAnswer {
  messageId: string;
  /** True once content was stored. */
  isBegun: boolean;
  /** Time of the writer's last event (begin, write or heartbeat), ISO 8601 UTC. */
  heldAt: string;
}

/** Outcome of the last answer with its proposed changes; a decision is null while pending. */
interface LastAnswer {
  messageId: string;
  outcome: AnswerOutcome;
  changes: Readonly<Record<string, ChangeDecision | null>>;
  /** Tool call ids of the changes with a recorded result. */
  carriedOut: readonly string[];
}

/** State of an answer's reversal. */
interface Reversed {
  /** Number of reversals and reapplications. */
  number: number;
  reversed: boolean;
  /** Causes of the last reversal or reapplication that changed anything. */
  causes: readonly string[];
}

export interface Thread {
  id: string;
  accountId: string;
  itineraryId: string | null;
  title: string | null;
  running: RunningAnswer | null;
  last: LastAnswer | null;
  /** Ids of the author's messages that were not replaced, in order. */
  questionIds: readonly string[];
  /** By answer id. */
  reversals: Readonly<Record<string, Reversed>>;
  disclosures: readonly Disclosure[];
  /** End of each administrator's access by account id, ISO 8601 UTC. */
  readers: Readonly<Record<string, string>>;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type ThreadCommand =
  /**
   * Sends a message and begins its answer; the first message starts the thread. `replaces` is the id of a message of the author, which is replaced
   * together with everything after it.
   */
  | { type: 'SendMessage'; messageId: string; answerId: string; text: string; replaces: string | null; itineraryId: string | null; actor: Principal }
  /** Answers the last message again after an incomplete answer or decided changes. */
  | { type: 'GoOn'; answerId: string; itineraryId: string | null; actor: Principal }
  | { type: 'WriteAnswer'; messageId: string; lines: string }
  | { type: 'HoldAnswer'; messageId: string }
  /** `changes` are proposed calls; an incomplete answer has none. */
  | { type: 'EndAnswer'; messageId: string; outcome: AnswerOutcome; code: string | null; changes: readonly string[] }
  | { type: 'DecideChanges'; toolCallIds: readonly string[]; decision: ChangeDecision; actor: Principal }
  /** Records the result of an allowed change as JSON; no event in a deleted thread. */
  | { type: 'RecordChange'; messageId: string; toolCallId: string; result: string }
  | { type: 'StopAnswer'; actor: Principal }
  /** Ends an answer whose last heartbeat is older than `silentSince`, ISO 8601 UTC. */
  | { type: 'InterruptAnswer'; messageId: string; silentSince: string }
  /** Records a reversal or reapplication; no event when it is recorded already, or in a deleted thread. */
  | { type: 'RecordReversal'; messageId: string; number: number; reversed: boolean; causes: string[]; outcome: string }
  | { type: 'TitleThread'; title: string | null; actor: Principal }
  /** Links the thread to an itinerary, unless it has one. */
  | { type: 'LinkThread'; itineraryId: string }
  | ({ type: 'DiscloseThread' } & DisclosureRequest)
  | { type: 'DeleteThread'; actor: Principal }
  /** Erasure after the owner's account is deleted; no event when the thread is gone. */
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
      // An answer that was stopped or interrupted has ended already.
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
      return [disclosureEvent(command, thread)];
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

/** Decides the undecided changes among the given ids. A repeated decision changes nothing; a different decision is rejected. */
function decideChanges({ toolCallIds, decision }: Extract<ThreadCommand, { type: 'DecideChanges' }>, { last }: Thread): ThreadEvent[] {
  const changes = new Map(Object.entries(last?.changes ?? {}));
  if (!last || !toolCallIds.every((id) => changes.has(id))) throw new Rejected('chat/change-unknown');
  const isOpen = (id: string): boolean => changes.get(id) === null;
  if (toolCallIds.some((id) => !isOpen(id) && changes.get(id) !== decision)) throw new Rejected('chat/decision-taken');
  const open = [...new Set(toolCallIds)].filter(isOpen);
  return open.length === 0 ? [] : [{ type: 'ChangesDecided', data: { messageId: last.messageId, toolCallIds: open, decision } }];
}

/** A finished answer continues only when it proposed changes and all are decided. Their results are new to the model. */
function mustGoOn({ last }: Thread): void {
  const decisions = Object.values(last?.changes ?? {});
  const isDecided = decisions.length > 0 && !decisions.includes(null);
  if (!last || (last.outcome === 'FINISHED' && !isDecided)) throw new Rejected('chat/nothing-to-go-on-with');
}

const longestTitle = 60;

/** Default title: the first line, cut between words. */
function titleFrom(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const title = line.replaceAll(/\s+/g, ' ').trim();
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle).replace(/\s+\S*$/, '')}…`;
}

/**
 * Returns the thread while this answer is running.
 * @throws Rejected `chat/answer-over`.
 */
function answering(thread: Thread | null, messageId: string): Thread {
  if (thread?.running?.messageId !== messageId) throw new Rejected('chat/answer-over');
  return thread;
}

/** Initial values of the thread fields that lists do not show. */
export const initialUnlistedState: Pick<Thread, 'running' | 'last' | 'questionIds' | 'reversals' | 'readers'> = {
  running: null,
  last: null,
  questionIds: [],
  reversals: {},
  readers: {},
};

/** State of a thread; null after its deletion. */
export function evolveThread(thread: Thread | null, event: ThreadEvent & EventContext): Thread | null {
  const { version, at } = event;
  if (event.type === 'ThreadBegun') {
    const { accountId, itineraryId } = event.data;
    return {
      id: streamId(event.stream),
      accountId,
      itineraryId,
      title: null,
      disclosures: [],
      ...initialUnlistedState,
      version,
      createdAt: at,
      updatedAt: at,
    };
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
      // A reversal that restored nothing keeps the earlier causes.
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

export const threadStream: Stream<ThreadCommand, Thread | null, ThreadEvent> = {
  category: 'thread',
  stateVersion: 3,
  events: threadEvents,
  decider: { initial: null, decide, evolve: evolveThread },
  versionOf: entityVersion,
};

export const threadStreamName = (threadId: string): string => streamName(threadStream.category, threadId);
