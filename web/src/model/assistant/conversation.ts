import { Store } from '@tanstack/react-store';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import { type ChatEvent, type ChatState, closedChat, isBusy, nextChat, questionOf, unsettledId } from './chat-state.ts';
import { type ChatTransport, problemOf, type Question, type Reply } from './chat-transport.ts';

export interface ConversationDeps {
  transport: ChatTransport;
  /** Ends the answer of a thread at the server. */
  stopAnswer: (threadId: string) => Promise<unknown>;
  /** Asks for the messages of a thread anew. */
  refresh: (threadId: string) => Promise<unknown>;
  /** Waits before a broken stream is resumed, given the number of the attempt; false means not now. */
  mayReadOn: (time: number) => Promise<boolean>;
}

/** An answer that is being read. */
interface Reading {
  signal: AbortSignal;
  /** Nobody has turned to something else. */
  isCurrent: () => boolean;
}

/** Told of parts as they come, with the state that they led to. */
export type PartsListener = (parts: readonly DataStreamPart[], state: ChatState) => void;

/** The thread that is open in this tab: what is asked in it, and the answer while it comes. */
export class Conversation {
  readonly store = new Store<ChatState>(closedChat);
  readonly #deps: ConversationDeps;
  readonly #listeners = new Set<PartsListener>();
  #reading: AbortController | null = null;
  /** Somebody wants the answer stopped whose thread is not known yet. */
  #isUnwanted = false;

  constructor(deps: ConversationDeps) {
    this.#deps = deps;
  }

  /** Answers how to listen no more. */
  onParts(listener: PartsListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get state(): ChatState {
    return this.store.state;
  }

  /** Goes to another thread, or to a new one. What is answered in the one before goes on at the server. */
  async open(threadId: string | null): Promise<void> {
    this.#leave();
    this.#happened({ type: 'opened', threadId });
    if (threadId) await this.resume();
  }

  /** Answers whether the question arrived. `replaces` is the message that it stands for from now on, with all after it. */
  async send(text: string, itineraryId: string | null, replaces: string | null = null): Promise<boolean> {
    const { threadId } = this.state;
    this.#happened({ type: 'submitted', question: questionOf(text, new Date().toISOString()), replaces });
    // A message that the server does not know cannot be replaced.
    const question: Question = { threadId, text, itineraryId, replaces: replaces === unsettledId ? null : replaces };
    const isTaken = await this.#read((signal) => this.#deps.transport.ask(question, signal));
    // The answer under way is shown here as well, and this question follows it.
    if (this.state.problem?.kind === 'running') void this.resume();
    return isTaken;
  }

  /** Has the last answer gone on with. */
  async goOn(itineraryId: string | null): Promise<void> {
    const { threadId } = this.state;
    if (!threadId) return;
    this.#happened({ type: 'submitted', question: null, replaces: null });
    const isTaken = await this.#read((signal) => this.#deps.transport.goOn(threadId, itineraryId, signal));
    if (this.state.problem?.kind === 'running') void this.resume();
    // Somebody else has gone on with it; what there is now is shown.
    else if (!isTaken) await this.#deps.refresh(threadId).catch(() => {});
  }

  /** Reads on where an answer is being written. */
  async resume(): Promise<void> {
    const { threadId } = this.state;
    if (threadId) await this.#read((signal) => this.#deps.transport.resume(threadId, signal));
  }

  /** Stops the answer; what there is of it stays. */
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

  /** Reads an answer to its end; answers whether the server gave one. */
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
      if (isCurrent()) this.#happened({ type: 'failed', problem: problemOf(error) });
    }
    return isTaken;
  }

  /** Shows an answer as it comes. One whose stream breaks off is read on by itself, from its first line, as long as that is of use. */
  async #follow(threadId: string, parts: Reply['parts'], { signal, isCurrent }: Reading): Promise<void> {
    for (let [source, time] = [parts, 0]; ; time++) {
      try {
        await this.#show(source, isCurrent);
        break;
      } catch (error) {
        const problem = problemOf(error);
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
    // A proxy may end a stream between two lines as if it were whole. Without any part there was no answer to read.
    if (!isFirst && !isEnded) throw new Error('The answer ended early');
  }

  async *#again(threadId: string, signal: AbortSignal): AsyncGenerator<readonly DataStreamPart[], void, undefined> {
    yield* (await this.#deps.transport.resume(threadId, signal)).parts;
  }

  /** The server has the messages as they stay; until they are here, those of the stream are shown. */
  async #settle(threadId: string, isCurrent: () => boolean): Promise<void> {
    try {
      await this.#deps.refresh(threadId);
      if (isCurrent()) this.#happened({ type: 'settled' });
    } catch {
      // Content of the stream stays in view.
    }
  }

  #leave(): void {
    this.#reading?.abort();
    this.#reading = null;
    this.#isUnwanted = false;
  }

  #happened(event: ChatEvent): void {
    this.store.setState((state) => nextChat(state, event));
  }
}
