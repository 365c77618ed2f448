import { Store } from '@tanstack/react-store';
import { type Attempt, type Draft, type DraftStore, freshAttempt } from './draft-store.ts';
import { retryAfterBackOff, writeFailureOf } from './failure.ts';
import type { FieldProblem } from './field-problem.ts';
import { fieldsIn, isUnsaved, nextSaveState, type SaveEvent, type SaveState, savedState } from './save-state.ts';
import { type Edits, editedFields, onlyFields, type Versioned } from './versions.ts';

/** Debounce of autosave, milliseconds. */
export const savePause = 800;

/** Edits to send, with the state of earlier attempts. */
export interface Sending<F extends object> {
  edits: Edits<F>;
  base: Versioned<F>;
  attempt: Attempt;
  /** Stores an attempt before it is sent, so that the next attempt can read it, even after a reload. */
  keep: (attempt: Attempt) => void;
}

export interface SaverPorts<F extends object> {
  /** Draft name of the entity, for example `day.<id>`. */
  entity: string;
  drafts: DraftStore;
  /** Saves after a pause in typing, or on request. */
  mode: 'autosave' | 'button';
  /** Problems by field. Fields with a problem are stored but not sent. */
  problemsOf?(edits: Edits<F>): FieldProblems<F>;
  /** Edits of a draft, possibly from another release; null when unreadable. */
  readEdits?(edits: Record<string, unknown>): Edits<F> | null;
  /** @throws ResponseError or FetchError */
  send(sending: Sending<F>): Promise<Versioned<F>>;
  load(): Promise<Versioned<F>>;
}

export type FieldProblems<F extends object> = { [K in keyof F]?: FieldProblem };

export interface SaverSnapshot<F extends object> {
  state: SaveState<F>;
  fields: F;
  problems: FieldProblems<F>;
  /** Fields restored from an earlier visit's draft. */
  restored: (keyof F)[];
}

/** Saves the text of one entity, and stores it in the browser until acknowledged. */
export class EntitySaver<F extends object> {
  readonly store: Store<SaverSnapshot<F>>;
  readonly #savedListeners = new Set<() => void>();
  #ports: SaverPorts<F>;
  #state: SaveState<F>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cancelRetry: (() => void) | undefined;
  #saving: Promise<void> | null = null;
  #restored: (keyof F)[];
  #serverFields: F;
  /** True once a save is requested; always true with autosave. */
  #isWanted: boolean;
  #attempt: Attempt;

  constructor(server: Versioned<F>, ports: SaverPorts<F>) {
    const draft = ports.drafts.read(ports.entity);
    this.#ports = ports;
    this.#serverFields = server.fields;
    this.#state = restoredState(server, draft, ports);
    this.#restored = editedFields(this.#state.edits);
    this.#isWanted = ports.mode === 'autosave' || draft?.isPressed === true;
    this.#attempt = draft?.attempt ?? freshAttempt();
    this.store = new Store(this.#look());
    if (ports.mode === 'autosave') this.open();
  }

  get mode(): SaverPorts<F>['mode'] {
    return this.#ports.mode;
  }

  get isUnsaved(): boolean {
    return isUnsaved(this.#state);
  }

  /** Calls the listener whenever all requested saves are done. Returns the unsubscribe function. */
  whenSaved(listener: () => void): () => void {
    this.#savedListeners.add(listener);
    return () => void this.#savedListeners.delete(listener);
  }

  edit(edits: Edits<F>): void {
    if (this.#ports.mode === 'button') {
      // Further typing requires a new request to save.
      this.#isWanted = false;
      this.#stopWaiting();
    }
    this.#take({ type: 'edited', edits });
    this.#later();
  }

  /** Receives the server's state from a read. */
  receive(server: Versioned<F>): void {
    this.#take({ type: 'received', server });
  }

  /** Saves now on request, with retries until it succeeds or the writer continues to type. */
  async save(): Promise<void> {
    this.#isWanted = true;
    await this.flush();
  }

  /** Saves all valid fields now, after the request in flight. */
  async flush(): Promise<void> {
    this.#stopWaiting();
    while (this.#saving) await this.#saving;
    const { phase, edits, base } = this.#state;
    if (phase === 'conflict') return;
    const problems = this.#problemsOf(edits);
    const fields = editedFields(edits).filter((field) => problems[field] === undefined);
    if (fields.length === 0) return;
    this.#take({ type: 'sent', fields });
    this.#saving = this.#send(onlyFields(edits, fields), base).finally(() => {
      this.#saving = null;
    });
    await this.#saving;
    if (this.#state.phase === 'waiting' && this.#canSend()) this.#later(this.#state.failures === 0 ? undefined : 0);
  }

  resolve(keep: readonly (keyof F)[]): void {
    this.#take({ type: 'resolved', keep });
    // A resolved conflict is saved at once.
    void (this.isUnsaved ? this.save() : this.#done());
  }

  /** Drops all edits. */
  discard(): void {
    this.#stopWaiting();
    this.#restored = [];
    this.#attempt = freshAttempt();
    this.#take({ type: 'discarded' });
  }

  /** Called when a page shows the entity: saves a restored draft with autosave or if a save was requested. */
  open(): void {
    if (this.#restored.length > 0) this.#later();
  }

  /** Called when no page shows the entity: cancels timers. Edits stay in the drafts. */
  close(): void {
    this.#stopWaiting();
  }

  /** Resets restored fields to the server's values, even when they are already saved. */
  discardRestored(): void {
    const back: Edits<F> = {};
    for (const field of this.#restored) back[field] = this.#serverFields[field];
    this.acceptRestored();
    this.edit(back);
    void this.flush();
  }

  /** Called when the writer has seen the restored text. */
  acceptRestored(): void {
    this.#restored = [];
    this.#publish();
  }

  #problemsOf = (edits: Edits<F>): FieldProblems<F> => this.#ports.problemsOf?.(edits) ?? {};

  #canSend(): boolean {
    const problems = this.#problemsOf(this.#state.edits);
    return editedFields(this.#state.edits).some((field) => problems[field] === undefined);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#cancelRetry?.();
  }

  #later(pause = this.#ports.mode === 'autosave' ? savePause : 0): void {
    clearTimeout(this.#timer);
    const { phase } = this.#state;
    if (this.#isWanted && (phase === 'waiting' || phase === 'signed-out')) this.#timer = setTimeout(() => void this.flush(), pause);
  }

  async #send(edits: Edits<F>, base: Versioned<F>): Promise<void> {
    const keep = (attempt: Attempt): void => {
      this.#attempt = attempt;
      this.#keep();
    };
    try {
      const server = await this.#ports.send({ edits, base, attempt: this.#attempt, keep });
      this.#attempt = freshAttempt();
      this.#take({ type: 'acknowledged', server });
      if (!this.isUnsaved) this.#done();
    } catch (error) {
      await this.#failed(error);
    }
  }

  #done(): void {
    this.#isWanted = this.#ports.mode === 'autosave';
    this.#restored = this.#ports.mode === 'autosave' ? this.#restored : [];
    for (const listener of this.#savedListeners) listener();
  }

  async #failed(error: unknown): Promise<void> {
    const failure = writeFailureOf(error);
    if (failure.type !== 'stale') this.#take(failure);
    else {
      try {
        this.#take({ type: 'stale', server: await this.#ports.load() });
        if (this.#state.phase === 'waiting') this.#later(0);
      } catch (loading) {
        const second = writeFailureOf(loading);
        this.#take(second.type === 'stale' ? { type: 'unreachable' } : second);
      }
    }
    if (this.#state.phase === 'retrying' && this.#isWanted) this.#cancelRetry = retryAfterBackOff(this.#state.failures, () => void this.flush());
  }

  #take(event: SaveEvent<F>): void {
    const next = nextSaveState(this.#state, event);
    // Most received versions change nothing.
    if (next === this.#state) return;
    this.#state = next;
    this.#keep();
    this.#publish();
  }

  #keep(): void {
    const { edits, base } = this.#state;
    const { drafts, entity, mode } = this.#ports;
    if (!this.isUnsaved) {
      drafts.remove(entity);
      return;
    }
    const before = Object.fromEntries(editedFields(edits).map((field) => [field, base.fields[field]]));
    const pressed = mode === 'button' && { isPressed: this.#isWanted, attempt: this.#attempt };
    drafts.write(entity, { edits, base: before, version: base.version, at: new Date().toISOString(), ...pressed });
  }

  #publish(): void {
    this.store.setState(() => this.#look());
  }

  #look(): SaverSnapshot<F> {
    return { state: this.#state, fields: fieldsIn(this.#state), problems: this.#problemsOf(this.#state.edits), restored: this.#restored };
  }
}

/** The server's fields with the unsaved edits of an earlier visit, at the version that the edits are based on. */
function restoredState<F extends object>(server: Versioned<F>, draft: Draft | null, { readEdits }: SaverPorts<F>): SaveState<F> {
  const ownFields = (values: Record<string, unknown>): Edits<F> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => field in server.fields)) as Edits<F>; // as: written by #keep, validated before sending
  const edits = draft && (readEdits ? readEdits(draft.edits) : ownFields(draft.edits));
  if (!draft || !edits) return savedState(server);
  const base = { fields: { ...server.fields, ...ownFields(draft.base) }, version: Math.min(draft.version, server.version) };
  const typed = nextSaveState(savedState<F>(base), { type: 'edited', edits });
  return nextSaveState(typed, { type: 'received', server });
}
