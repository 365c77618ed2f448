import fc from 'fast-check';
import type { Tally } from '../tally.ts';

/** Checks a property and records it under a name; a failure is named with what went wrong, so that the line alone says where to look. */
export async function recordProperty<T>(
  property: fc.IAsyncProperty<T>,
  { what, runs, seed, tally }: { what: string; runs: number; seed: number; tally: Tally },
): Promise<void> {
  const details = await fc.check(property, { numRuns: runs, seed });
  if (details.failed) console.log(fc.defaultReportMessage(details));
  const fault = details.failed ? `: ${details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)}` : '';
  tally.record(!details.failed, `${details.numRuns} ${what}; seed ${seed}${fault}`);
}
