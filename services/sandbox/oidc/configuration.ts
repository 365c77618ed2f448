import { isMcpUrl, mcpUrlOf } from '@waystory/proto/assistant/mcp/address.ts';
import type { Client, Configuration, Grant, KoaContextWithOIDC } from 'oidc-provider';
import type pg from 'pg';
import { html, raw } from '../pages/html.ts';
import { errorPage, expiredPage, messagePage } from '../pages/message-page.ts';
import { type Page, page, pageHeaders } from '../pages/page.ts';
import { grantClaim } from './grant-check.ts';
import { apiScope, interactionPath, issuerOf, mcpScope, mountPath, registrationPath, signingAlgorithm } from './issuer.ts';
import type { Library } from './library.ts';
import { isDemoUser } from './ready-users.ts';
import type { ProviderSecrets } from './secrets.ts';
import { claimsOf, userById } from './users.ts';

const pressAtOnce = "document.querySelector('button[name=logout]').click()";

/**
 * Asks whether to sign out. The person presses a button; with `atOnce` a script does.
 * @param form HTML of oidc-provider's form, which has the id `op.logoutForm`.
 */
const signOutPage = (origin: string, form: string, { atOnce }: { atOnce: boolean }): Page =>
  page({
    title: 'Sign out',
    origin,
    content: html`<h1>Leaving already?</h1>
<p class="lead">You will be signed out of Waystory in this browser.</p>
${raw(form)}
<button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<p class="other"><a href="${origin}/">Stay signed in</a></p>`,
    ...(atOnce && { script: pressAtOnce }),
  });

const signedOutPage = (origin: string): Page => messagePage(origin, 'You are signed out', 'See you on the road.');

function show(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page));
  ctx.body = page.html;
}

/** Page for an authorization request that the provider refuses. */
const renderError =
  (origin: string) =>
  (ctx: KoaContextWithOIDC, { error }: { error: string }, cause: Error): void => {
    // The deletion of an account ends its sessions, perhaps before the confirmation of the sign-out arrives.
    const isSignedOut = ctx.oidc?.route === 'end_session_confirm' && ctx.oidc.session?.accountId === undefined;
    const expired = cause.name === 'SessionNotFound';
    if (isSignedOut) ctx.redirect(origin);
    else show(ctx, expired ? expiredPage(origin) : errorPage(origin, ctx.status >= 500 ? undefined : error));
  };

/** Sign-out page. It asks for confirmation, unless an ID token proves that the web app started the sign-out. */
const renderLogout =
  (origin: string) =>
  (ctx: KoaContextWithOIDC, form: string): void => {
    const { entities, session } = ctx.oidc;
    show(ctx, signOutPage(origin, form, { atOnce: session?.accountId !== undefined && entities.IdTokenHint?.payload.sub === session.accountId }));
  };

const renderSignedOut =
  (origin: string) =>
  (ctx: KoaContextWithOIDC): void =>
    show(ctx, signedOutPage(origin));

export { issuerOf, mountPath } from './issuer.ts';

const scopes = ['openid', 'profile', 'email', 'offline_access'];
const minutes = 60;
const days = 24 * 60 * minutes;
/** Lifetimes, seconds. An interaction is short-lived, because anybody can start one. */
const ttl = {
  AccessToken: 15 * minutes,
  AuthorizationCode: 1 * minutes,
  Grant: 14 * days,
  IdToken: 60 * minutes,
  Interaction: 20 * minutes,
  RefreshToken: 14 * days,
  Session: 14 * days,
};

export interface ProviderOptions {
  /** Public origin of the product. */
  origin: string;
  pool: pg.Pool;
  /** Audience of the API, in every access token of the web app. */
  audience: string;
  /** Client id of the web app, the only client without dynamic registration. */
  clientId: string;
  /** Whether ready users may sign in; their password is public. */
  readyUsers: boolean;
  /** E-mail of the operator of this installation, shown to people who cannot sign in. */
  contact: string;
}

/** Adds the prompt `create`, which shows the sign-up page ("Initiating User Registration via OpenID Connect"). */
function policyWithSignUp({ interactionPolicy }: Library): ReturnType<Library['interactionPolicy']['base']> {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0);
  return policy;
}

/** Grant of a client. The web app belongs to the product, so it needs no consent; a registered client has only the scopes that the person granted. */
async function grantFor({ oidc }: KoaContextWithOIDC, { audience, clientId }: ProviderOptions): Promise<Grant | undefined> {
  const { client, session, provider, result } = oidc;
  if (!client || !session?.accountId) return undefined;
  const known = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const existing = known ? await provider.Grant.find(known) : undefined;
  if (existing?.accountId === session.accountId) return existing;
  if (client.clientId !== clientId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scopes.join(' '));
  grant.addResourceScope(audience, apiScope);
  await grant.save();
  return grant;
}

/**
 * Adds the scope of `/mcp` to authorization requests of registered clients, which may omit the scope or request unavailable ones. A request can be
 * changed only while a custom parameter is checked. So `completed` exists, although no client sends it.
 */
const scopeOfOthers = (clientId: string): Configuration['extraParams'] => ({
  completed({ oidc: { params, client } }) {
    if (params && client?.clientId !== clientId) params.scope = [params.scope, mcpScope].filter(Boolean).join(' ');
  },
});

const webClient = (origin: string, clientId: string) => ({
  client_id: clientId,
  client_name: 'Waystory',
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code' as const],
  redirect_uris: [`${origin}/auth/callback`, `${origin}/auth/silent.html`, `${origin}/api/docs/static/oauth2-redirect.html`],
  post_logout_redirect_uris: [`${origin}/`],
});

function features({ origin, audience, clientId }: ProviderOptions, { errors }: Library): Configuration['features'] {
  /** Resource of a client's access tokens: the API for the web app, `/mcp` alone for registered clients. */
  const resourceOf = (client: Client) =>
    client.clientId === clientId ? { resource: audience, scope: apiScope } : { resource: mcpUrlOf(origin), scope: mcpScope };
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    // Disabled, because access tokens are for the API, and the web app reads the person's name from the ID token.
    userinfo: { enabled: false },
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: { enabled: true, logoutSource: renderLogout(origin), postLogoutSuccessSource: renderSignedOut(origin) },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client) => resourceOf(client).resource,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, asked, client) {
        const { resource, scope } = resourceOf(client);
        if (asked !== resource && !(resource !== audience && isMcpUrl(asked, origin))) throw new errors.InvalidTarget();
        return { scope, audience: resource, accessTokenFormat: 'jwt', accessTokenTTL: ttl.AccessToken, jwt: { sign: { alg: signingAlgorithm } } };
      },
    },
  };
}

/** Complete configuration of oidc-provider, except for the storage of its records. */
export function configurationOf(options: ProviderOptions, secrets: ProviderSecrets, library: Library): Configuration {
  const { origin, pool, clientId, readyUsers } = options;
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, path: mountPath } as const;
  return {
    clients: [webClient(origin, clientId)],
    jwks: { keys: [secrets.signingKey] } as Configuration['jwks'], // jose's type of a key is wider than the provider's
    cookies: {
      // Cookies of a host are shared by all its ports, so the names must be unique to this product.
      names: { session: 'waystory_session', interaction: 'waystory_interaction', resume: 'waystory_resume' },
      keys: secrets.cookieKeys,
      long: cookie,
      short: cookie,
    },
    scopes,
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    // The web app reads the person's name from the ID token.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    extraParams: scopeOfOthers(clientId),
    discovery: {
      prompt_values_supported: ['none', 'login', 'create', 'consent'],
      registration_endpoint: `${issuerOf(origin)}${registrationPath}`,
    },
    clientBasedCORS: (_ctx, from) => from === origin,
    features: features(options, library),
    // Refresh tokens depend on the grant type, because the scope `offline_access` would require consent.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl,
    interactions: { policy: policyWithSignUp(library), url: (_ctx, { uid }) => interactionPath(uid) },
    loadExistingGrant: (ctx) => grantFor(ctx, options),
    async findAccount(_ctx, sub) {
      const user = isDemoUser({ id: sub }) && !readyUsers ? null : await userById(pool, sub);
      return user ? { accountId: user.id, claims: () => ({ sub: user.id, ...claimsOf(user) }) } : undefined;
    },
    async extraTokenClaims(_ctx, token) {
      if (!('accountId' in token)) return undefined;
      // A registered client can read its tokens, so they contain no roles and nothing about the person.
      if (token.clientId !== clientId) return { [grantClaim]: token.grantId };
      const user = token.accountId ? await userById(pool, token.accountId) : null;
      return user ? claimsOf(user) : undefined;
    },
    renderError: renderError(origin),
  };
}
