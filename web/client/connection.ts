import { hearServerTime } from './environment.ts';

/** First and longest pause between two looks at a server that is away, milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

type Listener = () => void;

/** Whether the product can be reached, for the banner and for what waits to be sent. */
class Connection {
  #away = false;
  #listeners = new Set<Listener>();
  #pause = firstPause;

  constructor() {
    // Outside of a browser there is nothing to listen to.
    if (typeof window === 'undefined') return;
    window.addEventListener('offline', () => this.report(false));
    window.addEventListener('online', () => this.#away && void this.#look());
    if (navigator.onLine === false) this.report(false);
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isAway = (): boolean => this.#away;

  /** Calls `run` whenever the product can be reached again; answers how to end that. */
  readonly onReturn = (run: () => void): (() => void) => {
    let wasAway = this.#away;
    return this.subscribe(() => {
      const isBack = wasAway && !this.#away;
      wasAway = this.#away;
      if (isBack) run();
    });
  };

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
      if (!this.#away || (await this.#look())) return;
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

/** A fetch that tells whether the product can be reached. What its caller calls off says nothing of that. */
export const watched =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    try {
      const response = await send(...request);
      connection.report(response.status < 502 || response.status > 504);
      hearServerTime(response);
      return response;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) connection.report(false);
      throw error;
    }
  };
