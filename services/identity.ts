import type { Adapters } from '@waystory/infra/adapters.ts';
import type { Config } from '@waystory/infra/config.ts';
import type { EmbeddedProvider } from '@waystory/infra/host/host.ts';
import { jwtVerifier } from '@waystory/infra/identity/jwt-verifier.ts';
import type { Log } from '@waystory/infra/log.ts';

/** The configured OIDC issuer, or the embedded provider when there is none. */
export async function chooseIdentity(config: Config, { pool }: Adapters, log: Log): Promise<EmbeddedProvider> {
  const { OIDC_AUDIENCE: audience, OIDC_ROLES_CLAIM: rolesClaim, OIDC_CLIENT_ID: clientId, PUBLIC_ORIGIN: origin } = config;
  if (config.OIDC_ISSUER) return { verifier: jwtVerifier({ issuer: config.OIDC_ISSUER, audience, rolesClaim }) };
  if (!pool) throw new Error('The embedded identity provider needs a Postgres');
  // Loaded only here: with a provider of one's own, none of it is needed.
  const [{ oidcProvider }, { publicKeys }, { issuerOf, mountPath }, { forgetUser }, { withoutReadyUsers }] = await Promise.all([
    import('./sandbox/oidc/provider.ts'),
    import('./sandbox/oidc/secrets.ts'),
    import('./sandbox/oidc/configuration.ts'),
    import('./sandbox/oidc/forget-user.ts'),
    import('./sandbox/oidc/ready-users.ts'),
  ]);
  const readyUsers = config.READY_ACCOUNTS !== 'none';
  const issuer = issuerOf(origin);
  const plugin = await oidcProvider({ origin, pool, audience, clientId, readyUsers, log });
  const verifier = jwtVerifier({ issuer, audience, rolesClaim, fetchKeys: () => publicKeys(pool) });
  return {
    verifier: readyUsers ? verifier : withoutReadyUsers(issuer, verifier),
    mount: async (app) => {
      await app.register(plugin, { prefix: mountPath });
    },
    forget: (accountId) => forgetUser(pool, issuer, accountId),
  };
}
