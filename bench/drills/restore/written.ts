import { onPostgresOf } from '../../harness/folder-postgres.ts';
import { type Ask, askAs, itineraryOf } from '../cluster/ask.ts';

/** Who write at the same time. */
const writers = 6;

/** A write that was acknowledged, and when, milliseconds since 1970. */
export interface Write {
  stream: string;
  at: number;
}

export interface Writing {
  acknowledged: readonly Write[];
  stop(): Promise<void>;
}

/** Writes without a pause until it is stopped; what was acknowledged stays in this process. */
export function keepWriting(port: number, token: string): Writing {
  const { ask, close } = askAs(port, token);
  const [acknowledged, state] = [[] as Write[], { stopped: false }];
  const writing = Array.from({ length: writers }, async (_, writer) => {
    for (let n = 1; !state.stopped; n++) {
      const write = await writeOnce(ask, `Written by ${writer}, number ${n}`);
      if (write) acknowledged.push(write);
      else state.stopped = true;
    }
  });
  const stop = async (): Promise<void> => {
    state.stopped = true;
    await Promise.all(writing);
    close();
  };
  return { acknowledged, stop };
}

/** Null when nobody answered. */
async function writeOnce(ask: Ask, title: string): Promise<Write | null> {
  const { status, json } = await ask({ method: 'POST', path: '/api/itineraries', body: { title, visibility: 'PUBLIC' } });
  const written = status === 201 ? itineraryOf(json) : undefined;
  return written ? { stream: `itinerary-${written.id}`, at: Date.now() } : null;
}

/** Acknowledged writes that are not in the log of a data folder, whose Postgres runs or is started for it. */
export async function lostOf(dataDir: string, acknowledged: readonly Write[]): Promise<Write[]> {
  return inLog(dataDir, async (query) => {
    const rows = await query<{ stream: string }>('select distinct stream from events where stream = any($1)', [
      acknowledged.map(({ stream }) => stream),
    ]);
    const there = new Set(rows.map(({ stream }) => stream));
    return acknowledged.filter(({ stream }) => !there.has(stream));
  });
}

export type Query = <R>(text: string, values?: unknown[]) => Promise<R[]>;

export const inLog = <T>(dataDir: string, ask: (query: Query) => Promise<T>): Promise<T> =>
  onPostgresOf(dataDir, (pool) => ask(async (text, values = []) => (await pool.query(text, values)).rows));
