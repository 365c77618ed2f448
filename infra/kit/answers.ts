import { Rejected } from './decider.ts';

/** The thing that was asked for. @throws Rejected with `code` when it is not there. */
export function found<T>(thing: T | null | undefined, code: `${string}/unknown`): T {
  if (thing === null || thing === undefined) throw new Rejected(code);
  return thing;
}
