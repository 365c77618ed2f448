import { ifAvailable } from '../errors.ts';
import type { Photos } from './port.ts';

/** Pictures of an open collection; the product's own drawings where it has none for the words, and while it is away. */
export const photosWithOpen = (open: Photos, drawn: Photos): Photos => ({
  async search(words, count, near, place) {
    const found = (await ifAvailable(open.search(words, count, near, place))) ?? [];
    return found.length === 0 ? drawn.search(words, count, near, place) : found;
  },
});
