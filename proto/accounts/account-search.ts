import { defineRoutes } from '../kit/route.ts';
import { resultsOf, searchQuery } from '../search/search-query.ts';
import { profile } from './account.ts';

export const accountSearchRoutes = defineRoutes({
  searchAccounts: {
    method: 'GET',
    path: '/accounts/search',
    summary: 'Find accounts by words in their user name and in what they say about themselves',
    access: 'profiles.read',
    query: searchQuery({}),
    reply: resultsOf(profile),
  },
});
