import { storyId } from '../harness/numbered-ids.ts';
import { authorId, matchesEach, storyCount, writtenAt } from './fill.ts';

/** A list of comments as moderators ask for it; `filter` is another one each turn, so that no count is remembered. */
export interface Question {
  name: string;
  order: 'ASC' | 'DESC';
  filter(turn: number): Record<string, unknown>;
  /** More match than can be reached by page numbers. */
  isDeep: boolean;
}

/** @param comments how many there are, spam left out */
export function questionsOver(comments: number): readonly Question[] {
  const kinds = comments / matchesEach;
  /** Half of all, from somewhere in the first half on. */
  const half = (turn: number) => {
    const first = Math.floor(((turn * 37) % storyCount) * (comments / (2 * storyCount)));
    return { gte: writtenAt(first), lt: writtenAt(first + comments / 2) };
  };
  return [
    { name: 'all, newest first', order: 'DESC', filter: () => ({}), isDeep: true },
    { name: 'by an author, newest first', order: 'DESC', filter: (turn) => ({ accountId: authorId(turn % kinds) }), isDeep: false },
    { name: 'under a story, oldest first', order: 'ASC', filter: (turn) => ({ itineraryId: storyId(turn % kinds) }), isDeep: false },
    { name: 'hidden, newest first', order: 'DESC', filter: () => ({ hidden: true }), isDeep: false },
    {
      name: 'hidden, written within a range, oldest first',
      order: 'ASC',
      filter: (turn) => ({ hidden: true, createdAt: half(turn) }),
      isDeep: false,
    },
    { name: 'written within a range, newest first', order: 'DESC', filter: (turn) => ({ createdAt: half(turn) }), isDeep: true },
  ];
}
