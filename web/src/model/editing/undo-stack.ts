/** An undoable change. */
export interface Undoable {
  undo: () => void;
  /** False once the undo is no longer possible; omitted when the undo is always possible. */
  isPossible?: () => boolean;
}

/** Maximum number of undo steps. */
const depth = 50;

/** Changes to days and stops of one story, latest last. */
export class UndoStack {
  #done: Undoable[] = [];

  /** Returns the undo of exactly this change, callable once, for the button of its message. */
  push(done: Undoable): () => void {
    this.#done = [...this.#done, done].slice(-depth);
    return () => {
      if (!this.#done.includes(done)) return;
      this.#drop(done);
      done.undo();
    };
  }

  /** Undoes the latest undoable change; returns false without one. */
  undoLast(): boolean {
    const last = this.#done.findLast(({ isPossible }) => isPossible?.() ?? true);
    if (!last) return false;
    this.#drop(last);
    last.undo();
    return true;
  }

  #drop(done: Undoable): void {
    this.#done = this.#done.filter((other) => other !== done);
  }
}
