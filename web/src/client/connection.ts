/** First and longest pause between two looks at a server that is away, milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

type Listener = () => void;

/** Whether the product can be reached, for the banner and for what waits to be sent. */
class Connection {
  #away = false;
  #listeners = new Set<Listener>();
  #pause = firstPause;

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isAway = (): boolean => this.#away;

  /** Told of every request: did the product answer it? */
  report(answered: boolean): void {
    if (this.#away === !answered) return;
    this.#away = !answered;
    this.#pause = firstPause;
    if (this.#away) this.#lookAgain();
    for (const listener of this.#listeners) listener();
  }

  /** Asks until there is an answer, with growing pauses. */
  #lookAgain(): void {
    setTimeout(async () => {
      if (!this.#away) return;
      const answered = await fetch('/livez', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (answered) return this.report(true);
      this.#pause = Math.min(this.#pause * 2, longestPause);
      this.#lookAgain();
    }, this.#pause);
  }
}

export const connection = new Connection();
