import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { hiddenFileRoute } from '@waystory/infra/hidden-route.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { Log } from '@waystory/infra/log.ts';
import { BadSignature, type ParsedWebhook, type Payments } from '@waystory/infra/payments/port.ts';
import type { FastifyInstance } from 'fastify';
import { stripeEventId, stripeEventStream } from './stripe-event.ts';

/** Path of the webhook, which operators register at Stripe. */
const path = '/api/webhooks/stripe';
/** Body limit, bytes. Stripe's own events have at most 20 kB. */
const bodyLimit = 256 * 1024;

interface WebhookServices {
  commands: Pick<CommandHandler, 'execute'>;
  payments: Payments;
  log: Pick<Log, 'warn'>;
}

/** Stores signed Stripe events before it answers. A request without a valid signature is refused and leaves nothing in the log. */
export async function mountWebhook(app: FastifyInstance, { commands, payments, log }: WebhookServices): Promise<void> {
  await app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    // Rate limit as for files: Stripe posts from few addresses.
    scope.post<{ Body: Buffer | undefined }>(path, { ...hiddenFileRoute, bodyLimit }, async ({ body = Buffer.alloc(0), headers }, reply) => {
      const signature = headers['stripe-signature'];
      let posted: ParsedWebhook;
      try {
        posted = await payments.notice(body, typeof signature === 'string' ? signature : undefined);
      } catch (error) {
        if (error instanceof BadSignature) return reply.code(400).send({ error: error.message });
        throw error;
      }
      // Stripe would retry a refused event for days and then disable the webhook.
      if (!('notice' in posted)) {
        log.warn({ type: posted.type }, `an event of Stripe is not used: ${posted.unused}`);
        return { received: true };
      }
      const { notice } = posted;
      // Most events are new, so the inbox is only read after a conflict.
      const drawnId = stripeEventId(notice.eventId);
      const context = { actorId: null, now: new Date().toISOString(), commandId: newId(), drawnId };
      await commands.execute(stripeEventStream, drawnId, [{ type: 'ReceiveStripeEvent', notice, missed: false }], context);
      return { received: true };
    });
  });
}
