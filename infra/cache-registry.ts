import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MiB = 1024 * 1024;

/** Maximum bytes per cache. Every cache that requests fill is listed here; decision 0022 lists the bounds of other memory. */
const shares = {
  /** Encoded answers of reads. */
  replies: 32 * MiB,
  /** Hashes of reads requested once, because only the answers to repeated reads are cached. */
  'asked once': 2 * MiB,
  /** Pages of stories, compressed. */
  pages: 16 * MiB,
  /** Stories too long for a cached page. */
  'long stories': 1 * MiB,
  /** Encoded tiles of the map of stops. */
  tiles: 64 * MiB,
  /** Documents of small collections that many answers reference. */
  'documents by id': 8 * MiB,
  /** Documents by revision, with their memoized views. */
  'shared documents': 16 * MiB,
  /** Documents that projectors wrote last, per collection. */
  documents: 4 * MiB,
  /** Streams of recent commands. */
  streams: 32 * MiB,
  /** Identities by token. */
  tokens: 16 * MiB,
  /** Total counts of lists. */
  counts: 2 * MiB,
  /** Lists too long to count. */
  'long lists': 2 * MiB,
  /** Number of uses of each read-model statement, by its hash. */
  statements: 1 * MiB,
  /** Bytes written by each caller per day. */
  written: 4 * MiB,
  /** Sign-in attempts. */
  'sign-in': 8 * MiB,
  /** Words of the names of the areas around recorded places, for the name search. */
  surroundings: 8 * MiB,
  /** Answers of open services, for installations without Postgres. */
  'open answers': 8 * MiB,
  /** Tiles, fonts and icons of the street map of an open service. */
  streets: 32 * MiB,
  /** Keys of personal data in events. */
  'personal keys': 8 * MiB,
} as const;
export type CacheName = keyof typeof shares;

/** Maximum bytes of all caches together. It is below the sum of their shares, because rarely is more than one cache full. */
const mostTogether = 128 * MiB;

/** Overhead of an entry in the maps and lists of a cache, bytes, measured. */
const entryBytes = 160;
/** Minimum interval between sweeps of stale entries, milliseconds; a sweep runs on insertion. */
const sweepEvery = 30_000;
/** Longest key stored as text, characters; a longer key is stored as its hash. */
const longestKey = 512;
/** Maximum number of measured items per list. Items of longer lists are ids of equal size, so a sample suffices. */
const sampled = 64;
/** Number of fields above which V8 stores an object as a hash table; no document has so many. */
const manyFields = 50;
/** Overhead of a memoized measurement, bytes. */
const measureBytes = 128;
/** Size from which a part of a document is measured only once, bytes. */
const largePart = 400;

type Key = string | number;

/** Entries by key; the least recently used one is evicted first. */
export interface BoundedCache<K extends Key, V extends {}> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  size(): number;
  /** Estimated bytes in use, keys included. */
  bytes(): number;
}

export interface CacheOptions<V> {
  /** Approximate bytes of a value, without its key and the overhead of the cache. */
  sizeOf(value: V): number;
  /** True for a stale value; sweeps evict it even without another request. */
  isStale?(value: V): boolean;
}

/** Registry of all caches filled by requests, which bounds the bytes of each cache and of all together. */
export interface CacheRegistry {
  cache<K extends Key, V extends {}>(name: CacheName, options: CacheOptions<V>): BoundedCache<K, V>;
  /** Bytes in use per cache name. */
  used(): Record<CacheName, number>;
}

interface Counted {
  name: CacheName;
  bytes(): number;
  /** Evicts the least recently used entry. */
  shed(): void;
}

/**
 * @param most Maximum bytes of all caches together.
 * @param now Clock, milliseconds.
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
  /** Upper bound of the bytes in use: the last sum plus all bytes set later. */
  let atMost = 0;
  /** Evicts entries of the largest cache while the total exceeds `most`. */
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
      const used = Object.fromEntries(Object.keys(shares).map((name) => [name, 0])) as Record<CacheName, number>; // as: the keys of `shares`
      for (const { name, bytes } of living()) used[name] += bytes();
      return used;
    },
  };
}

/** Copies a string into one piece: a slice keeps its parent in memory, and a concatenation is joined each time it is sent. */
export const flattenString = (text: string): string => Buffer.from(text).toString();

/** The registry of this process. */
export const cacheRegistry = createCacheRegistry(mostTogether);

/** Assumes two bytes per character, the size in V8 of a string with characters outside Latin-1. */
const keyBytes = (key: Key): number => (typeof key === 'string' ? 2 * key.length : 16);

/** Cache key of a text: the text itself when short, else its hash. A short text with a space cannot equal a hash. */
export const cacheKeyFor = (text: string): string => (text.length <= longestKey ? text : createHash('sha256').update(text).digest('base64url'));

/**
 * Approximate bytes of a plain value. A part that occurs twice counts twice.
 * @param measured Sizes of large parts, for immutable values that share parts.
 */
export function bytesOf(value: unknown, measured?: WeakMap<object, number>): number {
  // A string is estimated at one byte per character, or at two with any character outside ASCII.
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

/** Objects with many fields are stored as hash tables. */
function fieldBytes(values: readonly unknown[], measured: WeakMap<object, number> | undefined): number {
  const slot = values.length > manyFields ? 56 : 8;
  return values.reduce<number>((sum, item) => sum + slot + bytesOf(item, measured), 0);
}

function listBytes(list: readonly unknown[], measured: WeakMap<object, number> | undefined): number {
  const some = list.length > sampled ? list.slice(0, sampled) : list;
  const bytes = some.reduce<number>((sum, item) => sum + 8 + bytesOf(item, measured), 0);
  return some.length === 0 ? 0 : Math.ceil((bytes / some.length) * list.length);
}
