import { verifyIndexes } from '@waystory/infra/read-models/indexes/verify-indexes.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { definitions } from '../all.ts';
import { onEngines } from './on-engines.ts';

/** `npm run verify`: replays the log in memory and compares every stored document with it, and what is searched with the documents. */
await onEngines(async ({ events, projections: store, search }) => {
  const projections = definitions.flatMap((definition) => definition.projections);
  const results = [...(await verify({ projections, events, store })), ...(await verifyIndexes({ projections, events, store, search }))];
  for (const { projection, collection, documents, equal, firstDifference } of results) {
    console.log(`${equal ? 'equal    ' : 'DIFFERENT'}  ${projection}/${collection}: ${documents} documents`);
    if (firstDifference) console.log(JSON.stringify(firstDifference, null, 2));
  }
  const equal = results.filter((result) => result.equal).length;
  console.log(`${equal} passed, ${results.length - equal} failed`);
  return equal === results.length ? 0 : 1;
});
