import { Store } from '@tanstack/react-store';
import { warnBeforeLeaving } from './leave-warning.ts';

/** How long a deletion can be taken back, milliseconds. */
export const undoTime = 8_000;
/** The undo button fades out for a moment and can still be pressed, milliseconds. */
export const lastMoment = 500;

interface Deletion {
  /** Deletes and refreshes what is shown; when it fails the thing is shown again. */
  run: () => Promise<void>;
  onFailure: (error: unknown) => void;
  /** The time is over: what offers to take it back is to go. */
  onTimeOver: () => void;
}

/**
 * Deletions that can still be undone. Nothing is sent before the time is over, so an undo keeps ids, order, likes and comments. A page closed earlier
 * keeps the thing, and warns.
 */
class Deletions {
  /** Ids of what is to be shown no more. */
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
        setTimeout(() => void perform(), lastMoment),
      );
    };
    this.#timers.set(id, setTimeout(close, undoTime));
  }

  /** Answers false when it was too late. */
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
