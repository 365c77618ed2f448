import type { Log } from '@waystory/infra/log.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type pg from 'pg';

export interface InteractionOptions {
  origin: string;
  pool: pg.Pool;
  provider: Provider;
  /** Whether ready users may sign in. */
  readyUsers: boolean;
  /** E-mail of the operator of this installation. */
  contact: string;
  /** Key that signs the cookies of known browsers. */
  cookieKey: string;
  log: Log;
}

export interface InteractionParams {
  uid: string;
}

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The interaction has ended, or is not the one in the browser's cookie. */
export class UnknownInteraction extends Error {}

/** Details of the interaction in the path. @throws UnknownInteraction. */
export async function interactionOf(
  { provider }: Pick<InteractionOptions, 'provider'>,
  { raw, params }: FastifyRequest<{ Params: InteractionParams }>,
  reply: FastifyReply,
): Promise<Interaction> {
  const details = await provider.interactionDetails(raw, reply.raw).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'SessionNotFound' ? new UnknownInteraction() : error;
  });
  if (details.uid !== params.uid) throw new UnknownInteraction();
  return details;
}
