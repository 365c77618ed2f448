import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import type { AccountState } from '../account/account.ts';

/** Search of accounts, without suspended ones. */
export const accountSearch: Searchable<AccountState> = {
  index: 'accounts',
  version: 2,
  texts: { userName: 'name', aboutMe: 'prose' },
  filters: { suspended: 'flag', version: 'number' },
  category: 'account',
  searched({ userName, aboutMe, suspended, version }) {
    // Counts may arrive before the account. An account without texts has nothing to find.
    if (version === 0 || suspended || (!userName && !aboutMe)) return null;
    return { texts: { ...(userName && { userName }), ...(aboutMe && { aboutMe }) }, filters: { suspended, version } };
  },
};
