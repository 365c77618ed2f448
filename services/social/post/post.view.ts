import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Post, PostView } from '@waystory/proto/social/post.ts';
import { withAuthors } from '../people/person.view.ts';
import { postLikes } from './posts.projection.ts';

/** Comments with authors and likes, in two queries whatever their number. */
export async function postViews(items: readonly Omit<Post, 'likeCount'>[], reads: Pick<Reads, 'byIds'>): Promise<PostView[]> {
  const ids = items.map(({ id }) => id);
  const [signed, likes] = await Promise.all([withAuthors(items, reads), reads.byIds(postLikes, ids)]);
  const counts = new Map(likes.map(({ id, likeCount }) => [id, likeCount]));
  return signed.map((one) => ({ ...one, likeCount: counts.get(one.id) ?? 0 }));
}
