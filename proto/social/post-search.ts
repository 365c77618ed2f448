import { defineRoutes, route } from '../kit/route.ts';
import { searchQuery, searchResultsOf } from '../search/search-query.ts';
import { postView } from './post.ts';

export const postSearchRoutes = defineRoutes({
  searchPosts: route.get('/posts/search', 'Find comments by their words, those that are hidden included; for moderators', 'posts.search', {
    query: searchQuery({}),
    reply: searchResultsOf(postView),
  }),
});
