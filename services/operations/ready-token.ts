import type { Adapters } from '@waystory/infra/adapters.ts';
import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import type { Config } from '@waystory/infra/config.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { accountStream } from '../accounts/account/account.ts';
import { issuerOf } from '../sandbox/oidc/issuer.ts';
import { type ReadyName, readyUsers } from '../sandbox/oidc/ready-users.ts';
import { issueToken } from '../sandbox/oidc/token.ts';
import { UsageError } from './on-engines.ts';

/** Creates the account of a ready user if needed, and returns an access token for it. @param ttlSeconds Lifetime, seconds. */
export async function issueReadyUserToken({ pool, events }: Adapters, config: Config, who: ReadyName, ttlSeconds: number): Promise<string> {
  const { OIDC_ISSUER, PUBLIC_ORIGIN: origin, OIDC_AUDIENCE: audience } = config;
  if (OIDC_ISSUER || !pool) throw new UsageError('OIDC_ISSUER is set: tokens come from that provider');
  const user = readyUsers[who];
  const accountId = accountIdOf(`${issuerOf(origin)}|${user.id}`);
  const command = { type: 'CreateAccount', accountId, owner: { roles: user.roles, issuedAt: Number.POSITIVE_INFINITY } } as const;
  const context = { actorId: accountId, now: new Date().toISOString(), commandId: newId() };
  await createCommandHandler(events).execute(accountStream, accountId, [command], context);
  return issueToken({ pool, origin, audience, user, ttlSeconds });
}
