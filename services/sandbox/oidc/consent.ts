import { isMcpUrl, mcpUrlOf } from '@waystory/proto/assistant/mcp/address.ts';
import type { FastifyInstance } from 'fastify';
import type { InteractionResults } from 'oidc-provider';
import { z } from 'zod';
import { html } from '../pages/html.ts';
import { type Page, page } from '../pages/page.ts';
import { type Interaction, type InteractionOptions, type InteractionParams, interactionOf, UnknownInteraction } from './interaction.ts';
import { interactionPath, mcpScope } from './issuer.ts';
import { extendClient } from './records.ts';
import { destinationTextOf, privateSchemeOf } from './registration.ts';
import { userById } from './users.ts';

interface ConsentView {
  origin: string;
  uid: string;
  /** `client_name` of the registration, which nobody has verified. */
  name: string;
  /** Destination of the authorization code, in words. */
  place: string;
  /** Private-use URI scheme of the redirect URI; null for other schemes. */
  opens: string | null;
  /** Redirect URI, to which the form finally leads. */
  returnAddress: string;
  /** E-mail of the signed-in person. */
  email: string;
}

/** Page that asks whether a client may act for the person, and lists the permissions. */
function consentPage({ origin, uid, name, place, opens, returnAddress, email }: ConsentView): Page {
  const content = html`<h1>Let this assistant in?</h1>
<p class="lead"><strong>${name}</strong> wants to plan trips for you at Waystory.</p>
<section class="grants" aria-label="What it may do">
<h2>It may</h2>
<ul class="allowed"><li>Read stories and places, those that only you see too</li><li>Make itineraries, and change yours: days, stops and texts</li></ul>
<h2>It may not</h2>
<ul class="barred"><li>Publish or delete an itinerary</li><li>See your e-mail, or change your account</li><li>Use rights of a moderator or admin, if you have them</li></ul>
</section>
<p class="origin">It chose this name itself, and nobody has checked who it is. You will go on at <strong>${place}</strong>. If you did not begin this, do not allow it.</p>
${opens ? html`<p class="origin">This opens the program on this computer that handles <strong>${opens}</strong> addresses. Any program can say that it does.</p>` : null}
<form method="post" action="${interactionPath(uid)}/consent">
<button class="primary" name="decision" value="allow">Allow</button>
<button class="secondary" name="decision" value="deny">Do not allow</button>
</form>
<p class="other fine">You are signed in as ${email}. This ends when you sign out in this browser, or after two weeks.</p>`;
  return page({ title: 'Let this assistant in?', origin, content, leadsTo: opens ?? new URL(returnAddress).origin });
}

type Options = Pick<InteractionOptions, 'origin' | 'pool' | 'provider'>;

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string().default(''),
  resource: z.string().optional().catch(undefined),
});

/** Parameters of a pending consent prompt. @throws UnknownInteraction when the interaction has another prompt. */
function questionOf({ prompt, params, session }: Interaction): z.output<typeof asked> & { accountId: string } {
  const { data } = asked.safeParse(params);
  if (prompt.name !== 'consent' || !data || !session) throw new UnknownInteraction();
  return { ...data, accountId: session.accountId };
}

/** Consent page, on which a person decides whether a client may act for them. */
export async function consentPageFor(interaction: Interaction, { origin, pool, provider }: Options): Promise<Page> {
  const { client_id, redirect_uri, accountId } = questionOf(interaction);
  const [client, user] = await Promise.all([provider.Client.find(client_id), userById(pool, accountId)]);
  if (!client || !user) throw new UnknownInteraction();
  const name = client.clientName ?? client_id;
  const goesTo = { place: destinationTextOf(redirect_uri), opens: privateSchemeOf(redirect_uri), returnAddress: redirect_uri };
  return consentPage({ origin, uid: interaction.uid, name, ...goesTo, email: user.email });
}

/** Grants the scope of `/mcp` alone. All other requested scopes, such as `profile` and `offline_access`, are rejected in the grant. */
async function grant(interaction: Interaction, { origin, pool, provider }: Options): Promise<InteractionResults> {
  const { client_id: clientId, scope, resource, accountId } = questionOf(interaction);
  const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined;
  const given = known ?? new provider.Grant({ accountId, clientId });
  const [others, own] = [scope.split(' ').filter((one) => one !== 'openid' && one !== mcpScope), mcpUrlOf(origin)];
  given.addOIDCScope('openid');
  if (others.length > 0) given.rejectOIDCScope(others.join(' '));
  // The scope is also granted for the resource as the client spelled it, because oidc-provider compares the spelling.
  for (const name of new Set([own, resource ?? own])) if (isMcpUrl(name, origin)) given.addResourceScope(name, mcpScope);
  await extendClient(pool, clientId);
  return { consent: { grantId: await given.save() } };
}

const denied: InteractionResults = { error: 'access_denied', error_description: 'The person did not allow it' };
const form = z.object({ decision: z.enum(['allow', 'deny']).catch('deny') });

/** Handles the consent form, and redirects to the client. */
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
