import { blankAnswer, partsOn } from '@waystory/proto/assistant/answer-parts.ts';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';

/** spec 4 */
export type ChatStatus = 'ready' | 'submitted' | 'streaming' | 'error';

/**
 * Why there is no answer, or no more of it. `running`: another is still being written. `cut`: it goes on, out of sight. `failed` has what the
 * server said, where it said something.
 */
export type ChatProblem =
  | { kind: 'signed-out' | 'no-credits' | 'running' | 'cut' | 'unknown-thread' }
  | { kind: 'failed'; code: string | null; message: string | null };

/** State of a thread beside its stored messages: the last question and the answer so far. */
export interface ChatState {
  status: ChatStatus;
  /** Null before the first question of a new thread has arrived. */
  threadId: string | null;
  question: ChatMessage | null;
  answer: ChatMessage | null;
  /** The message of the thread that the question stands for, with all after it. */
  replaces: string | null;
  problem: ChatProblem | null;
}

export type ChatEvent =
  | { type: 'opened'; threadId: string | null }
  /** Without a question: the answer before is gone on with. */
  | { type: 'submitted'; question: ChatMessage | null; replaces: string | null }
  | { type: 'accepted'; threadId: string }
  /** `isFirst`: the stream begins with them, from the first line of its answer on. */
  | { type: 'parts'; parts: readonly DataStreamPart[]; isFirst: boolean; at: string }
  | { type: 'ended' }
  | { type: 'failed'; problem: ChatProblem }
  /** The messages of the server have caught up. */
  | { type: 'settled' };

export const closedChat: ChatState = { status: 'ready', threadId: null, question: null, answer: null, replaces: null, problem: null };

// The server of the same release names none that is not there.
const withPart = partsOn((_name): _name is ToolName => true);

const isBusyIn = (status: ChatStatus): boolean => status === 'submitted' || status === 'streaming';

/** The server is answering: nothing else can be asked. */
export const isBusy = ({ status }: Pick<ChatState, 'status'>): boolean => isBusyIn(status);

/** Problems that a completed answer resolves. */
const isPassing = ({ status, problem }: ChatState): boolean => isBusyIn(status) || problem?.kind === 'cut' || problem?.kind === 'running';

/** The state after something happened. */
export function nextChat(state: ChatState, event: ChatEvent): ChatState {
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

/** A question that did not arrive is no message; a partial answer stays. */
function failed(state: ChatState, problem: ChatProblem): ChatState {
  const isHere = problem.kind === 'cut' || state.answer !== null;
  return { ...state, status: 'error', problem, ...(!isHere && { question: null, replaces: null }) };
}

/** All messages of the thread: those of the server, and what is newer here. */
export function messagesWith(
  all: readonly ChatMessage[],
  { question, answer, replaces }: Pick<ChatState, 'question' | 'answer' | 'replaces'>,
): ChatMessage[] {
  const from = replaces === null ? -1 : all.findIndex(({ id }) => id === replaces);
  const known = from < 0 ? all : all.slice(0, from);
  if (answer && known.some(({ id }) => id === answer.id)) return known.map((one) => (one.id === answer.id ? answer : one));
  const last = known.at(-1);
  // The server leaves the answer that it is writing out, but not what it answers.
  const isKnown = last?.role === 'user' && last.content === question?.content.trim();
  return [...known, ...(question && !isKnown ? [question] : []), ...(answer ? [answer] : [])];
}

/** Stands for the id of a question that the server has not given one yet. */
export const unsettledId = 'question';

/** A question before the server has given it an id. */
export const questionOf = (text: string, createdAt: string): ChatMessage => ({
  ...blankAnswer(unsettledId, createdAt),
  role: 'user',
  content: text,
  parts: [{ type: 'text', text }],
});
