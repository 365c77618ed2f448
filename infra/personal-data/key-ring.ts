import { callerMemory } from '../caller-memory.ts';
import type { KeyPlace, PersonalKey, PersonalKeys } from './port.ts';
import { drawKey } from './sealed-text.ts';

/** How long a process may go on opening what another has destroyed the key of, milliseconds. */
const maxAge = 2_000;
/** What a key takes, bytes. */
const keyBytes = 200;

/** Keys as they are used: the present one to seal with, any to open with. */
export interface KeyRing extends PersonalKeys {
  /** The key to seal with, per account: that of its present life. Null when that was destroyed. Asked of the store each time, for it decides what is lost. */
  present(accountIds: readonly string[]): Promise<Map<string, PersonalKey>>;
  /** Keys to open with, by account and life; null for those that are not there. */
  find(places: readonly KeyPlace[]): Promise<(place: KeyPlace) => Buffer | null>;
}

type Lives = Map<number, Buffer | null>;

/** Remembers keys for a moment. @param now clock, milliseconds */
export function keyRing(keys: PersonalKeys, now: () => number = Date.now): KeyRing {
  const known = callerMemory.cache<string, { lives: Lives; until: number }>('personal keys', {
    sizeOf: ({ lives }) => 200 + keyBytes * lives.size,
    isStale: ({ until }) => until <= now(),
  });

  const learn = async (accountIds: readonly string[]): Promise<Map<string, Lives>> => {
    const byAccount = Map.groupBy(await keys.read(accountIds), ({ accountId }) => accountId);
    const learned = new Map(Array.from(byAccount, ([accountId, all]) => [accountId, new Map(all.map(({ life, key }) => [life, key]))]));
    for (const [accountId, lives] of learned) known.set(accountId, { lives, until: now() + maxAge });
    return learned;
  };
  /** Undefined when the store must be asked: a life that is not among those that are remembered may have begun since. */
  const remembered = ({ accountId, life }: KeyPlace): Lives | undefined => {
    const entry = known.get(accountId);
    return entry && entry.until > now() && entry.lives.has(life) ? entry.lives : undefined;
  };
  return {
    ...keys,
    present: async (accountIds) => {
      const found = latest(await keys.read(accountIds));
      const missing = accountIds.filter((accountId) => !found.has(accountId));
      if (missing.length === 0) return found;
      // Another process may be doing the same: what the store then has is the key.
      await keys.add(missing.map((accountId) => ({ accountId, life: 0, key: drawKey() })));
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
