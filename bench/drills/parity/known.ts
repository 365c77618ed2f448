import type { Answered, Asked } from './exchange.ts';
import type { Both, Pairs } from './pairs.ts';
import type { PersonName } from './people.ts';
import type { Random } from './random.ts';

/** Something that a request made. */
export interface Thing {
  /** Named as in paths: `itineraries`. */
  kind: string;
  /** Word for its id. */
  id: string;
  /** Words for the other parameters of its path. */
  parents: Readonly<Record<string, string>>;
  /** Who made it. */
  maker: PersonName;
  /** As last answered. */
  version: number | null;
}

/** What there is to ask for. */
export interface KnownThings {
  some(kind: string, random: Random, of?: Readonly<Record<string, string>>): Thing | undefined;
  /** Who made the thing of this id; undefined when nobody did. */
  makerOf(id: string | undefined): PersonName | undefined;
  /** The word for a time at which something was made or changed. */
  time(random: Random): string | undefined;
  /** Takes note of what was answered. @param parents words for parameters of the path, without `id`. */
  note(asked: Asked, target: Target, answers: Both<Answered>): void;
}

/** What a path is about. */
export interface Target {
  kind: string;
  thing: Thing | undefined;
  parents: Readonly<Record<string, string>>;
}

/** Most requests are about one of so many latest things of a kind, so that stories grow. */
const latest = 8;
const timesKept = 60;

export function createKnownThings(pairs: Pairs): KnownThings {
  const things = new Map<string, Thing[]>();
  const gone: Thing[] = [];
  /** What was written last of each kind. */
  const lately = new Map<string, Thing>();
  const times: string[] = [];
  const ofKind = (kind: string): Thing[] => things.get(kind) ?? [];

  function add(thing: Thing): void {
    const all = ofKind(thing.kind);
    const known = all.find(({ id }) => id === thing.id);
    if (known) known.version = thing.version;
    else things.set(thing.kind, [...all, thing]);
  }
  /** What hangs on it goes with it. */
  function remove(thing: Thing): void {
    things.set(
      thing.kind,
      ofKind(thing.kind).filter((one) => one !== thing),
    );
    gone.push(thing);
    const isOn = (one: Thing): boolean =>
      Object.values(one.parents).includes(thing.id) || (thing.kind === 'accounts' && one.kind === 'itineraries' && one.maker === thing.maker);
    for (const one of [...things.values()].flat().filter(isOn)) remove(one);
  }
  return {
    some(kind, random, of = {}) {
      const inside = ofKind(kind).filter(({ parents }) => Object.entries(of).every(([name, id]) => (parents[name] ?? id) === id));
      // What is gone is asked for again, too.
      const lost = gone.filter((thing) => thing.kind === kind);
      if (lost.length > 0 && random.chance(0.04)) return random.pick(lost);
      const last = lately.get(kind);
      if (last && (inside.includes(last) || lost.includes(last)) && random.chance(0.3)) return last;
      if (inside.length === 0) return undefined;
      return random.pick(random.chance(0.75) ? inside.slice(-latest) : inside);
    },
    makerOf: (id) => [...things.values()].flat().find((thing) => thing.id === id)?.maker,
    time: (random) => (times.length > 0 ? random.pick(times) : undefined),
    note(asked, { kind, thing, parents }, { one, many }) {
      if (asked.method !== 'GET' && one.status < 300 && thing) lately.set(kind, thing);
      if (asked.method === 'DELETE' && one.status === 204 && many.status === 204 && thing) remove(thing);
      if (one.status >= 300 || many.status >= 300) return;
      const [ours, theirs] = [itemsOf(one.json), itemsOf(many.json)];
      for (const [index, item] of ours.entries()) {
        const other = theirs[index];
        if (!other) continue;
        const id = pairs.wordFor({ one: item.id, many: other.id });
        const made = { kind, id, parents, maker: asked.person, version: item.version ?? null };
        // Others are seen before; a version that comes with an answer is the one to name in If-Match.
        if (asked.method !== 'GET' || ofKind(kind).some((known) => known.id === id)) add(made);
        if (!item.updatedAt || !other.updatedAt) continue;
        times.push(pairs.wordFor({ one: item.updatedAt, many: other.updatedAt }));
        if (times.length > timesKept) times.shift();
      }
    },
  };
}

interface Item {
  id: string;
  version?: number;
  updatedAt?: string;
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** What an answer is about: one thing, or a list of them. */
function itemsOf(json: unknown): Item[] {
  if (Array.isArray(json)) return json.filter(isItem);
  if (typeof json === 'object' && json !== null && 'items' in json && Array.isArray(json.items)) return json.items.filter(isItem);
  return isItem(json) ? [json] : [];
}
