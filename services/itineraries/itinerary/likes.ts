import { likesChangeOf, type ReactionEvent } from '@waystory/proto/social/reaction.ts';
import type { StoryDocs } from './story.ts';

/** Category of the streams of reactions, which another context writes. */
export const reactionCategory = 'reaction';

/**
 * Counts a reaction and joins the sum to its itinerary. An itinerary that arrives later joins the sum itself. Both events write or guard both
 * documents, so of two concurrent events the second reads the result of the first.
 */
export function countLikes(event: ReactionEvent, { itineraries, likes }: Pick<StoryDocs, 'itineraries' | 'likes'>): void {
  const { reactableType, reactableId: id } = event.data;
  const by = likesChangeOf(event);
  if (reactableType !== 'itinerary' || by === 0) return;
  likes.update(id, (doc) => {
    const likeCount = (doc?.likeCount ?? 0) + by;
    return likeCount === 0 ? null : { id, likeCount };
  });
  itineraries.update(id, (doc) => (doc ? { ...doc, likeCount: likeCountOf(id, likes) } : null));
}

/** Likes of an itinerary, counted so far. */
export const likeCountOf = (id: string, likes: StoryDocs['likes']): number => likes.get(id)?.likeCount ?? 0;
