import { auth } from './auth.ts';

/** Refusals that another sign-in would not mend. */
const lasting: ReadonlySet<unknown> = new Set(['auth/unusable-token', 'auth/misconfigured']);

const codeIn = (problem: unknown): unknown => (typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined);

/** Detects that the product cannot use a request's token. */
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
