import { blankAnswer, messageBuilderFor } from '@waystory/proto/assistant/answer-parts.ts';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';

/** Status of a conversation (spec 4). */
export type ChatStatus = 'ready' | 'submitted' | 'streaming' | 'error';

/**
 * Reason of a missing or incomplete answer. `running`: another answer is still streaming. `cut`: the answer continues on the server. `failed` has the
 * server's message, if any.
 */
export type ChatProblem =
  | { kind: 'signed-out' | 'no-credits' | 'running' | 'cut' | 'unknown-thread' }
  | { kind: 'failed'; code: string | null; message: string | null };

/** State of a thread beyond its stored messages: the last question and the partial answer. */
export interface ChatState {
  status: ChatStatus;
  /** Null before the first question of a new thread has arrived. */
  threadId: string | null;
  question: ChatMessage | null;
  answer: ChatMessage | null;
  /** Id of the message that the question replaces, with all later messages. */
  replaces: string | null;
  problem: ChatProblem | null;
}

export type ChatEvent =
  | { type: 'opened'; threadId: string | null }
  /** Without a question, the previous answer is continued. */
  | { type: 'submitted'; question: ChatMessage | null; replaces: string | null }
  | { type: 'accepted'; threadId: string }
  /** `isFirst`: the parts start a stream, at the first line of its answer. */
  | { type: 'parts'; parts: readonly DataStreamPart[]; isFirst: boolean; at: string }
  | { type: 'ended' }
  | { type: 'failed'; problem: ChatProblem }
  /** The stored messages now include the answer. */
  | { type: 'settled' };

export const closedChat: ChatState = { status: 'ready', threadId: null, question: null, answer: null, replaces: null, problem: null };

// The server of the same release sends the names of existing tools only.
const withPart = messageBuilderFor((_name): _name is ToolName => true);

const isBusyIn = (status: ChatStatus): boolean => status === 'submitted' || status === 'streaming';

/** The server is answering, so no question can be sent. */
export const isBusy = ({ status }: Pick<ChatState, 'status'>): boolean => isBusyIn(status);

/** True in a state that becomes ready when the stream ends: while busy, or with the problem `cut` or `running`. */
const isPassing = ({ status, problem }: ChatState): boolean => isBusyIn(status) || problem?.kind === 'cut' || problem?.kind === 'running';

/** Next state after an event. */
export function nextChatState(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'opened':
      return { ...closedChat, threadId: event.threadId };
    case 'submitted':
      return { ...state, status: 'submitted', question: event.question, replaces: event.replaces, answer: null, problem: null };
    case 'accepted':
      return { ...state, threadId: event.threadId };
    case 'parts':
      return withParts(state, event);
    case 'ended':
      return isPassing(state) ? { ...state, status: 'ready', problem: null } : state;
    case 'failed':
      return failed(state, event.problem);
    case 'settled':
      return { ...state, question: null, answer: null, replaces: null };
    default:
      return event satisfies never;
  }
}

function withParts(state: ChatState, { parts, isFirst, at }: Extract<ChatEvent, { type: 'parts' }>): ChatState {
  let answer = isFirst ? null : state.answer;
  let problem: ChatProblem | null = state.problem?.kind === 'running' ? state.problem : null;
  for (const part of parts) {
    const id = part.type === 'start_step' ? part.value.messageId : (answer?.id ?? '');
    answer = withPart(answer ?? blankAnswer(id, at), part);
    if (part.type === 'error') problem = { kind: 'failed', code: part.value, message: null };
  }
  return { ...state, status: problem?.kind === 'failed' ? 'error' : 'streaming', answer, problem };
}

/** State after a failure. A question that did not arrive is dropped; a partial answer stays. */
function failed(state: ChatState, problem: ChatProblem): ChatState {
  const isHere = problem.kind === 'cut' || state.answer !== null;
  return { ...state, status: 'error', problem, ...(!isHere && { question: null, replaces: null }) };
}

/** All messages of the thread: stored messages, and newer messages from the state. */
export function messagesWith(
  all: readonly ChatMessage[],
  { question, answer, replaces }: Pick<ChatState, 'question' | 'answer' | 'replaces'>,
): ChatMessage[] {
  const from = replaces === null ? -1 : all.findIndex(({ id }) => id === replaces);
  const known = from < 0 ? all : all.slice(0, from);
  if (answer && known.some(({ id }) => id === answer.id)) return known.map((one) => (one.id === answer.id ? answer : one));
  const last = known.at(-1);
  // Stored messages include the last question, but not the answer in progress.
  const isKnown = last?.role === 'user' && last.content === question?.content.trim();
  return [...known, ...(question && !isKnown ? [question] : []), ...(answer ? [answer] : [])];
}

/** Temporary id of a question without a server id. */
export const temporaryQuestionId = 'question';

/** A question without a server id. */
export const questionOf = (text: string, createdAt: string): ChatMessage => ({
  ...blankAnswer(temporaryQuestionId, createdAt),
  role: 'user',
  content: text,
  parts: [{ type: 'text', text }],
});
