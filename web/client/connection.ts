import { Store } from '@tanstack/react-store';

/** First and longest pause between two looks at a server that is away, milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

/** Whether the product can be reached, for the banner and for what waits to be sent. */
class Connection {
  readonly away = new Store(false);
  #pause = firstPause;

  constructor() {
    // Outside of a browser there is nothing to listen to.
    if (typeof window === 'undefined') return;
    window.addEventListener('offline', () => this.report(false));
    window.addEventListener('online', () => this.away.state && void this.#look());
    if (navigator.onLine === false) this.report(false);
  }

  /** Calls `run` whenever the product can be reached again; answers how to end that. */
  readonly onReturn = (run: () => void): (() => void) => {
    const { unsubscribe } = this.away.subscribe((isAway) => {
      if (!isAway) run();
    });
    return unsubscribe;
  };

  /** Told of every request: did the product answer it? */
  report(answered: boolean): void {
    if (this.away.state === !answered) return;
    this.#pause = firstPause;
    if (!answered) this.#lookAgain();
    this.away.setState(() => !answered);
  }

  /** Asks until there is an answer, with growing pauses. */
  #lookAgain(): void {
    setTimeout(async () => {
      if (!this.away.state || (await this.#look())) return;
      this.#pause = Math.min(this.#pause * 2, longestPause);
      this.#lookAgain();
    }, this.#pause);
  }

  async #look(): Promise<boolean> {
    const answered = await fetch('/livez', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) this.report(true);
    return answered;
  }
}

export const connection = new Connection();
