/** Pause of all requests after a failure, milliseconds. A service may request a pause up to `longestPause`. */
const pause = 20_000;
const longestPause = 10 * 60_000;

/** Circuit breaker: leaves a failed service alone for a while. */
export interface CircuitBreaker {
  isOn(): boolean;
  /** Opens the circuit breaker after a failure, for the response's `Retry-After` or for `pause`. */
  begin(answer?: Response): void;
}

export function circuitBreaker(now: () => number = Date.now): CircuitBreaker {
  let until = 0;
  return {
    isOn: () => now() < until,
    begin(answer) {
      until = now() + ((answer && pauseAsked(answer)) ?? pause);
    },
  };
}

/** Pause by the `Retry-After` of a response, at most `longestPause`, milliseconds; null without one. */
function pauseAsked({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1_000, longestPause) : null;
}
