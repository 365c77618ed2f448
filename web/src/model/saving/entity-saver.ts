import { whenWorthRetrying } from './back-off.ts';
import type { DraftStore } from './draft-store.ts';
import { failureOf } from './failure.ts';
import { isUnsaved, nextSaveState, type SaveEvent, type SaveState, savedState, shown } from './save-state.ts';
import { type Edits, editedFields, onlyFields, type Versioned } from './versions.ts';

/** Pause in the typing after which it is saved, milliseconds. */
export const savePause = 800;

export interface SaverPorts<F extends object> {
  /** Name of what is edited among the drafts, for example `day.<id>`. */
  entity: string;
  drafts: DraftStore;
  /** What is wrong with which field; those fields are kept and not sent. */
  problemsOf(edits: Edits<F>): { [K in keyof F]?: string };
  /** @throws ResponseError or FetchError */
  send(edits: Edits<F>, version: number): Promise<Versioned<F>>;
  load(): Promise<Versioned<F>>;
}

export interface SaverSnapshot<F extends object> {
  state: SaveState<F>;
  fields: F;
  problems: { [K in keyof F]?: string };
  /** Fields that an earlier visit typed and this one found again. */
  restored: (keyof F)[];
}

/** Takes the text of one entity to the server, whatever happens on the way; keeps it in the browser until it is there. */
export class EntitySaver<F extends object> {
  #ports: SaverPorts<F>;
  #state: SaveState<F>;
  #snapshot: SaverSnapshot<F>;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cancelRetry: (() => void) | undefined;
  #saving: Promise<void> | null = null;
  #restored: (keyof F)[];
  #found: F;

  constructor(server: Versioned<F>, ports: SaverPorts<F>) {
    this.#ports = ports;
    this.#found = server.fields;
    this.#state = restoredState(server, ports);
    this.#restored = editedFields(this.#state.edits);
    this.#snapshot = this.#look();
    if (this.#restored.length > 0) this.#later();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): SaverSnapshot<F> => this.#snapshot;

  get isUnsaved(): boolean {
    return isUnsaved(this.#state);
  }

  edit(edits: Edits<F>): void {
    this.#take({ type: 'edited', edits });
    this.#later();
  }

  /** A read brought what the server has now. */
  receive(server: Versioned<F>): void {
    this.#take({ type: 'received', server });
  }

  /** Saves now what can be saved; what is being saved already is waited for. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#cancelRetry?.();
    while (this.#saving) await this.#saving;
    const { phase, edits, base } = this.#state;
    if (phase === 'conflict') return;
    const problems = this.#ports.problemsOf(edits);
    const fields = editedFields(edits).filter((field) => problems[field] === undefined);
    if (fields.length === 0) return;
    this.#take({ type: 'sent', fields });
    this.#saving = this.#send(onlyFields(edits, fields), base.version).finally(() => {
      this.#saving = null;
    });
    await this.#saving;
    if (this.#state.phase === 'waiting' && this.#canSend()) this.#later(this.#state.failures === 0 ? savePause : 0);
  }

  resolve(keep: readonly (keyof F)[]): void {
    this.#take({ type: 'resolved', keep });
    void this.flush();
  }

  /** Lets go of everything that is not saved. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#cancelRetry?.();
    this.#take({ type: 'discarded' });
  }

  /** Puts the fields that were found again back to what the server had, also when they are saved by now. */
  discardRestored(): void {
    const back: Edits<F> = {};
    for (const field of this.#restored) back[field] = this.#found[field];
    this.acceptRestored();
    this.edit(back);
    void this.flush();
  }

  /** The writer has seen that text was found again. */
  acceptRestored(): void {
    this.#restored = [];
    this.#publish();
  }

  #canSend(): boolean {
    const problems = this.#ports.problemsOf(this.#state.edits);
    return editedFields(this.#state.edits).some((field) => problems[field] === undefined);
  }

  #later(pause = savePause): void {
    clearTimeout(this.#timer);
    const { phase } = this.#state;
    if (phase === 'waiting' || phase === 'signed-out') this.#timer = setTimeout(() => void this.flush(), pause);
  }

  async #send(edits: Edits<F>, version: number): Promise<void> {
    try {
      this.#take({ type: 'acknowledged', server: await this.#ports.send(edits, version) });
    } catch (error) {
      await this.#failed(error);
    }
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
    if (this.#state.phase === 'retrying') this.#cancelRetry = whenWorthRetrying(this.#state.failures, () => void this.flush());
  }

  #take(event: SaveEvent<F>): void {
    this.#state = nextSaveState(this.#state, event);
    this.#keep();
    this.#publish();
  }

  #keep(): void {
    const { edits, base } = this.#state;
    const { drafts, entity } = this.#ports;
    const before = Object.fromEntries(editedFields(edits).map((field) => [field, base.fields[field]]));
    if (this.isUnsaved) drafts.write(entity, { edits, base: before, version: base.version, at: new Date().toISOString() });
    else drafts.remove(entity);
  }

  #publish(): void {
    this.#snapshot = this.#look();
    for (const listener of this.#listeners) listener();
  }

  #look(): SaverSnapshot<F> {
    return { state: this.#state, fields: shown(this.#state), problems: this.#ports.problemsOf(this.#state.edits), restored: this.#restored };
  }
}

/** The server's fields with what an earlier visit could not save on top, as of the version that it was typed on. */
function restoredState<F extends object>(server: Versioned<F>, { drafts, entity }: SaverPorts<F>): SaveState<F> {
  const draft = drafts.read(entity);
  const known = (values: Record<string, unknown>): Edits<F> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => field in server.fields)) as Edits<F>; // written by #keep, checked again before it is sent
  if (!draft) return savedState(server);
  const base = { fields: { ...server.fields, ...known(draft.base) }, version: Math.min(draft.version, server.version) };
  const typed = nextSaveState(savedState<F>(base), { type: 'edited', edits: known(draft.edits) });
  return nextSaveState(typed, { type: 'received', server });
}
