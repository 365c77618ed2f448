import formbody from '@fastify/formbody';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { hiddenRoute } from '@waystory/infra/hidden-route.ts';
import { limitScopeAs } from '@waystory/infra/http/limits.ts';
import type { Log } from '@waystory/infra/log.ts';
import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { messagePage, type PageError, requireOwnForm, showFailure } from '../../pages/message-page.ts';
import { show } from '../../pages/page.ts';
import { checkoutOf } from '../checkout/checkout-store.ts';
import { payPath } from '../keys.ts';
import { StripeRefusal } from '../refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { executePayAction } from './customer.ts';
import { payActions, payPage, successUrlOf } from './pay-page.ts';

/** Requests per minute of one IP address. */
const perMinute = 300;
const path = payPath(':id');
const form = z.object({ do: z.enum(payActions) });

interface Params {
  id: string;
}

/** Serves the hosted page to anybody who has the session id. */
export async function servePayPage(app: FastifyInstance, sandbox: Sandbox, log: Log): Promise<void> {
  const { origin } = sandbox;
  await app.register(async (scope) => {
    limitScopeAs(scope, { as: 'page', perMinute });
    await scope.register(formbody);
    scope.setErrorHandler((error: PageError, _request, reply) => tell(error, reply, origin, log));
    scope.get<{ Params: Params }>(path, hiddenRoute, async (request, reply) =>
      show(reply, 200, payPage(await checkoutOf(sandbox, 'session', request.params.id), origin)),
    );
    scope.post<{ Params: Params }>(path, hiddenRoute, async (request, reply) => {
      requireOwnForm(request, origin);
      const { id } = request.params;
      const sent = form.safeParse(request.body);
      if (!sent.success)
        return show(reply, 400, messagePage(origin, 'That did not work', 'The form was not as this page sends it. Go back and try again.'));
      // A refused action redirects to the page, which shows the outcome: the session was paid in another tab, or has expired.
      const checkout = await executePayAction(sandbox, id, sent.data.do).catch((error: unknown) => {
        if (error instanceof StripeRefusal && error.status === 400) return null;
        throw error;
      });
      return reply.redirect(checkout?.status === 'complete' ? successUrlOf(checkout) : payPath(id), 303);
    });
  });
}

function tell(error: PageError, reply: FastifyReply, origin: string, log: Log): FastifyReply {
  if (error instanceof StripeRefusal && error.status === 404)
    return show(
      reply,
      404,
      messagePage(origin, 'There is no such payment', 'The address is not that of a payment. Go back to Waystory and begin once more.'),
    );
  const away = asPostgresError(error);
  return showFailure(away instanceof EngineUnavailable ? away : error, reply, origin, log, 'the page of a test payment failed');
}
