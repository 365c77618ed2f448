import type { Facts } from './port.ts';

/** Asks nobody, and knows nothing. */
export const noFacts = (): Facts => ({ about: async () => null });
