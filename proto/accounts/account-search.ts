import { defineRoutes, route } from '../kit/route.ts';
import { searchQuery, searchResultsOf } from '../search/search-query.ts';
import { profile } from './account.ts';

export const accountSearchRoutes = defineRoutes({
  searchAccounts: route.get('/accounts/search', 'Find accounts by words in their user name and in what they say about themselves', 'profiles.read', {
    query: searchQuery({}),
    reply: searchResultsOf(profile),
  }),
});
