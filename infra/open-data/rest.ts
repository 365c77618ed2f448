/** After a failure nobody asks for so long, milliseconds; a service that says for how long may say up to `longestPause`. */
const pause = 20_000;
const longestPause = 10 * 60_000;

/** Whether a service that failed is left alone. */
export interface Rest {
  isOn(): boolean;
  /** It failed. What it answered, if anything, may say for how long it wants to be left alone. */
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

/** For how long a service wants to be left alone, milliseconds; null when it does not say. */
function pauseAsked({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1_000, longestPause) : null;
}
