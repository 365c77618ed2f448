import type { Facts } from './port.ts';

/** Facts without a service: always null. */
export const noFacts = (): Facts => ({ about: async () => null });
