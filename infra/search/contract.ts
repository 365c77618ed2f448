import { afterAll, beforeAll } from 'vitest';
import { documentsContract } from './contract/documents.ts';
import { filtersContract } from './contract/filters.ts';
import type { EngineUnderTest, MakeEngine } from './contract/fixture.ts';
import { positionsContract } from './contract/positions.ts';
import { resultsContract } from './contract/results.ts';
import { wordsContract } from './contract/words.ts';

/** Contract of a search engine. `make` returns an engine on a real server; each test creates and removes its own indexes. */
export function searchEngineContract(make: MakeEngine): void {
  let made: EngineUnderTest | null = null;
  beforeAll(async () => {
    made = await make();
  });
  afterAll(() => made?.close());
  const given = (): EngineUnderTest => {
    if (!made) throw new Error('The engine is not there yet');
    return made;
  };
  wordsContract(given);
  resultsContract(given);
  documentsContract(given);
  filtersContract(given);
  positionsContract(given);
}
