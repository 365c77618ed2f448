/** Something that was done and can be taken back. */
export interface Undoable {
  undo: () => void;
  /** Whether it still can be; always without it. */
  isPossible?: () => boolean;
}

/** So many steps can be taken back one after the other. */
const depth = 50;

/** Changes to days and stops of one story, the latest last. */
export class UndoStack {
  #done: Undoable[] = [];

  /** Answers what takes exactly this one back, once: for the button of its own message. */
  push(done: Undoable): () => void {
    this.#done = [...this.#done, done].slice(-depth);
    return () => {
      if (!this.#done.includes(done)) return;
      this.#drop(done);
      done.undo();
    };
  }

  /** Takes back the latest of what can be; answers whether there was any. */
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
