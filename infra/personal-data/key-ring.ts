import { cacheRegistry } from '../cache-registry.ts';
import type { KeyPosition, PersonalKey, PersonalKeys } from './port.ts';
import { generateKey } from './sealer.ts';

/** Time to live of a cached key, milliseconds. Within it, a process may still decrypt fields whose key another process has destroyed. */
const maxAge = 2_000;
/** Memory of a cached key, bytes. */
const keyBytes = 200;

/** Key store with a cache. The current key of an account encrypts; each of its keys decrypts. */
export interface KeyRing extends PersonalKeys {
  /** Current key per account, created when missing; null when destroyed. It is never cached, because another process may have destroyed it. */
  present(accountIds: readonly string[]): Promise<Map<string, PersonalKey>>;
  /** Keys for decryption, by account and incarnation; null when missing. */
  find(places: readonly KeyPosition[]): Promise<(place: KeyPosition) => Buffer | null>;
}

type Lives = Map<number, Buffer | null>;

/** Caches keys briefly. @param now Clock, milliseconds. */
export function keyRing(keys: PersonalKeys, now: () => number = Date.now): KeyRing {
  const known = cacheRegistry.cache<string, { lives: Lives; until: number }>('personal keys', {
    sizeOf: ({ lives }) => 200 + keyBytes * lives.size,
    isStale: ({ until }) => until <= now(),
  });

  const learn = async (accountIds: readonly string[]): Promise<Map<string, Lives>> => {
    const byAccount = Map.groupBy(await keys.read(accountIds), ({ accountId }) => accountId);
    const learned = new Map(Array.from(byAccount, ([accountId, all]) => [accountId, new Map(all.map(({ life, key }) => [life, key]))]));
    for (const [accountId, lives] of learned) known.set(accountId, { lives, until: now() + maxAge });
    return learned;
  };
  /** Cached keys of the account; undefined when they are expired or lack this incarnation, which may be newer than the entry. */
  const remembered = ({ accountId, life }: KeyPosition): Lives | undefined => {
    const entry = known.get(accountId);
    return entry && entry.until > now() && entry.lives.has(life) ? entry.lives : undefined;
  };
  return {
    ...keys,
    present: async (accountIds) => {
      const found = latest(await keys.read(accountIds));
      const missing = accountIds.filter((accountId) => !found.has(accountId));
      if (missing.length === 0) return found;
      // Another process may add a key concurrently; the stored key is then used.
      await keys.add(missing.map((accountId) => ({ accountId, life: 0, key: generateKey() })));
      return new Map([...found, ...latest(await keys.read(missing))]);
    },
    find: async (places) => {
      const found = new Map<string, Lives>();
      const unknown = new Set<string>();
      for (const place of places) {
        const lives = remembered(place);
        if (lives) found.set(place.accountId, lives);
        else unknown.add(place.accountId);
      }
      if (unknown.size > 0) for (const [accountId, lives] of await learn([...unknown])) found.set(accountId, lives);
      return ({ accountId, life }) => found.get(accountId)?.get(life) ?? null;
    },
    destroy: async (accountId, below) => {
      await keys.destroy(accountId, below);
      known.delete(accountId);
    },
  };
}

function latest(keys: readonly PersonalKey[]): Map<string, PersonalKey> {
  const found = new Map<string, PersonalKey>();
  for (const key of keys) if (key.life > (found.get(key.accountId)?.life ?? -1)) found.set(key.accountId, key);
  return found;
}
