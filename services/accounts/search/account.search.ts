import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import type { AccountState } from '../account/account.ts';

/** How accounts are found; those that are suspended are not. */
export const accountSearch: Searchable<AccountState> = {
  index: 'accounts',
  version: 2,
  texts: { userName: 'name', aboutMe: 'prose' },
  filters: { suspended: 'flag', version: 'number' },
  category: 'account',
  searched({ userName, aboutMe, suspended, version }) {
    // It may be followed before it is known, and nobody is found who says nothing.
    if (version === 0 || suspended || (!userName && !aboutMe)) return null;
    return { texts: { ...(userName && { userName }), ...(aboutMe && { aboutMe }) }, filters: { suspended, version } };
  },
};
