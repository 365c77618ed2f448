import type { Language, PlaceFacts } from '@waystory/proto/itineraries/place-facts.ts';

export type { Language, PlaceFacts };

/** Tells what is known of a thing of the world. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Facts {
  /**
   * A few lines about the thing with this id of Wikidata, `Q42`, in the language or else in English, and its website; null when nothing is known.
   * @throws EngineUnavailable.
   */
  about(wikidataId: string, language: Language): Promise<PlaceFacts | null>;
}
