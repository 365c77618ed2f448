import { type Flag, wordsFor } from '../moderation/flag.ts';

/** What is to become of all that match. */
export type Wish = { flag: Flag; value: boolean } | 'delete';

export const verbOf = (wish: Wish): string => (wish === 'delete' ? 'Delete' : wordsFor(wish.flag, wish.value).verb);
