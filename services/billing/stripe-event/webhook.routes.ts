import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { hiddenFile } from '@waystory/infra/hidden-route.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { Log } from '@waystory/infra/log.ts';
import { BadSignature, type Payments, type Posted } from '@waystory/infra/payments/port.ts';
import type { FastifyInstance } from 'fastify';
import { stripeEventId, stripeEventStream } from './stripe-event.ts';

/** Where Stripe posts to; the address is told to Stripe by whoever has an account there. */
const path = '/api/webhooks/stripe';
/** Stripe's own events have 20 kB at most, bytes. */
const bodyLimit = 256 * 1024;

export interface WebhookServices {
  commands: Pick<CommandHandler, 'execute'>;
  payments: Payments;
  log: Pick<Log, 'warn'>;
}

/** Takes events of Stripe: what Stripe has signed is in the log before Stripe hears that it came. Anything else leaves no trace. */
export async function mountWebhook(app: FastifyInstance, { commands, payments, log }: WebhookServices): Promise<void> {
  await app.register(async (scope) => {
    // What is signed are the very bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    // As many may come in a minute as files may be asked for: Stripe posts from few addresses.
    scope.post<{ Body: Buffer | undefined }>(path, { ...hiddenFile, bodyLimit }, async ({ body = Buffer.alloc(0), headers }, reply) => {
      const signature = headers['stripe-signature'];
      let posted: Posted;
      try {
        posted = await payments.notice(body, typeof signature === 'string' ? signature : undefined);
      } catch (error) {
        if (error instanceof BadSignature) return reply.code(400).send({ error: error.message });
        throw error;
      }
      // Stripe would repeat for days what is not accepted, and then post nothing more.
      if (!('notice' in posted)) {
        log.warn({ type: posted.type }, `an event of Stripe is not used: ${posted.unused}`);
        return { received: true };
      }
      const { notice } = posted;
      // Most come for the first time: only what does not is looked up.
      const drawnId = stripeEventId(notice.eventId);
      const context = { actorId: null, now: new Date().toISOString(), commandId: newId(), drawnId };
      await commands.execute(stripeEventStream, drawnId, [{ type: 'ReceiveStripeEvent', notice, missed: false }], context);
      return { received: true };
    });
  });
}
