import type { Language, PlaceFacts } from '@waystory/proto/itineraries/place-facts.ts';

export type { Language, PlaceFacts };

/** Facts about real-world things. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Facts {
  /**
   * A few lines about a Wikidata id such as `Q42`, in the language or else in English, with its website; null when unknown.
   * @throws EngineUnavailable.
   */
  about(wikidataId: string, language: Language): Promise<PlaceFacts | null>;
}

/** Facts without a service: always null. */
export const noFacts = (): Facts => ({ about: async () => null });
