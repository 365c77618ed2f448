import { bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { searchResults } from '@waystory/infra/read-models/indexes/search-reads.ts';
import { postSearchRoutes } from '@waystory/proto/social/post-search.ts';
import { postViews } from '../post/post.view.ts';
import { posts } from '../post/posts.projection.ts';

export const routes = bindRoutes(postSearchRoutes, {
  searchPosts: async ({ query }, { reads }) => ({
    body: await searchResults(
      query,
      () => reads.search(posts, query),
      (docs) => postViews(docs, reads),
    ),
  }),
});
