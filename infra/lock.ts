import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const triesEveryMs = 200;
/** SQLITE_BUSY: another connection holds the lock. */
const busy = 5;

interface Locked<T> {
  work: () => Promise<T>;
  /** Told once when somebody else has the lock. */
  onWait: () => void;
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
}

export interface LockOptions<T> {
  /** Told once when another has the lock. */
  onWait: () => void;
  work: () => Promise<T>;
  /** Ends the waiting; what is being worked on hears of it by itself. */
  signal?: AbortSignal;
}

/**
 * Does `work` while no other process or caller holds the lock of this path, which need not exist yet.
 * The lock is the system's own on a database file, so that of a process that died is free at once, however it died.
 */
export async function withLock<T>(path: string, { onWait, work, signal }: Locked<T>): Promise<T> {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    for (let told = false; !taken(database); told = true) {
      if (!told) onWait();
      await pause(triesEveryMs, undefined, signal && { signal });
    }
    return await work();
  } finally {
    database.close();
  }
}

function taken(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false;
    throw error;
  }
}
