import { bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { searchResults } from '@waystory/infra/read-models/indexes/search-reads.ts';
import { accountSearchRoutes } from '@waystory/proto/accounts/account-search.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { accounts } from '../account/accounts.projection.ts';
import { profileOf } from '../account/profile.view.ts';

export const routes = bindRoutes(accountSearchRoutes, {
  searchAccounts: async ({ query }, { reads }) => ({
    body: await searchResults(
      query,
      () => reads.search(accounts, query, { where: eq('suspended', false) }),
      async (docs) => docs.map(profileOf),
    ),
  }),
});
