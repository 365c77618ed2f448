import { useSyncExternalStore } from 'react';

/** An open question with its answer callback. */
export interface OpenQuestion<About, Answer> {
  about: About;
  answer: (answer: Answer) => void;
}

/** Queue of questions to the user, shown one at a time. `ask` resolves with the answer from the dialog that calls `use`. */
export function questionQueue<About, Answer>() {
  let open: OpenQuestion<About, Answer> | null = null;
  let before: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const set = (asked: typeof open): void => {
    open = asked;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const askNow = (about: About): Promise<Answer> =>
    new Promise((resolve) => {
      const answer = (given: Answer): void => {
        set(null);
        resolve(given);
      };
      set({ about, answer });
    });
  return {
    /** Asks after all earlier questions are answered. */
    ask(about: About): Promise<Answer> {
      const asked = before.then(() => askNow(about));
      before = asked;
      return asked;
    },
    use: (): typeof open => useSyncExternalStore(subscribe, () => open),
  };
}
