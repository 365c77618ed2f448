import { type Access, matrix, type Row } from '@waystory/proto/kit/access.ts';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import type { CommandHandler } from '../commands/command-handler.ts';
import { Rejected } from '../errors.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import { anonymous, isAdmin, isModerator, type Principal } from '../identity/principal.ts';

/** Remote address of requests without a socket; no network address looks like it. */
const internal = 'inside';

/** True for a request sent by the product itself. */
export const isInternalRequest = ({ raw }: FastifyRequest): boolean => raw.socket.remoteAddress === internal;

/** A `fetch` that reaches the app in the same process, without a socket. */
export const injectFetch =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const method = (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>; // methods of fetch and inject are the same words
    const headers = Object.fromEntries(new Headers(init?.headers));
    const payload = typeof init?.body === 'string' ? { payload: init.body } : {};
    const answer = await app.inject({ method, url: String(input), headers, ...payload, remoteAddress: internal });
    const answered = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: answered });
  };

/** Admits or refuses the bearer of a valid token. */
export interface Admission {
  /**
   * Reason to refuse a bearer: `auth/suspended`, with reason and end as data, or `auth/expired-token`; null for none. Runs on every request, so it
   * answers from memory.
   */
  refusalOf(identity: Identity): Rejected | null;
  /**
   * Runs on every write. It knows writes of this process at once, and other processes' writes after a fraction of a second.
   * @param commands Command handler of the process, whose cache knows its writes.
   * @throws Rejected the refusal of `refusalOf`, or `auth/no-account` without an account.
   */
  requireAccount(identity: Identity, commands: Pick<CommandHandler, 'recall'>): Promise<void>;
}

/**
 * A verifier that refuses tokens of bearers who are not admitted.
 * @throws Rejected the refusal, in addition to the errors of `verifier`.
 */
export function admittedBy(admission: Admission, verifier: TokenVerifier): TokenVerifier {
  const admitted = (identity: Identity): Identity => {
    const refusal = admission.refusalOf(identity);
    if (refusal) throw refusal;
    return identity;
  };
  return {
    verify: async (token) => admitted(await verifier.verify(token)),
    recall(token) {
      const identity = verifier.recall(token);
      return identity && admitted(identity);
    },
  };
}

/**
 * Identity of a caller; null without an Authorization header. Synchronous for a cached token.
 * @throws InvalidToken for any header that is not a valid bearer token.
 */
export function identify(request: FastifyRequest, verifier: TokenVerifier): Identity | null | Promise<Identity> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = header.startsWith('Bearer ') ? header.slice(7) : /^Bearer (\S+)$/i.exec(header)?.[1];
  if (!token) throw new Rejected('auth/invalid-token');
  return verifier.recall(token) ?? verifier.verify(token);
}

/** Roles belong to a person: a delegate of that person has none (decision 0074). */
export function principalOf(identity: Identity | null): Principal {
  if (!identity) return anonymous;
  const { accountId, roles, isDelegated } = identity;
  return isDelegated ? { accountId, roles: [], isDelegated } : { accountId, roles };
}

/** Column of the access matrix with the rights of a principal. */
function columnOf(principal: Principal): keyof Row {
  if (principal.isDelegated) return 'delegated';
  if (isAdmin(principal)) return 'admin';
  if (isModerator(principal)) return 'moderator';
  return principal.accountId ? 'user' : 'anonymous';
}

/** @throws Rejected when the matrix gives the principal no access at all. */
export function requireAccess(access: Access, principal: Principal): void {
  if (matrix[access][columnOf(principal)] !== 'none') return;
  throw new Rejected(principal.accountId ? 'auth/forbidden' : 'auth/required');
}
