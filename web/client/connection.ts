import { recordServerTime } from './environment.ts';

/** Backoff of reconnection attempts, first and longest pause, milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

type Listener = () => void;

/** Tracks whether the product is reachable, for the banner and for queued writes. */
class Connection {
  #away = false;
  #listeners = new Set<Listener>();
  #pause = firstPause;

  constructor() {
    // Outside a browser there are no events.
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

  /** Calls `run` whenever the product becomes reachable again; returns the unsubscribe function. */
  readonly onReturn = (run: () => void): (() => void) => {
    let wasAway = this.#away;
    return this.subscribe(() => {
      const isBack = wasAway && !this.#away;
      wasAway = this.#away;
      if (isBack) run();
    });
  };

  /** Receives whether the product answered a request; false also when the browser goes offline. */
  report(answered: boolean): void {
    if (this.#away === !answered) return;
    this.#away = !answered;
    this.#pause = firstPause;
    if (this.#away) this.#lookAgain();
    for (const listener of this.#listeners) listener();
  }

  /** Polls with exponential backoff until the product answers. */
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

/** Wraps fetch: reports reachability. A request aborted by its caller is not reported. */
export const withReachability =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    try {
      const response = await send(...request);
      connection.report(response.status < 502 || response.status > 504);
      recordServerTime(response);
      return response;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) connection.report(false);
      throw error;
    }
  };
