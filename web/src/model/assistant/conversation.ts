import { Store } from '@tanstack/react-store';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import { type ChatEvent, type ChatState, closedChat, isBusy, nextChatState, questionOf, temporaryQuestionId } from './chat-state.ts';
import { type ChatTransport, chatProblemOf, type Question, type Reply } from './chat-transport.ts';

export interface ConversationDeps {
  transport: ChatTransport;
  /** Stops the answer of a thread on the server. */
  stopAnswer: (threadId: string) => Promise<unknown>;
  /** Refetches the messages of a thread. */
  refresh: (threadId: string) => Promise<unknown>;
  /** Waits before a broken stream is resumed, given the number of the attempt. Resolves to false when it must not be resumed now. */
  mayReadOn: (time: number) => Promise<boolean>;
}

/** An answer that is being read. */
interface Reading {
  signal: AbortSignal;
  /** False once another thread or question has replaced this answer. */
  isCurrent: () => boolean;
}

/** Receives parts with the resulting state. */
export type PartsListener = (parts: readonly DataStreamPart[], state: ChatState) => void;

/** The open thread of this tab: its questions, and the streaming answer. */
export class Conversation {
  readonly store = new Store<ChatState>(closedChat);
  readonly #deps: ConversationDeps;
  readonly #listeners = new Set<PartsListener>();
  #reading: AbortController | null = null;
  /** A stop was requested before the thread id was known. */
  #isUnwanted = false;

  constructor(deps: ConversationDeps) {
    this.#deps = deps;
  }

  /** Returns the unsubscribe function. */
  onParts(listener: PartsListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get state(): ChatState {
    return this.store.state;
  }

  /** Opens another or a new thread. An answer of the previous thread continues on the server. */
  async open(threadId: string | null): Promise<void> {
    this.#leave();
    this.#happened({ type: 'opened', threadId });
    if (threadId) await this.resume();
  }

  /** Returns whether the question arrived. `replaces` is the id of the message that the question replaces, with all later messages. */
  async send(text: string, itineraryId: string | null, replaces: string | null = null): Promise<boolean> {
    const { threadId } = this.state;
    this.#happened({ type: 'submitted', question: questionOf(text, new Date().toISOString()), replaces });
    // A message without a server id cannot be replaced.
    const question: Question = { threadId, text, itineraryId, replaces: replaces === temporaryQuestionId ? null : replaces };
    const isTaken = await this.#read((signal) => this.#deps.transport.ask(question, signal));
    // The server refused the question, because another answer is running. That answer is shown.
    if (this.state.problem?.kind === 'running') void this.resume();
    return isTaken;
  }

  /** Continues the last answer. */
  async goOn(itineraryId: string | null): Promise<void> {
    const { threadId } = this.state;
    if (!threadId) return;
    this.#happened({ type: 'submitted', question: null, replaces: null });
    const isTaken = await this.#read((signal) => this.#deps.transport.goOn(threadId, itineraryId, signal));
    if (this.state.problem?.kind === 'running') void this.resume();
    // Another tab has continued the answer, so the current messages are read.
    else if (!isTaken) await this.#deps.refresh(threadId).catch(() => {});
  }

  /** Resumes an answer in progress. */
  async resume(): Promise<void> {
    const { threadId } = this.state;
    if (threadId) await this.#read((signal) => this.#deps.transport.resume(threadId, signal));
  }

  /** Stops the answer; its parts so far stay. */
  async stop(): Promise<void> {
    if (!isBusy(this.state)) return;
    const { threadId } = this.state;
    this.#isUnwanted = threadId === null;
    if (!threadId) return;
    this.#leave();
    this.#happened({ type: 'ended' });
    await this.#deps.stopAnswer(threadId).catch(() => {});
    await this.#settle(threadId, () => this.state.threadId === threadId && !isBusy(this.state));
  }

  /** Begins to read an answer, which is then shown in the background. Returns whether the server accepted the request. */
  async #read(begin: (signal: AbortSignal) => Promise<Reply>): Promise<boolean> {
    this.#leave();
    const reading = new AbortController();
    this.#reading = reading;
    const isCurrent = (): boolean => this.#reading === reading;
    let isTaken = false;
    try {
      const { threadId, parts } = await begin(reading.signal);
      if (!isCurrent()) return true;
      isTaken = true;
      this.#happened({ type: 'accepted', threadId });
      if (this.#isUnwanted) {
        await this.stop();
        return true;
      }
      void this.#follow(threadId, parts, { signal: reading.signal, isCurrent });
    } catch (error) {
      if (isCurrent()) this.#happened({ type: 'failed', problem: chatProblemOf(error) });
    }
    return isTaken;
  }

  /** Shows a streaming answer. A broken stream is resumed from the answer's first line, until the server refuses or the attempts are used up. */
  async #follow(threadId: string, parts: Reply['parts'], { signal, isCurrent }: Reading): Promise<void> {
    for (let [source, time] = [parts, 0]; ; time++) {
      try {
        await this.#show(source, isCurrent);
        break;
      } catch (error) {
        const problem = chatProblemOf(error);
        const isOfUse = isCurrent() && problem.kind === 'cut' && (await this.#deps.mayReadOn(time));
        if (!isCurrent()) return;
        if (!isOfUse) return this.#happened({ type: 'failed', problem });
        source = this.#again(threadId, signal);
      }
    }
    if (!isCurrent()) return;
    this.#happened({ type: 'ended' });
    if (this.state.answer || this.state.question) await this.#settle(threadId, isCurrent);
    else await this.#deps.refresh(threadId).catch(() => {});
  }

  async #show(parts: Reply['parts'], isCurrent: () => boolean): Promise<void> {
    let isFirst = true;
    let isEnded = false;
    for await (const some of parts) {
      if (!isCurrent()) return;
      this.#happened({ type: 'parts', parts: some, isFirst, at: new Date().toISOString() });
      for (const listener of this.#listeners) listener(some, this.state);
      isFirst = false;
      isEnded ||= some.some(({ type }) => type === 'finish_message' || type === 'error');
    }
    // A proxy may end a stream cleanly between two lines. Without any part there was no answer to read.
    if (!isFirst && !isEnded) throw new Error('The answer ended early');
  }

  async *#again(threadId: string, signal: AbortSignal): AsyncGenerator<readonly DataStreamPart[], void, undefined> {
    yield* (await this.#deps.transport.resume(threadId, signal)).parts;
  }

  /** The stored messages are final; until they have loaded, the streamed messages are shown. */
  async #settle(threadId: string, isCurrent: () => boolean): Promise<void> {
    try {
      await this.#deps.refresh(threadId);
      if (isCurrent()) this.#happened({ type: 'settled' });
    } catch {
      // A failed refresh keeps the streamed content.
    }
  }

  #leave(): void {
    this.#reading?.abort();
    this.#reading = null;
    this.#isUnwanted = false;
  }

  #happened(event: ChatEvent): void {
    this.store.setState((state) => nextChatState(state, event));
  }
}
