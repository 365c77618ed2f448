import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const triesEveryMs = 200;
/** SQLITE_BUSY: another connection holds the lock. */
const busy = 5;

interface Locked<T> {
  work: () => Promise<T>;
  /** Called once when another holder has the lock. */
  onWait: () => void;
  /** Aborts the wait. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs `work` while holding the exclusive lock of this path, which need not exist yet. It is the operating system's lock on a database file, so a
 * holder's death releases it at once.
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
