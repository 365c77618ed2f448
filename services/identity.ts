import type { Adapters } from '@waystory/infra/adapters.ts';
import type { Config } from '@waystory/infra/config.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { IdentityProvider } from '@waystory/infra/host/embedded-provider.ts';
import { createDiscovery, type Discovery } from '@waystory/infra/identity/discovery.ts';
import { jwtVerifier } from '@waystory/infra/identity/jwt-verifier.ts';
import type { TokenVerifier } from '@waystory/infra/identity/port.ts';
import type { Log } from '@waystory/infra/log.ts';
import { mcpUrlOf } from '@waystory/proto/assistant/mcp/address.ts';

/** Identity provider: the configured OIDC issuer, or the embedded provider without one. */
export async function chooseIdentityProvider(config: Config, { pool }: Adapters, log: Log): Promise<IdentityProvider> {
  const { OIDC_AUDIENCE: audience, OIDC_ROLES_CLAIM: rolesClaim, OIDC_CLIENT_ID: clientId, PUBLIC_ORIGIN: origin } = config;
  // Audiences that `/mcp` accepts. Tokens with its own audience belong to other assistants, and are valid for `/mcp` only.
  const delegated = [audience, mcpUrlOf(origin)];
  if (config.OIDC_ISSUER) {
    const issuer = config.OIDC_ISSUER;
    const discovery = createDiscovery({ issuer, scope: config.OIDC_SCOPE, audienceParameter: config.OIDC_AUDIENCE_PARAMETER }, log);
    const own = { issuer, rolesClaim, discovery, clientId, elsewhere: delegated };
    return {
      verifier: jwtVerifier({ ...own, audience }),
      delegatedVerifier: jwtVerifier({ ...own, audience: delegated }),
      known: discovery,
      stop: discovery.watch(),
      ask: () => askProvider(discovery),
    };
  }
  if (!pool) throw new Error('The embedded identity provider needs a Postgres');
  // Imported dynamically, because an external provider needs none of these modules.
  const [{ oidcProvider }, { publicKeys }, { issuerOf }, { forgetUser }, { withoutReadyUsers }, { withGrantCheck }] = await Promise.all([
    import('./sandbox/oidc/provider.ts'),
    import('./sandbox/oidc/secrets.ts'),
    import('./sandbox/oidc/configuration.ts'),
    import('./sandbox/oidc/forget-user.ts'),
    import('./sandbox/oidc/ready-users.ts'),
    import('./sandbox/oidc/grant-check.ts'),
  ]);
  const readyUsers = config.READY_ACCOUNTS !== 'none';
  if (config.READY_ACCOUNTS === 'everyone')
    log.warn('whoever reaches the product may sign in as its administrator with a public password, because of READY_ACCOUNTS=everyone');
  const issuer = issuerOf(origin);
  const plugin = await oidcProvider({ origin, pool, audience, clientId, readyUsers, contact: config.CONTACT_EMAIL, log });
  const verifierFor = (audience: string | string[]): TokenVerifier => {
    const verifier = jwtVerifier({ issuer, audience, rolesClaim, fetchKeys: () => publicKeys(pool) });
    return readyUsers ? verifier : withoutReadyUsers(issuer, verifier);
  };
  return {
    verifier: verifierFor(audience),
    delegatedVerifier: withGrantCheck(pool, mcpUrlOf(origin), verifierFor(delegated)),
    mount: async (app) => {
      await app.register(plugin);
    },
    ask: () => publicKeys(pool),
    forget: (accountId) => forgetUser(pool, issuer, accountId),
  };
}

/** Checks that the provider answers. @throws Error whose code has the reason: no answer, or a setting that prevents every sign-in. */
async function askProvider(discovery: Discovery): Promise<void> {
  const failure: unknown = await discovery.check().then(
    () => null,
    (error: unknown) => error,
  );
  const fault = discovery.faults().find(({ blocks }) => blocks);
  if (fault && !(failure instanceof EngineUnavailable)) throw Object.assign(new Error(fault.remedy), { code: fault.code });
  if (failure !== null) throw failure;
}
