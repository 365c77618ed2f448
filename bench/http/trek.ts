/** Number of callers that a figure is for. */
export type Callers = 1 | 16 | 64;

/**
 * Milliseconds of server CPU per operation of TREK v3.4.1, the strongest open peer: one Node 24.18 process with SQLite in WAL mode,
 * measured on a machine of two cores with a load generator over raw keep-alive sockets, in blocks alternating with the same bare server
 * as here (which did 11 900, 68 600 and 60 400 operations per second at 1, 16 and 64 callers).
 * Creating is a trip of 7 days, adding a stop is a place and its assignment (two calls), a story is 7 days with 50 places (72 kB),
 * and the list has all 1000 trips (348 kB), as it knows no pages.
 */
export const trekCpu = {
  create: { 1: 1.81, 16: 1.82, 64: 1.74 },
  addStop: { 1: 2.13, 16: 1.95, 64: 2.01 },
  story: { 1: 3.05, 16: 3.06, 64: 2.71 },
  cards: { 1: 7.41, 16: 7.16, 64: 7.99 },
} as const satisfies Record<string, Record<Callers, number>>;
