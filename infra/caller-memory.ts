import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MiB = 1024 * 1024;

/** Bytes that each cache may have. What grows with what callers ask for is listed here or has a size that no request changes: decision 0022 tells each. */
const shares = {
  /** Encoded answers of reads. */
  replies: 32 * MiB,
  /** Reads that were asked once, by a hash: only what is asked again is kept. */
  'asked once': 2 * MiB,
  /** Pages of stories, compressed. */
  pages: 16 * MiB,
  /** Stories that are too long for their pages. */
  'long stories': 1 * MiB,
  /** Encoded tiles of the map of stops. */
  tiles: 64 * MiB,
  /** Documents of small collections that answers are made with. */
  'documents by id': 8 * MiB,
  /** Documents by revision, with the views that answers are made of. */
  'shared documents': 16 * MiB,
  /** Documents of one collection that its projector wrote last. */
  documents: 4 * MiB,
  /** Streams that commands were decided on. */
  streams: 32 * MiB,
  /** Who bears which token. */
  tokens: 16 * MiB,
  /** Numbers of documents that lists have. */
  counts: 2 * MiB,
  /** Lists that were found to be too long to count. */
  'long lists': 2 * MiB,
  /** Statements on read models that were seen, by a hash. */
  statements: 1 * MiB,
  /** Bytes that each caller wrote in a day. */
  written: 4 * MiB,
  /** Tries to sign in. */
  'sign-in': 8 * MiB,
  /** Words of the surroundings of recorded places. */
  surroundings: 8 * MiB,
  /** Answers of open services, where no Postgres keeps them. */
  'open answers': 8 * MiB,
  /** Tiles, letters and icons of streets that an open service has. */
  streets: 32 * MiB,
  /** Keys of what is personal in events. */
  'personal keys': 8 * MiB,
} as const;
export type CacheName = keyof typeof shares;

/** Bytes that all of them may have together, less than the sum of their shares: hardly ever is more than one of them full. */
const mostTogether = 128 * MiB;

/** What an entry takes in the maps and lists of a cache, bytes, measured. */
const entryBytes = 160;
/** What is of no use any more is looked for at most this often, when something is added; milliseconds. */
const sweepEvery = 30_000;
/** Longer keys are kept as a hash. */
const longestKey = 512;
/** Of longer lists so many are measured: what a list of that length has are ids, one like the other. */
const sampled = 64;
/** More than any document has. */
const manyFields = 50;
/** What it takes to remember what a part takes, bytes. */
const measureBytes = 128;
/** A part of a value that is worth to be measured only once, bytes. */
const largePart = 400;

type Key = string | number;

/** Entries by key, those that were used longest ago forgotten first. */
export interface CallerCache<K extends Key, V extends {}> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  size(): number;
  /** As they are counted, with keys. */
  bytes(): number;
}

export interface CacheOptions<V> {
  /** Bytes of a value, roughly; the key and what the cache itself needs are counted beside it. */
  sizeOf(value: V): number;
  /** Whether a value is of no use any more; such values go soon even if nobody asks for them again. */
  isStale?(value: V): boolean;
}

/** The memory that callers can make a process use, counted in bytes and bounded as a whole, however many caches share it. */
export interface CallerMemory {
  cache<K extends Key, V extends {}>(name: CacheName, options: CacheOptions<V>): CallerCache<K, V>;
  /** Bytes in use, by the name of the cache. */
  used(): Record<CacheName, number>;
}

interface Counted {
  name: CacheName;
  bytes(): number;
  /** Lets the oldest entry go. */
  shed(): void;
}

/**
 * @param most bytes of all caches together.
 * @param now clock, milliseconds.
 */
export function createCallerMemory(most: number, now: () => number = Date.now): CallerMemory {
  const caches = new Set<WeakRef<Counted>>();
  /** Those that somebody still has. */
  function* living(): Generator<Counted> {
    for (const reference of caches) {
      const cache = reference.deref();
      if (cache) yield cache;
      else caches.delete(reference);
    }
  }
  /** Bytes when all were counted last, and how much was set since: together never less than what there is. */
  let atMost = 0;
  /** Whoever has most gives way. */
  function makeRoom(added: number): void {
    atMost += added;
    while (atMost > most) {
      let together = 0;
      let largest: Counted | undefined;
      for (const cache of living()) {
        const bytes = cache.bytes();
        together += bytes;
        if (bytes > (largest?.bytes() ?? 0)) largest = cache;
      }
      atMost = together;
      if (together <= most || !largest) return;
      largest.shed();
    }
  }
  return {
    cache<K extends Key, V extends {}>(name: CacheName, { sizeOf, isStale }: CacheOptions<V>): CallerCache<K, V> {
      const sizeCalculation = (value: V, key: K): number => entryBytes + keyBytes(key) + Math.ceil(sizeOf(value));
      const lru = new LRUCache<K, V>({ maxSize: Math.min(shares[name], most), sizeCalculation });
      const counted: Counted = { name, bytes: () => lru.calculatedSize, shed: () => void lru.pop() };
      caches.add(new WeakRef(counted));
      let swept = now();
      function sweep(): void {
        if (!isStale || now() - swept < sweepEvery) return;
        swept = now();
        for (const [key, value] of lru) if (isStale(value)) lru.delete(key);
      }
      return {
        get: (key) => lru.get(key),
        set(key, value) {
          sweep();
          const before = lru.calculatedSize;
          lru.set(key, value);
          makeRoom(Math.max(0, lru.calculatedSize - before));
        },
        delete: (key) => void lru.delete(key),
        size: () => lru.size,
        bytes: () => counted.bytes(),
      };
    },
    used() {
      const used = Object.fromEntries(Object.keys(shares).map((name) => [name, 0])) as Record<CacheName, number>; // of the keys that it is a record of
      for (const { name, bytes } of living()) used[name] += bytes();
      return used;
    },
  };
}

/** Copies a string into one piece: a slice keeps its parent in memory, and a concatenation is joined each time it is sent. */
export const flattenString = (text: string): string => Buffer.from(text).toString();

/** The one of this process. */
export const callerMemory = createCallerMemory(mostTogether);

/** As if every character took two, which those beyond Latin do. */
const keyBytes = (key: Key): number => (typeof key === 'string' ? 2 * key.length : 16);

/** A key for a text of any length: the text itself when it is short. No short text with a space in it equals a hash. */
export const keyFor = (text: string): string => (text.length <= longestKey ? text : createHash('sha256').update(text).digest('base64url'));

/**
 * Bytes that a value of plain data takes, roughly. What it has twice counts twice.
 * @param measured what large parts were found to take, for values that share parts and are never changed.
 */
export function bytesOf(value: unknown, measured?: WeakMap<object, number>): number {
  // A text takes a byte for each character, or two when some are beyond ASCII.
  if (typeof value === 'string') return 24 + (Buffer.byteLength(value) === value.length ? 1 : 2) * value.length;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 0 : 16;
  if (typeof value !== 'object' || value === null) return 0;
  const known = measured?.get(value);
  if (known !== undefined) return known;
  let bytes = 48;
  if (value instanceof Map) for (const [key, item] of value) bytes += 40 + bytesOf(key, measured) + bytesOf(item, measured);
  else if (Array.isArray(value)) bytes += listBytes(value, measured);
  else bytes += fieldBytes(Object.values(value), measured);
  if (!measured || bytes <= largePart) return bytes;
  measured.set(value, bytes + measureBytes);
  return bytes + measureBytes;
}

/** An object of many fields is a table of hashes. */
function fieldBytes(values: readonly unknown[], measured: WeakMap<object, number> | undefined): number {
  const slot = values.length > manyFields ? 56 : 8;
  return values.reduce<number>((sum, item) => sum + slot + bytesOf(item, measured), 0);
}

function listBytes(list: readonly unknown[], measured: WeakMap<object, number> | undefined): number {
  const some = list.length > sampled ? list.slice(0, sampled) : list;
  const bytes = some.reduce<number>((sum, item) => sum + 8 + bytesOf(item, measured), 0);
  return some.length === 0 ? 0 : Math.ceil((bytes / some.length) * list.length);
}
