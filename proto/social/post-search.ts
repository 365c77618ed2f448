import { defineRoutes } from '../kit/route.ts';
import { resultsOf, searchQuery } from '../search/search-query.ts';
import { postView } from './post.ts';

export const postSearchRoutes = defineRoutes({
  searchPosts: {
    method: 'GET',
    path: '/posts/search',
    summary: 'Find comments by their words, those that are hidden included; for moderators',
    access: 'posts.search',
    query: searchQuery({}),
    reply: resultsOf(postView),
  },
});
