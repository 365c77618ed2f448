import type { Reaction } from '@waystory/proto/social/reaction.ts';

/** Something that can be liked and disliked. */
export type Reactable = Pick<Reaction, 'reactableType' | 'reactableId'>;
/** A person's opinion of a thing; null without one. */
export type Opinion = Reaction['reactionType'] | null;

const isLike = (opinion: Opinion): number => (opinion === 'like' ? 1 : 0);

/** By how much the likes of a thing change with somebody's opinion. */
export const likesBetween = (from: Opinion, to: Opinion): number => isLike(to) - isLike(from);

/** Pressing what is pressed takes it back; the two kinds exclude each other. */
export const pressed = (before: Opinion, button: NonNullable<Opinion>): Opinion => (before === button ? null : button);
