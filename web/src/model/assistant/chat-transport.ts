import { withReachability } from '@waystory/client/connection.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import { readParts } from '@waystory/proto/assistant/light-stream.ts';
import type { ChatProblem } from './chat-state.ts';

export interface Question {
  /** Null for a new thread. */
  threadId: string | null;
  text: string;
  /** Itinerary of the open page. */
  itineraryId: string | null;
  /** Id of the message that the question replaces, with all later messages. */
  replaces: string | null;
}

/** A started answer. */
export interface Reply {
  threadId: string;
  /** Batches of parts that arrived together. */
  parts: AsyncIterable<readonly DataStreamPart[]>;
}

/** Connection to the assistant. */
export interface ChatTransport {
  ask: (question: Question, signal: AbortSignal) => Promise<Reply>;
  /** Continues the last answer of a thread. */
  goOn: (threadId: string, itineraryId: string | null, signal: AbortSignal) => Promise<Reply>;
  /** Reads an answer in progress from its first line; no parts without one. */
  resume: (threadId: string, signal: AbortSignal) => Promise<Reply>;
}

/** A refusal by the server, with its message (spec 8). */
export class ChatRefused extends Error {
  readonly status: number;
  /** Problem code, for example `chat/turn-running`. */
  readonly code: string | null;
  constructor(status: number, code: string | null, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Problem of a failed request. A network error is `cut`, because the answer continues on the server. */
export function chatProblemOf(error: unknown): ChatProblem {
  if (!(error instanceof ChatRefused)) {
    const isUnauthorized = error instanceof Error && /Unauthorized|401/.test(error.message);
    return { kind: isUnauthorized ? 'signed-out' : 'cut' };
  }
  const { status, code, message } = error;
  if (status === 401 || /Unauthorized|401/.test(message)) return { kind: 'signed-out' };
  if (status === 402) return { kind: 'no-credits' };
  if (status === 409 && code === 'chat/turn-running') return { kind: 'running' };
  if (status === 404 && code === 'chat/unknown') return { kind: 'unknown-thread' };
  return { kind: 'failed', code, message };
}

/** HTTP transport to `/api/chat` (spec 7). */
export function chatTransport(token: () => Promise<string | null> = () => auth.token(), send: typeof fetch = fetch): ChatTransport {
  const call = async (path: string, init: RequestInit): Promise<Reply> => {
    const bearer = await token();
    // A content type requires a body.
    const headers = { ...(init.body && { 'content-type': 'application/json' }), ...(bearer && { authorization: `Bearer ${bearer}` }) };
    const response = await withReachability(send)(`/api/chat${path}`, { ...init, headers });
    if (!response.ok) throw await refusalOf(response);
    if (!response.body) throw new ChatRefused(response.status, null, 'The response body is empty.');
    return { threadId: response.headers.get('x-thread-id') ?? '', parts: readParts(chunksOf(response.body)) };
  };
  return {
    ask: ({ threadId, text, itineraryId, replaces }, signal) =>
      call(`${threadId ? `/${threadId}` : ''}${about(itineraryId)}`, {
        method: 'POST',
        body: JSON.stringify({ messages: [{ role: 'user', content: text }], ...(threadId && { threadId }), ...(replaces && { replaces }) }),
        signal,
      }),
    goOn: (threadId, itineraryId, signal) => call(`/${threadId}/continuation${about(itineraryId)}`, { method: 'POST', signal }),
    resume: (threadId, signal) => call(`?chatId=${threadId}`, { method: 'GET', signal }),
  };
}

const about = (itineraryId: string | null): string => (itineraryId ? `?itineraryId=${itineraryId}` : '');

async function refusalOf(response: Response): Promise<ChatRefused> {
  const text = await response.text().catch(() => '');
  const problem = parsed(text);
  return new ChatRefused(response.status, problem.code ?? null, problem.detail || text || 'Failed to fetch the chat response.');
}

function parsed(text: string): { code?: string; detail?: string } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Not every browser supports async iteration over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}
