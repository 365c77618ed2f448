import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import type { Post } from '@waystory/proto/social/post.ts';

/** How comments are found; hidden ones too, since whoever may search for them decides about those. */
export const postSearch: Searchable<Omit<Post, 'likeCount'>> = {
  index: 'posts',
  version: 2,
  texts: { text: 'prose' },
  filters: { accountId: 'id', hidden: 'flag' },
  category: 'post',
  searched: ({ text, accountId, hidden }) => ({ texts: { text }, filters: { accountId, hidden } }),
};
