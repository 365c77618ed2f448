import { hiddenAndFree } from '@waystory/infra/hidden-route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isFromThisMachine } from '../../this-machine.ts';
import { basePath } from '../keys.ts';
import { StripeRefusal } from '../refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { readBooks, readDeliveries } from './books.ts';
import { controlCommand } from './commands.ts';
import { control } from './control.ts';

const path = `${basePath}/control`;

/** `POST` does what a command says (`commands.ts`), `GET` shows the books. For this machine only. */
export async function serveControl(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  const refused = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null =>
    isFromThisMachine(request) ? null : reply.code(403).send({ error: 'The sandbox is controlled from this machine only.' });

  app.get(path, hiddenAndFree, async (request, reply) => {
    const refusal = refused(request, reply);
    if (refusal) return refusal;
    const [accounts, deliveries] = await Promise.all([readBooks(sandbox.pool), readDeliveries(sandbox.pool)]);
    return reply.send({ accounts, deliveries });
  });
  app.post(path, hiddenAndFree, async (request, reply) => {
    const refusal = refused(request, reply);
    if (refusal) return refusal;
    const command = controlCommand.safeParse(request.body);
    if (!command.success) return reply.code(400).send({ error: z.prettifyError(command.error) });
    try {
      return reply.send(await control(sandbox, command.data));
    } catch (error) {
      if (error instanceof StripeRefusal) return reply.code(error.status).send({ error: error.message });
      throw error;
    }
  });
}
