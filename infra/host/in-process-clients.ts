import { createClient } from '@waystory/proto/kit/client.ts';
import type { FastifyInstance } from 'fastify';
import { injectFetch } from '../http/inject-fetch.ts';
import { accountIdOf } from '../identity/account-id.ts';
import type { Identity } from '../identity/port.ts';
import type { Caller, ClientFor } from './service.ts';

/** Clients of an app without a socket. They end when the process stops: work at the start goes on at the next one. */
export function inProcessClients(app: FastifyInstance, tokenFor: (identity: Identity) => string, stopping: AbortSignal): ClientFor {
  const send = injectFetch(app);
  const whileRunning: typeof fetch = async (...request) => {
    if (stopping.aborted) throw new Error('The product is stopping');
    return send(...request);
  };
  return (routes, who) => {
    const token = tokenFor(identityOf(who));
    return createClient(routes, { baseUrl: '/api', token: async () => token, fetch: whileRunning });
  };
}

const identityOf = (who: Caller): Identity => ({
  subjectId: 'subjectId' in who ? who.subjectId : `account|${who.accountId}`,
  accountId: 'subjectId' in who ? accountIdOf(who.subjectId) : who.accountId,
  email: null,
  name: null,
  roles: who.roles,
  // The product's own, made anew for each call.
  issuedAt: Number.POSITIVE_INFINITY,
  expiresAt: Number.POSITIVE_INFINITY,
});
