import { type CallerMemory, callerMemory } from '@waystory/infra/caller-memory.ts';

const windowMs = 60_000;
/** Tries for one e-mail from one address. */
const perPair = 10;
/** Tries from one address for any e-mails; several people may share it. */
const perAddress = 60;
/** What a counter takes, bytes. */
const counterBytes = 60;

export interface SignInLimit {
  /** Counts a try. Answers 0 when it may go on, else the seconds until the next one may. */
  count(address: string, email: string): number;
  /** Forgets the tries of someone who got in. */
  forget(address: string, email: string): void;
}

/**
 * Slows down guessing of passwords, per process and minute.
 * @param now milliseconds since 1970.
 */
export function signInLimit(now: () => number = Date.now, memory: CallerMemory = callerMemory): SignInLimit {
  const isStale = ({ from }: { from: number }): boolean => now() - from >= windowMs;
  const windows = memory.cache<string, { from: number; tries: number }>('sign-in', { sizeOf: () => counterBytes, isStale });
  const pairOf = (address: string, email: string): string => `${address} ${email}`;

  const take = (key: string, limit: number): number => {
    let current = windows.get(key);
    if (!current || isStale(current)) {
      current = { from: now(), tries: 0 };
      windows.set(key, current);
    }
    current.tries++;
    return current.tries <= limit ? 0 : Math.ceil((current.from + windowMs - now()) / 1000);
  };

  return {
    count: (address, email) => Math.max(take(address, perAddress), take(pairOf(address, email), perPair)),
    forget: (address, email) => {
      windows.delete(pairOf(address, email));
    },
  };
}
