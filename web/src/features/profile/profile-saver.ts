import { api } from '@waystory/client/api.ts';
import type { Api } from '@waystory/client/api-client.ts';
import { type Account, accountFields } from '@waystory/proto/accounts/account.ts';
import { z } from 'zod';
import { putMyAccount } from '../../model/account/account.query.ts';
import { type DraftStore, ownDrafts } from '../../model/saving/draft-store.ts';
import { EntitySaver } from '../../model/saving/entity-saver.ts';
import { problemsWith } from '../../model/saving/field-problem.ts';
import type { Versioned } from '../../model/saving/versions.ts';

/** Schema of the form, which has texts only: an empty text means no value. */
export const profileRules = z.object({
  userName: accountFields.userName.unwrap(),
  aboutMe: accountFields.aboutMe.unwrap(),
  avatarUrl: z.union([z.literal(''), accountFields.avatarUrl.unwrap()]),
});
export type ProfileValues = z.output<typeof profileRules>;

/** Form values of an account, with its version. */
export const profileValuesOf = ({ userName, aboutMe, avatarUrl, version }: Account): Versioned<ProfileValues> => ({
  fields: { userName: userName ?? '', aboutMe: aboutMe ?? '', avatarUrl: avatarUrl ?? '' },
  version,
});

/** Saver of the profile, triggered by the save button. */
export function profileSaver(
  account: Account,
  calls: Pick<Api, 'updateAccount' | 'getMyAccount'> = api,
  drafts: DraftStore = ownDrafts(),
): EntitySaver<ProfileValues> {
  const cacheAccount = (saved: Account): Versioned<ProfileValues> => {
    putMyAccount(saved);
    return profileValuesOf(saved);
  };
  return new EntitySaver(profileValuesOf(account), {
    entity: `account.${account.id}`,
    drafts,
    mode: 'button',
    problemsOf: problemsWith<ProfileValues>(profileRules),
    send: async ({ edits: { avatarUrl, ...words }, base }) => {
      const body = { ...words, ...(avatarUrl !== undefined && { avatarUrl: avatarUrl || null }) };
      return cacheAccount(await calls.updateAccount({ params: { id: account.id }, body, ifMatch: base.version }));
    },
    load: async () => cacheAccount(await calls.getMyAccount({})),
  });
}
