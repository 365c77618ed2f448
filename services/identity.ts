import type { Config } from '@waystory/infra/config.ts';
import type { Engines } from '@waystory/infra/engines.ts';
import { jwtVerifier } from '@waystory/infra/identity/jwt-verifier.ts';
import type { EmbeddedProvider } from '@waystory/infra/kit/host.ts';
import type { Log } from '@waystory/infra/log.ts';

/** The configured OIDC issuer, or the embedded provider when there is none. */
export async function chooseIdentity(config: Config, { pool }: Engines, log: Log): Promise<EmbeddedProvider> {
  const { OIDC_AUDIENCE: audience, OIDC_ROLES_CLAIM: rolesClaim, OIDC_CLIENT_ID: clientId } = config;
  if (config.OIDC_ISSUER) return { verifier: jwtVerifier({ issuer: config.OIDC_ISSUER, audience, rolesClaim }) };
  if (!pool) throw new Error('The embedded identity provider needs a Postgres');
  // Loaded only here: with a provider of one's own, none of it is needed.
  const [{ oidcProvider }, { publicKeys }, { issuerOf, mountPath }, { forgetUser }] = await Promise.all([
    import('./sandbox/oidc/provider.ts'),
    import('./sandbox/oidc/secrets.ts'),
    import('./sandbox/oidc/configuration.ts'),
    import('./sandbox/oidc/forget-user.ts'),
  ]);
  const plugin = await oidcProvider({ origin: config.PUBLIC_ORIGIN, pool, audience, clientId, log });
  return {
    verifier: jwtVerifier({ issuer: issuerOf(config.PUBLIC_ORIGIN), audience, rolesClaim, fetchKeys: () => publicKeys(pool) }),
    mount: async (app) => {
      await app.register(plugin, { prefix: mountPath });
    },
    forget: (accountId) => forgetUser(pool, issuerOf(config.PUBLIC_ORIGIN), accountId),
  };
}
