import { isMcpAddress, mcpAddress } from '@waystory/proto/assistant/mcp/address.ts';
import type { FastifyInstance } from 'fastify';
import type { InteractionResults } from 'oidc-provider';
import { z } from 'zod';
import type { Page } from '../pages/page.ts';
import { type Interaction, type InteractionOptions, type InteractionParams, interactionOf, UnknownInteraction } from './interaction.ts';
import { mcpScope } from './issuer.ts';
import { consentPage } from './pages/consent-page.ts';
import { keepClient } from './records.ts';
import { openedBy, placeOf } from './registration.ts';
import { userById } from './users.ts';

type Options = Pick<InteractionOptions, 'origin' | 'pool' | 'provider'>;

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string().default(''),
  resource: z.string().optional().catch(undefined),
});

/** The open consent question. @throws UnknownInteraction when there is none. */
function questionOf({ prompt, params, session }: Interaction): z.output<typeof asked> & { accountId: string } {
  const { data } = asked.safeParse(params);
  if (prompt.name !== 'consent' || !data || !session) throw new UnknownInteraction();
  return { ...data, accountId: session.accountId };
}

/** Consent page, on which a person decides whether a program may act for them. */
export async function consentPageFor(interaction: Interaction, { origin, pool, provider }: Options): Promise<Page> {
  const { client_id, redirect_uri, accountId } = questionOf(interaction);
  const [client, user] = await Promise.all([provider.Client.find(client_id), userById(pool, accountId)]);
  if (!client || !user) throw new UnknownInteraction();
  const name = client.clientName ?? client_id;
  const goesTo = { place: placeOf(redirect_uri), opens: openedBy(redirect_uri), returnAddress: redirect_uri };
  return consentPage({ origin, uid: interaction.uid, name, ...goesTo, email: user.email });
}

/** Grants the scope of `/mcp` alone. Other scopes, such as identity and offline access, are rejected for good. */
async function grant(interaction: Interaction, { origin, pool, provider }: Options): Promise<InteractionResults> {
  const { client_id: clientId, scope, resource, accountId } = questionOf(interaction);
  const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined;
  const given = known ?? new provider.Grant({ accountId, clientId });
  const [others, own] = [scope.split(' ').filter((one) => one !== 'openid' && one !== mcpScope), mcpAddress(origin)];
  given.addOIDCScope('openid');
  if (others.length > 0) given.rejectOIDCScope(others.join(' '));
  // Granted also under the resource name that the program requested, because the library compares that name.
  for (const name of new Set([own, resource ?? own])) if (isMcpAddress(name, origin)) given.addResourceScope(name, mcpScope);
  await keepClient(pool, clientId);
  return { consent: { grantId: await given.save() } };
}

const denied: InteractionResults = { error: 'access_denied', error_description: 'The person did not allow it' };
const form = z.object({ decision: z.enum(['allow', 'deny']).catch('deny') });

/** Takes the person's decision, and returns to the program. */
export function mountConsent(scope: FastifyInstance, options: Options): void {
  scope.post<{ Params: InteractionParams }>('/interaction/:uid/consent', async (request, reply) => {
    const interaction = await interactionOf(options, request, reply);
    questionOf(interaction);
    const isAllowed = form.parse(request.body ?? {}).decision === 'allow';
    const result = isAllowed ? await grant(interaction, options) : denied;
    const returnTo = await options.provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: isAllowed });
    return reply.redirect(returnTo, 303);
  });
}
