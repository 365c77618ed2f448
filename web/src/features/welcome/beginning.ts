const acts = ['pointerdown', 'keydown', 'wheel'] as const;

/** The answer about cookies is no beginning: it is what the welcome waits for. */
const isAnswer = ({ target }: Event): boolean => target instanceof Element && target.closest('[data-consent]') !== null;

/** Calls the listener once, at the first interaction: a press, a key, or a move of the map. Returns a function that removes it. */
export function onBeginning(listener: () => void): () => void {
  const end = new AbortController();
  const act = (event: Event): void => {
    if (isAnswer(event)) return;
    end.abort();
    listener();
  };
  for (const type of acts) addEventListener(type, act, { capture: true, passive: true, signal: end.signal });
  return () => end.abort();
}
