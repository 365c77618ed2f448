import { type CacheRegistry, cacheRegistry } from '@waystory/infra/cache-registry.ts';

const windowMs = 60_000;
/** Attempts per minute for one e-mail from one IP address, or from one known browser. */
const perPair = 10;
/** Attempts per minute from one IP address for any e-mails, apart from known browsers; several people may share it. */
const perAddress = 60;
/** Token bucket for one e-mail from all IP addresses, or for one known browser: its size, and the milliseconds until one attempt is refilled. */
const perEmail = 30;
const forgivenEvery = 60_000;
/** Size of a counter in the cache, bytes. */
const counterBytes = 60;

/** One sign-in attempt. */
export interface SignInAttempt {
  address: string;
  email: string;
  /** Browser with an earlier sign-in by this e-mail. */
  device: string | null;
}

/**
 * Limits password guesses, per process. Guesses from many IP addresses share the bucket of an e-mail, so no user is locked out for longer than one
 * refill. A browser with an earlier sign-in has a bucket of its own.
 * @param now Milliseconds since 1970.
 */
export function createSignInLimit(now: () => number = Date.now, memory: CacheRegistry = cacheRegistry) {
  const isOver = ({ from }: { from: number }): boolean => now() - from >= windowMs;
  const windows = memory.cache<string, { from: number; tries: number }>('sign-in', { sizeOf: () => counterBytes, isStale: isOver });
  const left = ({ tries, at }: { tries: number; at: number }): number => Math.max(0, tries - (now() - at) / forgivenEvery);
  /** Attempts taken from each bucket as of `at`, before later refills. */
  const owed = memory.cache<string, { tries: number; at: number }>('sign-in', { sizeOf: () => counterBytes, isStale: (debt) => left(debt) === 0 });
  const pairOf = ({ address, email, device }: SignInAttempt): string => (device ? `device ${device}` : `${address} ${email}`);
  const sharedOf = ({ email, device }: SignInAttempt): string => (device ? `device ${device}` : email);

  const take = (key: string, limit: number): number => {
    let current = windows.get(key);
    if (!current || isOver(current)) {
      current = { from: now(), tries: 0 };
      windows.set(key, current);
    }
    current.tries++;
    return current.tries <= limit ? 0 : Math.ceil((current.from + windowMs - now()) / 1000);
  };
  const owedBy = (key: string): number => left(owed.get(key) ?? { tries: 0, at: now() });
  /** Takes an attempt from a bucket. A refused attempt takes none, so it does not prolong the wait. */
  const borrow = (key: string): number => {
    const tries = owedBy(key) + 1;
    if (tries > perEmail) return Math.ceil(((tries - perEmail) * forgivenEvery) / 1000);
    owed.set(key, { tries, at: now() });
    return 0;
  };

  return {
    /** Counts an attempt. Returns 0 when it is allowed, otherwise the seconds until the next attempt is. */
    count(one: SignInAttempt): number {
      const wait = Math.max(one.device ? 0 : take(one.address, perAddress), take(pairOf(one), perPair));
      return wait > 0 ? wait : borrow(sharedOf(one));
    },
    /** After a successful sign-in, resets the attempts of this minute, and returns one attempt to the bucket. */
    forget(one: SignInAttempt): void {
      windows.delete(pairOf(one));
      const key = sharedOf(one);
      owed.set(key, { tries: Math.max(0, owedBy(key) - 1), at: now() });
    },
  };
}
