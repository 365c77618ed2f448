import type { Reaction } from '@waystory/proto/social/reaction.ts';

/** Something that can be liked and disliked. */
export type Reactable = Pick<Reaction, 'reactableType' | 'reactableId'>;
/** A person's opinion of a thing; null without one. */
export type Opinion = Reaction['reactionType'] | null;

const isLike = (opinion: Opinion): number => (opinion === 'like' ? 1 : 0);

/** Change of a like count between two opinions. */
export const likesBetween = (from: Opinion, to: Opinion): number => isLike(to) - isLike(from);

/** Pressing the pressed button takes it back; like and dislike exclude each other. */
export const pressed = (before: Opinion, button: NonNullable<Opinion>): Opinion => (before === button ? null : button);
