/** Number of callers that a figure is for. */
export type Callers = 1 | 16;

/**
 * Milliseconds of server CPU per operation of TREK v3.4.1, the strongest open peer, as the bench `beside` measured it on 2026-11-22 on a machine of
 * two cores: one Node 24.18 process with SQLite in WAL mode, both products running. Whoever has TREK runs `beside`, which compares in one run.
 * Creating is a trip of 7 days, adding a stop is a place and its assignment (two calls), a story is 7 days with 50 places, and the list has all
 * 1,000 trips, as it knows no pages.
 */
export const trekCpu = {
  create: { 1: 2.9, 16: 2.4 },
  addStop: { 1: 2.3, 16: 2.18 },
  story: { 1: 3.79, 16: 3.64 },
  cards: { 1: 7.86, 16: 5.38 },
} as const satisfies Record<string, Record<Callers, number>>;
