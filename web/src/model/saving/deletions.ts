/** How long a deletion can be taken back, milliseconds. */
export const undoTime = 8_000;

/**
 * Deletions that can still be taken back. Nothing is sent before the time is over: what is undone was never gone,
 * so ids, order, likes and comments stay, which no re-creation could give back. A page that is closed before keeps the thing.
 */
class Deletions {
  #pending: ReadonlySet<string> = new Set();
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Ids of what is to be shown no more. */
  readonly pending = (): ReadonlySet<string> => this.#pending;

  /** `run` deletes and refreshes what is shown; when it fails the thing is shown again. */
  schedule(id: string, run: () => Promise<void>, onFailure: (error: unknown) => void): void {
    this.#set([...this.#pending, id]);
    const perform = async (): Promise<void> => {
      this.#timers.delete(id);
      try {
        await run();
      } catch (error) {
        onFailure(error);
      }
      this.#set([...this.#pending].filter((other) => other !== id));
    };
    this.#timers.set(
      id,
      setTimeout(() => void perform(), undoTime),
    );
  }

  /** Answers false when it was too late. */
  undo(id: string): boolean {
    const timer = this.#timers.get(id);
    if (timer === undefined) return false;
    clearTimeout(timer);
    this.#timers.delete(id);
    this.#set([...this.#pending].filter((other) => other !== id));
    return true;
  }

  /** There are deletions that a closed page would not carry out. */
  get isWaiting(): boolean {
    return this.#timers.size > 0;
  }

  #set(ids: readonly string[]): void {
    this.#pending = new Set(ids);
    for (const listener of this.#listeners) listener();
  }
}

export const deletions = new Deletions();
