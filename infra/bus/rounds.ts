/** The shortest and the longest pause from one round to the next, milliseconds. */
const [shortest, longest] = [15, 120];

/** Rounds of consumers that are all woken by the same signs of appends. */
export interface Rounds {
  /** Something was appended: wakes them at once, or when the pause after the last round is over. */
  begin(): void;
  /** Takes part from the next round on. */
  join(wake: () => void): Place;
}

interface Place {
  /** Has done what there was to do. */
  rest(): void;
  leave(): void;
}

/**
 * Under a stream of appends consumers rest three times as long as their last round took: a first append is seen at once, and when there is more to do
 * than the machine can bear, more appends share the cost of a round, which hardly depends on how many they are.
 * @param onRound called as each begins.
 */
export function createRounds(onRound: () => void): Rounds {
  const wakes = new Set<() => void>();
  const busy = new Set<() => void>();
  let began = Number.NEGATIVE_INFINITY;
  let pause = shortest;
  let due: NodeJS.Timeout | null = null;

  const round = (): void => {
    due = null;
    // Those of the last one are not through yet.
    if (busy.size > 0) pause = Math.min(longest, pause * 2);
    began = performance.now();
    onRound();
    for (const wake of wakes) {
      busy.add(wake);
      wake();
    }
  };
  const rest = (wake: () => void): void => {
    if (busy.delete(wake) && busy.size === 0) pause = Math.min(longest, Math.max(shortest, 4 * (performance.now() - began)));
  };
  return {
    begin() {
      if (due) return;
      const wait = began + pause - performance.now();
      if (wait <= 0) round();
      else due = setTimeout(round, wait).unref();
    },
    join(wake) {
      wakes.add(wake);
      return {
        rest: () => rest(wake),
        leave: () => {
          wakes.delete(wake);
          rest(wake);
        },
      };
    },
  };
}
