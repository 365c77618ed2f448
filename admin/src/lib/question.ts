import { useSyncExternalStore } from 'react';

/** An open question with its answer callback. */
export interface Asked<About, Answer> {
  about: About;
  answer: (answer: Answer) => void;
}

/** A question from code to the person at the screen, one at a time. `ask` resolves when a dialog with `use` has its answer. */
export function question<About, Answer>() {
  let open: Asked<About, Answer> | null = null;
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
    /** Waits until earlier questions are answered. */
    ask(about: About): Promise<Answer> {
      const asked = before.then(() => askNow(about));
      before = asked;
      return asked;
    },
    use: (): typeof open => useSyncExternalStore(subscribe, () => open),
  };
}
