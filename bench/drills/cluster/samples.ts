/**
 * `write`: its first try; `repeat`: a later one. `fresh`: a story that was written a moment ago, as of that write; `story`: one of long ago.
 * `page`: a page that needs no data; `alive`: the probe. `search`: stories by words; `react`: a comment, or a like that changes its mind; `upload`: a picture.
 */
export type Kind = 'write' | 'repeat' | 'fresh' | 'story' | 'page' | 'alive' | 'search' | 'react' | 'upload';

/** One request under load. */
export interface Sample {
  kind: Kind;
  /** When it was sent, milliseconds since 1970. */
  at: number;
  /** 0 when there was no answer; `error` says why. */
  status: number;
  error: string;
  retryAfter: boolean;
  ms: number;
}

/** From when until when, milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** Cores that have something to do for so large a share of the time are late with everything: what was just written may then not be there within the 2 s of a read. */
export const busyFrom = 0.95;

export const within = (samples: readonly Sample[], { from, to }: Span, ...kinds: Kind[]): Sample[] =>
  samples.filter(({ kind, at }) => kinds.includes(kind) && at >= from && at < to);

export const isGood = ({ status }: Sample): boolean => status >= 200 && status < 300;
/** It says that it cannot now, and when to come again. */
export const isRefused = ({ status, retryAfter }: Sample): boolean => status === 503 && retryAfter;

/** Of the one that took longest, milliseconds; 0 when there is none. */
export const slowest = (samples: readonly Sample[]): number => Math.round(samples.reduce((most, { ms }) => Math.max(most, ms), 0));

/** How many there are of each status, for a line of text. */
export function statuses(samples: readonly Sample[]): string {
  const counts = new Map<string, number>();
  for (const { status, error } of samples) {
    const name = status === 0 ? `unanswered (${error})` : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ') || 'none';
}
