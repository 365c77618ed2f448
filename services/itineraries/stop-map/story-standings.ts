import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';

/** Rank of an itinerary in a list of the most liked. */
export interface StoryRank {
  likeCount: number;
  /** Milliseconds since 1970; at equal likes the latest itinerary comes first. */
  createdAt: number;
}

export const storyRankOf = ({ likeCount, createdAt }: Pick<Itinerary, 'likeCount' | 'createdAt'>): StoryRank => ({
  likeCount,
  createdAt: Date.parse(createdAt),
});

/** Ranks of itineraries by their numbers, 16 bytes each. */
export function createStoryRanks() {
  let likes = new Uint32Array(1_024);
  let created = new Float64Array(1_024);
  /** Number of the last pass that visited each itinerary. */
  let visits = new Uint32Array(1_024);
  let look = 0;
  const reach = (story: number): void => {
    if (story < likes.length) return;
    const capacity = Math.max(likes.length * 2, story + 1);
    likes = new Uint32Array(likes.buffer.transfer(capacity * 4));
    created = new Float64Array(created.buffer.transfer(capacity * 8));
    visits = new Uint32Array(visits.buffer.transfer(capacity * 4));
  };
  return {
    get: (story: number): StoryRank => ({ likeCount: likes[story] ?? 0, createdAt: created[story] ?? 0 }),
    set(story: number, { likeCount, createdAt }: StoryRank): void {
      reach(story);
      likes[story] = likeCount;
      created[story] = createdAt;
    },
    /** Negative when `a` ranks before `b`, 0 when both have equal likes and creation times. */
    compare: (a: number, b: number): number => (likes[b] ?? 0) - (likes[a] ?? 0) || (created[b] ?? 0) - (created[a] ?? 0),
    /** Begins a pass. The returned function is true for an itinerary that the pass has not visited yet. Only one pass runs at a time. */
    beginLook(): (story: number) => boolean {
      look += 1;
      return (story) => {
        reach(story);
        if (visits[story] === look) return false;
        visits[story] = look;
        return true;
      };
    },
  };
}
