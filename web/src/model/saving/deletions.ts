import { Store } from '@tanstack/react-store';
import { warnBeforeLeaving } from './leave-warning.ts';

/** Undo time of a deletion, milliseconds. */
export const undoTime = 8_000;
/** Fade-out time of the undo button, during which it still works, milliseconds. */
export const undoFadeOutTime = 500;

interface Deletion {
  /** Deletes and refreshes the data; after a failure the item reappears. */
  run: () => Promise<void>;
  onFailure: (error: unknown) => void;
  /** Called when the time is over, to remove the undo message. */
  onTimeOver: () => void;
}

/**
 * Undoable deletions. The request is sent after the undo time, so an undo keeps ids, order, likes and comments. A page that is closed earlier asks
 * for confirmation, and the item is kept.
 */
class Deletions {
  /** Ids of hidden items. */
  readonly pending = new Store<ReadonlySet<string>>(new Set<string>());
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #stopWarning: (() => void) | undefined;

  schedule(id: string, { run, onFailure, onTimeOver }: Deletion): void {
    this.#set([...this.pending.state, id]);
    const perform = async (): Promise<void> => {
      this.#timers.delete(id);
      try {
        await run();
      } catch (error) {
        onFailure(error);
      }
      this.#drop(id);
    };
    const close = (): void => {
      onTimeOver();
      this.#timers.set(
        id,
        setTimeout(() => void perform(), undoFadeOutTime),
      );
    };
    this.#timers.set(id, setTimeout(close, undoTime));
  }

  /** Undoes a pending deletion; returns false when the deletion has been sent. */
  undo(id: string): boolean {
    const timer = this.#timers.get(id);
    if (timer === undefined) return false;
    clearTimeout(timer);
    this.#timers.delete(id);
    this.#drop(id);
    return true;
  }

  #drop(id: string): void {
    this.#set([...this.pending.state].filter((other) => other !== id));
  }

  #set(ids: readonly string[]): void {
    this.pending.setState(() => new Set(ids));
    if (ids.length > 0) this.#stopWarning ??= warnBeforeLeaving(() => true);
    else {
      this.#stopWarning?.();
      this.#stopWarning = undefined;
    }
  }
}

export const deletions = new Deletions();
