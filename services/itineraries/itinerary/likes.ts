import { likesBy, type ReactionEvent } from '@waystory/proto/social/reaction.ts';
import type { StoryDocs } from './story.ts';

/** Category of the streams of reactions, which another context writes. */
export const reactionCategory = 'reaction';

/**
 * Counts a reaction among the likes of its itinerary and joins the sum to the itinerary. The itinerary may arrive later, and then joins the sum itself:
 * both events write, or guard, both documents, so that of two at the same moment the second sees the first.
 */
export function countLikes(event: ReactionEvent, { itineraries, likes }: Pick<StoryDocs, 'itineraries' | 'likes'>): void {
  const { reactableType, reactableId: id } = event.data;
  const by = likesBy(event);
  if (reactableType !== 'itinerary' || by === 0) return;
  likes.update(id, (doc) => {
    const likeCount = (doc?.likeCount ?? 0) + by;
    return likeCount === 0 ? null : { id, likeCount };
  });
  itineraries.update(id, (doc) => (doc ? { ...doc, likeCount: likeCountOf(id, likes) } : null));
}

/** Likes that an itinerary has, counted so far. */
export const likeCountOf = (id: string, likes: StoryDocs['likes']): number => likes.get(id)?.likeCount ?? 0;
