import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { openAdapters } from '@waystory/infra/adapters.ts';
import type { Config } from '@waystory/infra/config.ts';
import type { Role } from '@waystory/infra/identity/principal.ts';
import { createLog } from '@waystory/infra/log.ts';
import { issueToken } from '@waystory/services/sandbox/oidc/token.ts';
import type { User } from '@waystory/services/sandbox/oidc/users.ts';
import { z } from 'zod';

/** Longer than any load, seconds. */
const ttlSeconds = 6 * 3_600;

/** Tokens of those who visit and write, of a moderator and of an administrator. */
export const people = z.object({ travellers: z.array(z.string()).min(1), moderator: z.string(), admin: z.string() });
export type People = z.output<typeof people>;

/**
 * People of the embedded provider, whom the product meets for the first time; they are gone when their accounts are deleted.
 * @param config settings of the product that runs, whose database holds the key of its provider
 * @throws Error where people sign in elsewhere
 */
export async function inventPeople(config: Config, count: number): Promise<People> {
  const engines = await openAdapters(config, createLog('silent'));
  try {
    const { pool } = engines;
    if (!pool || config.OIDC_ISSUER) throw new Error('People sign in elsewhere: write tokens of some into a file and name it with --people');
    const { PUBLIC_ORIGIN: origin, OIDC_AUDIENCE: audience } = config;
    // Others each time: whoever was deleted a moment ago is not let in.
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

/** Keeps them where the processes that make the load find them; they are as good as passwords. */
export const keepPeople = (file: string, of: People): void => writeFileSync(file, JSON.stringify(of), { mode: 0o600 });
