import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { blankItinerary } from '@waystory/proto/itineraries/itinerary.ts';
import type { Filter } from '@waystory/proto/kit/filter.ts';
import { likesBy, type ReactionEvent } from '@waystory/proto/social/reaction.ts';
import type { StoryDocs } from './story.ts';

/** Streams of reactions, which another context keeps. */
export const reactionCategory = 'reaction';

/** Likes that arrived before their itinerary did or after it went are kept at this version, which no itinerary has and nobody sees. */
const unborn = 0;
/** Holds of every itinerary, and not of likes that are kept without one. */
export const born: Filter = { op: 'ne', field: 'version', value: unborn };

const nobody = '00000000-0000-0000-0000-000000000000';

/** What remains of an itinerary that goes: the likes that are still to be taken back. */
export function likesOnly(id: string, likeCount: number): Itinerary | undefined {
  if (likeCount === 0) return undefined;
  const empty = { dayIds: [], daysCount: 0, stopIds: [], stopsCount: 0, legIds: [], legsCount: 0 };
  const audience = { accountId: nobody, visibility: 'PRIVATE' as const, hidden: true, hiddenReason: null, publishedAt: null };
  const inNoBin = { binnedAt: null, binnedVisibility: null };
  return { id, title: '', ...blankItinerary, ...empty, ...audience, ...inNoBin, likeCount, version: unborn, createdAt: '', updatedAt: '' };
}

/** A reaction counts with the itinerary that it is about, whichever of the two arrives first. */
export function countLikes(event: ReactionEvent, { itineraries }: Pick<StoryDocs, 'itineraries'>): void {
  const { reactableType, reactableId } = event.data;
  const by = likesBy(event);
  if (reactableType !== 'itinerary' || by === 0) return;
  itineraries.update(reactableId, (doc) => {
    const likeCount = (doc?.likeCount ?? 0) + by;
    return doc && doc.version > unborn ? { ...doc, likeCount } : likesOnly(reactableId, likeCount);
  });
}
