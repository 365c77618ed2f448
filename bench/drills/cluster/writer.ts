import { type Answered, type Ask, type Asked, itineraryOf, type Written } from './ask.ts';

/** Every so many-th write gives a new title to an itinerary, the others make one. */
const renameEvery = 4;
/** A write that failed is repeated after this, milliseconds. */
const repeatAfterMs = 300;

/** spec 3: a title has at most so many characters. */
const longestTitle = 120;

/** What the writer was told is stored, and where in the log that is. */
export interface Acknowledged extends Written {
  position: number;
}

export interface Writer {
  /** Sends the next write, or one that failed before. */
  write(): Promise<{ answered: Answered; repeated: boolean }>;
  /** The latest acknowledged write of each itinerary. */
  acknowledged(): readonly Acknowledged[];
  newest(): Acknowledged | undefined;
  /** Number of writes that have not been acknowledged yet. */
  open(): number;
  /** Whether there is one to repeat now. */
  hasRepeat(): boolean;
}

/** One write, which may be sent several times. */
interface Wish {
  asked: Asked;
  /** Itinerary that it changes; null for a new one. */
  id: string | null;
  notBefore: number;
}

/**
 * Writes itineraries with titles that tell them apart. Each creation has an Idempotency-Key and is repeated with it until it is acknowledged;
 * an itinerary whose change is not acknowledged gets no other.
 */
export function createWriter(ask: Ask): Writer {
  const known = new Map<string, Acknowledged>();
  const idle: string[] = [];
  const failed: Wish[] = [];
  let newest: Acknowledged | undefined;
  let underWay = 0;
  let count = 0;
  // Writers of other drills on the same cluster give titles of their own.
  const series = crypto.randomUUID().slice(0, 8);

  const next = (): Wish => {
    count++;
    const id = count % renameEvery === 0 ? idle.shift() : undefined;
    return id ? rename(id, `${known.get(id)?.title}, again ${count}`) : create(`Written ${series} ${count}`);
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

function create(title: string): Wish {
  const body = { title, shortDescription: 'Harbours, markets and a long way home', highlights: ['Harbour', 'Market'] };
  return { asked: { method: 'POST', path: '/api/itineraries', headers: { 'idempotency-key': crypto.randomUUID() }, body }, id: null, notBefore: 0 };
}

/** With the end of a title that is too long, where it differs from others. */
function rename(id: string, title: string): Wish {
  return { asked: { method: 'PATCH', path: `/api/itineraries/${id}`, body: { title: title.slice(-longestTitle) } }, id, notBefore: 0 };
}
