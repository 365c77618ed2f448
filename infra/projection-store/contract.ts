import { changesContract } from './contract/changes.ts';
import { childMatchesContract } from './contract/child-matches.ts';
import { filtersContract } from './contract/filters.ts';
import type { Make } from './contract/fixture.ts';
import { interruptionsContract } from './contract/interruptions.ts';
import { meetingsContract } from './contract/meetings.ts';
import { parentMatchesContract } from './contract/parent-matches.ts';
import { queriesContract } from './contract/queries.ts';
import { writesContract } from './contract/writes.ts';

/** Contract of every projection store. `make` gives a store on a fresh engine; `other` is another instance on it, as another process would have. */
export function projectionStoreContract(make: Make): void {
  writesContract(make);
  interruptionsContract(make);
  meetingsContract(make);
  changesContract(make);
  queriesContract(make);
  childMatchesContract(make);
  filtersContract(make);
  parentMatchesContract(make);
}
