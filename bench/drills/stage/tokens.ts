import type { Adapters } from '@waystory/infra/adapters.ts';
import type { Config } from '@waystory/infra/config.ts';
import { readyToken } from '@waystory/services/operations/ready-token.ts';
import { type ReadyName, readyNames } from '@waystory/services/sandbox/oidc/ready-users.ts';

/** Longer than any drill. */
const tokenSeconds = 6 * 3_600;

/** A token of each ready account. */
export async function tokensOf(engines: Adapters, config: Config): Promise<Readonly<Record<ReadyName, string>>> {
  const issued = readyNames.map(async (who) => [who, await readyToken(engines, config, who, tokenSeconds)] as const);
  return Object.fromEntries(await Promise.all(issued)) as Record<ReadyName, string>; // one of each
}
