/** Pause of all requests after a failure, milliseconds. A service may request a pause up to `longestPause`. */
const pause = 20_000;
const longestPause = 10 * 60_000;

/** Circuit breaker: leaves a failed service alone for a while. */
export interface Rest {
  isOn(): boolean;
  /** Starts the pause after a failure; the answer, if any, may state its length. */
  begin(answer?: Response): void;
}

export function restAfterFailure(now: () => number = Date.now): Rest {
  let until = 0;
  return {
    isOn: () => now() < until,
    begin(answer) {
      until = now() + ((answer && pauseAsked(answer)) ?? pause);
    },
  };
}

/** Pause that a service requests, milliseconds; null without one. */
function pauseAsked({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1_000, longestPause) : null;
}
