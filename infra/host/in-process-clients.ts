import { createClient } from '@waystory/proto/kit/client.ts';
import type { FastifyInstance } from 'fastify';
import { injectFetch } from '../http/caller.ts';
import { causeHeader } from '../http/request-headers.ts';
import { accountIdOf } from '../identity/account-id.ts';
import type { Identity } from '../identity/port.ts';
import { noTracing, type Tracing } from '../tracing/port.ts';
import { traceparentOf } from '../tracing/trace-context.ts';
import type { Caller, ClientFor } from './service.ts';

/** Clients of an app without a socket. They end when `stopping` is aborted; start-up work continues at the next start. */
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

/** Adds our current span to requests. */
const sayingWhere =
  (send: typeof fetch, tracing: Tracing): typeof fetch =>
  (input, init) => {
    const active = tracing.active();
    return send(
      input,
      active ? { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), traceparent: traceparentOf(active) } } : init,
    );
  };

/** Adds the product's reason to requests. */
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
  // An internal identity, created for each call.
  issuedAt: Number.POSITIVE_INFINITY,
  expiresAt: Number.POSITIVE_INFINITY,
});
