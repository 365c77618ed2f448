import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MiB = 1024 * 1024;

/** Bytes that each cache may have. Memory that grows with requests is listed here; decision 0022 names the rest with its bounds. */
const shares = {
  /** Encoded answers of reads. */
  replies: 32 * MiB,
  /** Reads that were asked once, by a hash: only answers that are asked for again are kept. */
  'asked once': 2 * MiB,
  /** Pages of stories, compressed. */
  pages: 16 * MiB,
  /** Stories that are too long for their pages. */
  'long stories': 1 * MiB,
  /** Encoded tiles of the map of stops. */
  tiles: 64 * MiB,
  /** Documents of small collections that many answers refer to. */
  'documents by id': 8 * MiB,
  /** Documents by revision, with the views that answers are made of. */
  'shared documents': 16 * MiB,
  /** Documents that a projector wrote last, per collection. */
  documents: 4 * MiB,
  /** Streams that commands were decided on. */
  streams: 32 * MiB,
  /** Identities by token. */
  tokens: 16 * MiB,
  /** Totals of lists. */
  counts: 2 * MiB,
  /** Lists that are too long to count. */
  'long lists': 2 * MiB,
  /** Uses of statements on read models, by a hash. */
  statements: 1 * MiB,
  /** Bytes that each caller wrote in a day. */
  written: 4 * MiB,
  /** Attempts to sign in. */
  'sign-in': 8 * MiB,
  /** Words of the surroundings of recorded places. */
  surroundings: 8 * MiB,
  /** Answers of open services, on stacks without Postgres. */
  'open answers': 8 * MiB,
  /** Tiles, fonts and icons of the street map of an open service. */
  streets: 32 * MiB,
  /** Keys of personal data in events. */
  'personal keys': 8 * MiB,
} as const;
export type CacheName = keyof typeof shares;

/** Bytes of all caches together, less than the sum of their shares: more than one is hardly ever full. */
const mostTogether = 128 * MiB;

/** Overhead of an entry in the maps and lists of a cache, bytes, measured. */
const entryBytes = 160;
/** Stale entries are swept at most this often, when something is added; milliseconds. */
const sweepEvery = 30_000;
/** Longer keys are kept as a hash. */
const longestKey = 512;
/** Items of a list that are measured: long lists hold ids, all of one size. */
const sampled = 64;
/** More than any document has. */
const manyFields = 50;
/** Overhead of a remembered measure, bytes. */
const measureBytes = 128;
/** Parts of a value from this size on are measured only once, bytes. */
const largePart = 400;

type Key = string | number;

/** Entries by key; the least recently used one is evicted first. */
export interface BoundedCache<K extends Key, V extends {}> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  size(): number;
  /** Bytes in use as they are counted, with keys. */
  bytes(): number;
}

export interface CacheOptions<V> {
  /** Bytes of a value, roughly; the key and what the cache itself needs are counted beside it. */
  sizeOf(value: V): number;
  /** Whether a value is stale; stale values are evicted soon even if nobody asks for them again. */
  isStale?(value: V): boolean;
}

/** Registry of the caches that requests fill: each is bounded in bytes, and so are all together. */
export interface CacheRegistry {
  cache<K extends Key, V extends {}>(name: CacheName, options: CacheOptions<V>): BoundedCache<K, V>;
  /** Bytes in use, by the name of the cache. */
  used(): Record<CacheName, number>;
}

interface Counted {
  name: CacheName;
  bytes(): number;
  /** Evicts the oldest entry. */
  shed(): void;
}

/**
 * @param most bytes of all caches together.
 * @param now clock, milliseconds.
 */
export function createCacheRegistry(most: number, now: () => number = Date.now): CacheRegistry {
  const caches = new Set<WeakRef<Counted>>();
  /** Caches that are still referenced. */
  function* living(): Generator<Counted> {
    for (const reference of caches) {
      const cache = reference.deref();
      if (cache) yield cache;
      else caches.delete(reference);
    }
  }
  /** Upper bound of the bytes in use: those of the last count, and all that was set since. */
  let atMost = 0;
  /** Evicts from the largest cache. */
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
    cache<K extends Key, V extends {}>(name: CacheName, { sizeOf, isStale }: CacheOptions<V>): BoundedCache<K, V> {
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

/** The registry of this process. */
export const cacheRegistry = createCacheRegistry(mostTogether);

/** Two bytes per character, as characters beyond Latin take. */
const keyBytes = (key: Key): number => (typeof key === 'string' ? 2 * key.length : 16);

/** A key for a text of any length: the text itself when it is short. No short text with a space in it equals a hash. */
export const keyFor = (text: string): string => (text.length <= longestKey ? text : createHash('sha256').update(text).digest('base64url'));

/**
 * Bytes that a value of plain data takes, roughly. A part that it has twice counts twice.
 * @param measured sizes of large parts, for values that share parts and are never changed.
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

/** An object of many fields is a hash table. */
function fieldBytes(values: readonly unknown[], measured: WeakMap<object, number> | undefined): number {
  const slot = values.length > manyFields ? 56 : 8;
  return values.reduce<number>((sum, item) => sum + slot + bytesOf(item, measured), 0);
}

function listBytes(list: readonly unknown[], measured: WeakMap<object, number> | undefined): number {
  const some = list.length > sampled ? list.slice(0, sampled) : list;
  const bytes = some.reduce<number>((sum, item) => sum + 8 + bytesOf(item, measured), 0);
  return some.length === 0 ? 0 : Math.ceil((bytes / some.length) * list.length);
}
