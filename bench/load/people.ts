import { randomUUID } from 'node:crypto';
import { openAdapters } from '@waystory/infra/adapters.ts';
import type { Config } from '@waystory/infra/config.ts';
import type { Role } from '@waystory/infra/identity/principal.ts';
import { createLog } from '@waystory/infra/log.ts';
import { issueToken } from '@waystory/services/sandbox/oidc/token.ts';
import type { User } from '@waystory/services/sandbox/oidc/users.ts';
import { z } from 'zod';

/** Lifetime of tokens, longer than any load, seconds. */
const ttlSeconds = 6 * 3_600;

/** Access tokens of travellers, a moderator and an administrator. */
export const people = z.object({ travellers: z.array(z.string()).min(1), moderator: z.string(), admin: z.string() });
export type People = z.output<typeof people>;

/**
 * Issues tokens of the embedded provider for new people; deleting their accounts removes every trace.
 * @param config settings of the running product, whose database holds the provider's key
 * @throws Error with another provider
 */
export async function inventPeople(config: Config, count: number): Promise<People> {
  const engines = await openAdapters(config, createLog('silent'));
  try {
    const { pool } = engines;
    if (!pool || config.OIDC_ISSUER) throw new Error('People sign in elsewhere: write tokens of some into a file and name it with --people');
    const { PUBLIC_ORIGIN: origin, OIDC_AUDIENCE: audience } = config;
    // New identities for each run: deleted accounts are not let in again.
    const run = randomUUID().slice(0, 8);
    const issue = (name: string, roles: Role[] = []): Promise<string> => {
      const user: User = { id: `load-${run}-${name}`, email: `${name}@load.example`, name: `Load ${name}`, roles };
      return issueToken({ pool, origin, audience, user, ttlSeconds });
    };
    const travellers: string[] = [];
    for (let number = 1; number <= count; number++) travellers.push(await issue(`traveller${number}`));
    return { travellers, moderator: await issue('moderator', ['moderator']), admin: await issue('admin', ['moderator', 'admin']) };
  } finally {
    await engines.close();
  }
}
