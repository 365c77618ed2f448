import { randomBytes } from 'node:crypto';
import { createClient } from '@waystory/proto/kit/client.ts';
import type { FastifyInstance } from 'fastify';
import { causeHeader, injectFetch } from '../http/caller.ts';
import { accountIdOf } from '../identity/account-id.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import { noTracing, type Tracing, traceparentOf } from '../tracing/port.ts';
import type { Caller, ClientFor } from './service.ts';

/** Creates clients of an app without a socket. They reject after `stopping` is aborted; start-up work continues at the next start. */
export function inProcessClients(
  app: FastifyInstance,
  tokenFor: (identity: Identity) => string,
  stopping: AbortSignal,
  tracing: Tracing = noTracing,
): ClientFor {
  const send = sayingWhere(injectFetch(app), tracing);
  const whileRunning: typeof fetch = async (...request) => {
    if (stopping.aborted) throw new Error('The product is stopping');
    return send(...request);
  };
  return (routes, who, cause) => {
    const token = tokenFor(identityOf(who));
    return createClient(routes, { baseUrl: '/api', token: async () => token, fetch: cause ? sayingWhy(whileRunning, cause) : whileRunning });
  };
}

/** Adds the active span to requests (`traceparent`). */
const sayingWhere =
  (send: typeof fetch, tracing: Tracing): typeof fetch =>
  (input, init) => {
    const active = tracing.active();
    return send(
      input,
      active ? { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), traceparent: traceparentOf(active) } } : init,
    );
  };

/** Adds the cause to requests that the product itself issues. */
const sayingWhy =
  (send: typeof fetch, cause: string): typeof fetch =>
  (input, init) =>
    send(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), [causeHeader]: cause } });

function personOf(who: Caller): Pick<Identity, 'subjectId' | 'accountId' | 'roles' | 'isDelegated'> {
  if ('delegatedBy' in who) return { ...personOf({ accountId: who.delegatedBy, roles: [] }), isDelegated: true };
  if ('subjectId' in who) return { subjectId: who.subjectId, accountId: accountIdOf(who.subjectId), roles: who.roles };
  return { subjectId: `account|${who.accountId}`, accountId: who.accountId, roles: who.roles };
}

const identityOf = (who: Caller): Identity => ({
  ...personOf(who),
  email: null,
  name: null,
  // An internal identity, created for each call, never expires.
  issuedAt: Number.POSITIVE_INFINITY,
  expiresAt: Number.POSITIVE_INFINITY,
});

interface InternalCallers {
  verifier: TokenVerifier;
  /** Creates a verifier that accepts internal tokens and the tokens of another verifier. */
  alsoFor(verifier: TokenVerifier): TokenVerifier;
  tokenFor(identity: Identity): string;
}

/** Creates tokens by which the product calls its own API in the same process. They exist only in memory. */
export function internalCallers(verifier: TokenVerifier): InternalCallers {
  const identities = new Map<string, Identity>();
  const tokens = new Map<string, string>();
  const alsoFor = (others: TokenVerifier): TokenVerifier => ({
    verify: async (token) => identities.get(token) ?? others.verify(token),
    recall: (token) => identities.get(token) ?? others.recall(token),
  });
  return {
    verifier: alsoFor(verifier),
    alsoFor,
    tokenFor(identity) {
      const key = `${identity.subjectId} ${identity.roles} ${identity.isDelegated}`;
      const known = tokens.get(key);
      if (known) return known;
      const token = `internal.${randomBytes(32).toString('base64url')}`;
      tokens.set(key, token);
      identities.set(token, identity);
      return token;
    },
  };
}
