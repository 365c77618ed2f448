import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const lowest = constants.priority.PRIORITY_LOW;

/** Lets everything else on the machine go first. Called early: threads that begin later take after the one that starts them. */
export function takeLowestPriority(): void {
  // On Linux each thread has a priority of its own, also those that clear up memory.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads)
    try {
      setPriority(thread, lowest);
    } catch {
      // It ended meanwhile, or this is not for us to say; then it only is less polite.
    }
}
