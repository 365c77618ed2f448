import { Store } from '@tanstack/react-store';
import { whenWorthRetrying } from './back-off.ts';
import { type Attempt, type Draft, type DraftStore, freshAttempt } from './draft-store.ts';
import { failureOf } from './failure.ts';
import type { FieldProblem } from './field-problem.ts';
import { fieldsIn, isUnsaved, nextSaveState, type SaveEvent, type SaveState, savedState } from './save-state.ts';
import { type Edits, editedFields, onlyFields, type Versioned } from './versions.ts';

/** Pause in the typing after which it is saved, milliseconds. */
export const savePause = 800;

/** Edits on their way to the server, with the state of earlier attempts. */
export interface Sending<F extends object> {
  edits: Edits<F>;
  base: Versioned<F>;
  attempt: Attempt;
  /** Stores an attempt before it is made, so that the next one knows of it, also after a reload. */
  keep: (attempt: Attempt) => void;
}

export interface SaverPorts<F extends object> {
  /** Name of the entity among the drafts, for example `day.<id>`. */
  entity: string;
  drafts: DraftStore;
  /** Saves whenever the typing pauses, or when the writer asks for it. */
  mode: 'autosave' | 'button';
  /** Problems by field. Fields with a problem are kept and not sent. */
  problemsOf?(edits: Edits<F>): FieldProblems<F>;
  /** Edits of a draft, which another release may have written; null for unreadable ones. */
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
  /** Fields that an earlier visit typed and this one found again. */
  restored: (keyof F)[];
}

/** Takes the text of one entity to the server and keeps it in the browser until it is acknowledged. */
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
  /** The writer has asked for it; always so when it saves itself. */
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

  /** Calls the listener whenever everything is saved that the writer asked for. Answers how to unsubscribe. */
  whenSaved(listener: () => void): () => void {
    this.#savedListeners.add(listener);
    return () => void this.#savedListeners.delete(listener);
  }

  edit(edits: Edits<F>): void {
    if (this.#ports.mode === 'button') {
      // A writer who goes on writing has to ask again.
      this.#isWanted = false;
      this.#stopWaiting();
    }
    this.#take({ type: 'edited', edits });
    this.#later();
  }

  /** A read brought what the server has now. */
  receive(server: Versioned<F>): void {
    this.#take({ type: 'received', server });
  }

  /** The writer asks for it: saves now, and again until it is there or the writing goes on. */
  async save(): Promise<void> {
    this.#isWanted = true;
    await this.flush();
  }

  /** Saves all valid fields now, after the attempt that is on its way. */
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
    // A decision is saved at once.
    void (this.isUnsaved ? this.save() : this.#done());
  }

  /** Drops all edits. */
  discard(): void {
    this.#stopWaiting();
    this.#restored = [];
    this.#attempt = freshAttempt();
    this.#take({ type: 'discarded' });
  }

  /** A page shows the entity: a restored draft is saved, if the mode or the writer asks for it. */
  open(): void {
    if (this.#restored.length > 0) this.#later();
  }

  /** No page shows the entity: cancels timers. Edits stay among the drafts. */
  close(): void {
    this.#stopWaiting();
  }

  /** Puts restored fields back to the values of the server, also when they are saved by now. */
  discardRestored(): void {
    const back: Edits<F> = {};
    for (const field of this.#restored) back[field] = this.#serverFields[field];
    this.acceptRestored();
    this.edit(back);
    void this.flush();
  }

  /** The writer has seen the restored text. */
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
    const failure = failureOf(error);
    if (failure.type !== 'stale') this.#take(failure);
    else {
      try {
        this.#take({ type: 'stale', server: await this.#ports.load() });
        if (this.#state.phase === 'waiting') this.#later(0);
      } catch (loading) {
        const second = failureOf(loading);
        this.#take(second.type === 'stale' ? { type: 'unreachable' } : second);
      }
    }
    if (this.#state.phase === 'retrying' && this.#isWanted) this.#cancelRetry = whenWorthRetrying(this.#state.failures, () => void this.flush());
  }

  #take(event: SaveEvent<F>): void {
    const next = nextSaveState(this.#state, event);
    // Most received versions are known already.
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

/** The server's fields with what an earlier visit could not save on top, as of the version that it was typed on. */
function restoredState<F extends object>(server: Versioned<F>, draft: Draft | null, { readEdits }: SaverPorts<F>): SaveState<F> {
  const ownFields = (values: Record<string, unknown>): Edits<F> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => field in server.fields)) as Edits<F>; // written by #keep, checked again before it is sent
  const edits = draft && (readEdits ? readEdits(draft.edits) : ownFields(draft.edits));
  if (!draft || !edits) return savedState(server);
  const base = { fields: { ...server.fields, ...ownFields(draft.base) }, version: Math.min(draft.version, server.version) };
  const typed = nextSaveState(savedState<F>(base), { type: 'edited', edits });
  return nextSaveState(typed, { type: 'received', server });
}
