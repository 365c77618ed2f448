import type { ApiResponse } from '../environment/client.ts';
import type { Draw } from './draw.ts';
import type { PersonName } from './people.ts';
import type { DrilledRequest } from './request.ts';

/** The compared stacks: one process, and a cluster. */
export const sides = ['one', 'many'] as const;
export type Side = (typeof sides)[number];
export type Both<T> = Record<Side, T>;

/** Values that each side has in its own form: ids, times, cursors. Requests contain placeholders for them, which need no escaping. */
export function createValuePairs() {
  const words: Both<string>[] = [];
  const wordOf = new Map<string, string>();
  const learnt: Both<string>[] = [];
  const known: Both<Map<string, string>> = { one: new Map(), many: new Map() };
  return {
    learnt,
    wordFor(value: Both<string>): string {
      const key = `${value.one} ${value.many}`;
      const word = wordOf.get(key) ?? `~v${words.length}~`;
      if (!wordOf.has(key)) words.push(value);
      wordOf.set(key, word);
      return word;
    },
    /** Replaces the placeholders of a text by the values of one side. */
    filled: (text: string, side: Side): string => text.replaceAll(/~v(\d+)~/g, (word, index) => words[Number(index)]?.[side] ?? word),
    has: ({ one, many }: Both<string>): boolean => known.one.get(one) === many && known.many.get(many) === one,
    /** @returns false when a form belongs to another value */
    learn(value: Both<string>): boolean {
      if (known.one.has(value.one) || known.many.has(value.many)) return false;
      known.one.set(value.one, value.many);
      known.many.set(value.many, value.one);
      learnt.push(value);
      return true;
    },
  };
}
export type ValuePairs = ReturnType<typeof createValuePairs>;

/** A record that a request created. Its ids are placeholders of `ValuePairs`. */
interface Thing {
  /** Kind as in paths: `itineraries`. */
  kind: string;
  id: string;
  /** Further parameters of its path. */
  parents: Readonly<Record<string, string>>;
  maker: PersonName;
  version: number | null;
}

/** The record that a path refers to, with its kind and the other path parameters. */
export interface RequestTarget {
  kind: string;
  thing: Thing | undefined;
  parents: Readonly<Record<string, string>>;
}

/** Number of the newest records of a kind that most requests are about, so that stories grow. */
const latest = 8;
const timesKept = 60;

/** Records that the requests have created so far. */
export function createRecordRegistry(pairs: ValuePairs, draw: Draw) {
  const things = new Map<string, Thing[]>();
  const gone: Thing[] = [];
  const lately = new Map<string, Thing>();
  const times: string[] = [];
  const ofKind = (kind: string): Thing[] => things.get(kind) ?? [];

  function add(thing: Thing): void {
    const known = ofKind(thing.kind).find(({ id }) => id === thing.id);
    if (known) known.version = thing.version;
    else things.set(thing.kind, [...ofKind(thing.kind), thing]);
  }
  function remove(thing: Thing): void {
    const others = ofKind(thing.kind).filter((one) => one !== thing);
    things.set(thing.kind, others);
    gone.push(thing);
    const isOn = (one: Thing): boolean =>
      Object.values(one.parents).includes(thing.id) || (thing.kind === 'accounts' && one.kind === 'itineraries' && one.maker === thing.maker);
    for (const one of [...things.values()].flat().filter(isOn)) remove(one);
  }
  return {
    some(kind: string, of: RequestTarget['parents'] = {}): Thing | undefined {
      const inside = ofKind(kind).filter(({ parents }) => Object.entries(of).every(([name, id]) => (parents[name] ?? id) === id));
      const lost = gone.filter((thing) => thing.kind === kind);
      if (lost.length > 0 && draw.chance(0.04)) return draw.pick(lost);
      const last = lately.get(kind);
      if (last && (inside.includes(last) || lost.includes(last)) && draw.chance(0.3)) return last;
      return inside.length === 0 ? undefined : draw.pick(draw.chance(0.75) ? inside.slice(-latest) : inside);
    },
    makerOf: (id: string | undefined): PersonName | undefined => [...things.values()].flat().find((thing) => thing.id === id)?.maker,
    /** Placeholder of a time at which a record changed. */
    time: (): string | undefined => (times.length > 0 ? draw.pick(times) : undefined),
    note({ method, person }: DrilledRequest, { kind, thing, parents }: RequestTarget, { one, many }: Both<ApiResponse>): void {
      if (method !== 'GET' && one.status < 300 && thing) lately.set(kind, thing);
      if (method === 'DELETE' && one.status === 204 && many.status === 204 && thing) remove(thing);
      if (one.status >= 300 || many.status >= 300) return;
      const theirs = itemsOf(many.json);
      for (const [index, item] of itemsOf(one.json).entries()) {
        const other = theirs[index];
        if (!other) continue;
        const id = pairs.wordFor({ one: item.id, many: other.id });
        // A read adds no record, but its version is used for If-Match.
        if (method !== 'GET' || ofKind(kind).some((known) => known.id === id))
          add({ kind, id, parents, maker: person, version: item.version ?? null });
        if (!item.updatedAt || !other.updatedAt) continue;
        times.push(pairs.wordFor({ one: item.updatedAt, many: other.updatedAt }));
        if (times.length > timesKept) times.shift();
      }
    },
  };
}
export type KnownRecords = ReturnType<typeof createRecordRegistry>;

interface Item {
  id: string;
  version?: number;
  updatedAt?: string;
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

function itemsOf(json: unknown): Item[] {
  if (Array.isArray(json)) return json.filter(isItem);
  const { items }: { items?: unknown } = Object(json);
  return Array.isArray(items) ? items.filter(isItem) : isItem(json) ? [json] : [];
}
