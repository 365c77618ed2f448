/** A throttled or debounced function, which runs with the newest value. */
export interface RateLimited<T> {
  (value: T): void;
  /** Drops the pending value. */
  cancel: () => void;
}

/** Throttle: runs at once, then at most once every `interval` milliseconds. */
export function throttled<T>(run: (value: T) => void, interval: number): RateLimited<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { value: T } | null = null;
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!waiting) return;
      const { value } = waiting;
      waiting = null;
      run(value);
      rest();
    }, interval);
  };
  const call = (value: T): void => {
    if (timer !== undefined) {
      waiting = { value };
      return;
    }
    run(value);
    rest();
  };
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
    waiting = null;
  };
  return Object.assign(call, { cancel });
}

/** Debounce: runs after `pause` milliseconds without another value. */
export function debounced<T>(run: (value: T) => void, pause: number): RateLimited<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => clearTimeout(timer);
  const call = (value: T): void => {
    cancel();
    timer = setTimeout(() => run(value), pause);
  };
  return Object.assign(call, { cancel });
}
