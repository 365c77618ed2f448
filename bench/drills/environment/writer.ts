import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, type Ask, type Asked, itineraryOf, type Written } from './client.ts';

const renameEvery = 4;
const repeatAfterMs = 300;
const longestTitle = 120;

export interface Acknowledged extends Written {
  /** Log position of the write. */
  position: number;
}

export interface Writer {
  /** Sends the next write, or repeats a failed one. */
  write(): Promise<{ answered: Answered; repeated: boolean }>;
  /** The newest acknowledged write of each itinerary. */
  acknowledged(): readonly Acknowledged[];
  newest(): Acknowledged | undefined;
  /** Number of writes without an acknowledgement. */
  open(): number;
  hasRepeat(): boolean;
}

interface Wish {
  asked: Asked;
  notBefore: number;
}

/** Writes itineraries of unique titles. A creation is repeated with its Idempotency-Key, and an itinerary has one open change at a time. */
export function createWriter(ask: Ask): Writer {
  const known = new Map<string, Acknowledged>();
  const idle: string[] = [];
  const failed: Wish[] = [];
  let newest: Acknowledged | undefined;
  let underWay = 0;
  let count = 0;
  // Several drills write to one environment.
  const series = crypto.randomUUID().slice(0, 8);
  const next = (): Wish => {
    count++;
    const id = count % renameEvery === 0 ? idle.shift() : undefined;
    return { asked: id ? rename(id, `${known.get(id)?.title}, again ${count}`) : create(`Written ${series} ${count}`), notBefore: 0 };
  };
  const due = (): number => failed.findIndex(({ notBefore }) => notBefore <= Date.now());
  return {
    write: async () => {
      const [repeated] = due() < 0 ? [] : failed.splice(due(), 1);
      const wish = repeated ?? next();
      underWay++;
      const answered = await ask(wish.asked);
      underWay--;
      const written = answered.status === 200 || answered.status === 201 ? itineraryOf(answered.json) : undefined;
      if (written) {
        newest = { ...written, position: answered.position };
        known.set(written.id, newest);
        idle.push(written.id);
      } else failed.push({ ...wish, notBefore: Date.now() + repeatAfterMs });
      return { answered, repeated: repeated !== undefined };
    },
    acknowledged: () => [...known.values()],
    newest: () => newest,
    open: () => failed.length + underWay,
    hasRepeat: () => due() >= 0,
  };
}

/** Creates itineraries without a pause until it is stopped. Times are milliseconds since 1970. */
export function keepWriting(ask: Ask, bodyOf: (n: number) => object, writers = 6) {
  const acknowledged: { id: string; at: number }[] = [];
  const over = new AbortController();
  let [count, refused] = [0, 0];
  const write = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { status, body } = await ask({ method: 'POST', path: '/api/itineraries', body: bodyOf(++count) });
      if (status === 201) acknowledged.push({ id: String(body.id), at: Date.now() });
      else {
        refused += 1;
        await pause(20);
      }
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  const stop = async (): Promise<void> => {
    over.abort();
    await writing;
  };
  return { acknowledged, refused: () => refused, stop };
}

function create(title: string): Asked {
  const body = { title, shortDescription: 'Harbours, markets and a long way home', highlights: ['Harbour', 'Market'] };
  return { method: 'POST', path: '/api/itineraries', headers: { 'idempotency-key': crypto.randomUUID() }, body };
}

/** Only the end of a long title is unique. */
const rename = (id: string, title: string): Asked => ({
  method: 'PATCH',
  path: `/api/itineraries/${id}`,
  body: { title: title.slice(-longestTitle) },
});
