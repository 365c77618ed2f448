import { useSyncExternalStore } from 'react';

/** An open question, and its answer. */
export interface Asked<About, Answer> {
  about: About;
  answer: (answer: Answer) => void;
}

/** A question that code asks whoever is at the screen, one at a time: `ask` resolves when a dialog that `use`s it is answered. */
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
    /** Waits until questions before it are answered. */
    ask(about: About): Promise<Answer> {
      const asked = before.then(() => askNow(about));
      before = asked;
      return asked;
    },
    use: (): typeof open => useSyncExternalStore(subscribe, () => open),
  };
}
