import { type Flag, wordsFor } from '../moderation/flag.ts';

/** Change to all matching records. */
export type Wish = { flag: Flag; value: boolean } | 'delete';

export const verbOf = (wish: Wish): string => (wish === 'delete' ? 'Delete' : wordsFor(wish.flag, wish.value).verb);
