import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import type { Post } from '@waystory/proto/social/post.ts';

/** Search of comments, hidden ones included: only moderators may search, and they decide about those. */
export const postSearch: Searchable<Omit<Post, 'likeCount'>> = {
  index: 'posts',
  version: 2,
  texts: { text: 'prose' },
  filters: { accountId: 'id', hidden: 'flag' },
  category: 'post',
  searched: ({ text, accountId, hidden }) => ({ texts: { text }, filters: { accountId, hidden } }),
};
