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
  /** Address of the operator of this installation. */
  contact: string;
  /** Key that signs the cookies of known browsers. */
  cookieKey: string;
  log: Log;
}

export interface InteractionParams {
  uid: string;
}

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The interaction is not, or no longer, the one named by the browser's cookie. */
export class UnknownInteraction extends Error {}

/** The current interaction at the provider. @throws UnknownInteraction. */
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
