import type { Reaction } from '@waystory/proto/social/reaction.ts';

/** An item that can be liked and disliked. */
export type Reactable = Pick<Reaction, 'reactableType' | 'reactableId'>;
/** A person's opinion of an item; null without an opinion. */
export type Opinion = Reaction['reactionType'] | null;

const isLike = (opinion: Opinion): number => (opinion === 'like' ? 1 : 0);

/** Change of a like count between two opinions. */
export const likeCountChange = (from: Opinion, to: Opinion): number => isLike(to) - isLike(from);

/** Opinion after a press. A press of the pressed button removes the opinion; like and dislike exclude each other. */
export const opinionAfterPress = (before: Opinion, button: NonNullable<Opinion>): Opinion => (before === button ? null : button);
