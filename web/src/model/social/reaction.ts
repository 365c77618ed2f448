import type { Reaction } from '@waystory/proto/social/reaction.ts';

/** An item that can be liked and disliked. */
export type Reactable = Pick<Reaction, 'reactableType' | 'reactableId'>;
/** A user's reaction to an item; null without one. */
export type Opinion = Reaction['reactionType'] | null;

const isLike = (opinion: Opinion): number => (opinion === 'like' ? 1 : 0);

/** Change of a like count between two reactions. */
export const likeCountChange = (from: Opinion, to: Opinion): number => isLike(to) - isLike(from);

/** Reaction after a press. A press of the pressed button removes the reaction; like and dislike exclude each other. */
export const opinionAfterPress = (before: Opinion, button: NonNullable<Opinion>): Opinion => (before === button ? null : button);
