import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Profile } from '@waystory/proto/accounts/account.ts';
import { accounts } from './accounts.projection.ts';

/** Profiles by account id, with a single query. */
export async function profilesOf(ids: readonly string[], reads: Reads): Promise<Map<string, Profile>> {
  const found = await reads.byIds(accounts, [...new Set(ids)]);
  return new Map(found.map((account) => [account.id, profileOf(account)]));
}

export const profileOf = ({ id, userName, aboutMe, avatarUrl, followersCount, followingCount }: Profile): Profile => ({
  id,
  userName,
  aboutMe,
  avatarUrl,
  followersCount,
  followingCount,
});
