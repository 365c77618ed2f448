import { auth } from './auth.ts';

/** Refusals of a sign-in for a reason that signing in again does not change. */
const lasting: ReadonlySet<unknown> = new Set(['auth/unusable-token', 'auth/misconfigured']);

const codeIn = (problem: unknown): unknown => (typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined);

/** Notices when the product cannot use the token that a request carried. */
export const noticingRefusals =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request);
    if (response.status !== 401 && response.status !== 500) return response;
    const problem: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    if (lasting.has(codeIn(problem))) auth.refused();
    return response;
  };
