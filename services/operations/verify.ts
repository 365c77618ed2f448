import { verifyIndexes } from '@waystory/infra/read-models/indexes/verify-indexes.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { definitions } from '../all.ts';
import { auditLedgers } from '../billing/credit/audit-ledgers.ts';
import { onEngines } from './on-engines.ts';

/** `npm run verify`: replays the log in memory and compares every stored document with it, what is searched with the documents, and credits with their ledgers. */
await onEngines(async ({ events, projections: store, search }) => {
  const projections = definitions.flatMap((definition) => definition.projections);
  const results = [...(await verify({ projections, events, store })), ...(await verifyIndexes({ projections, events, store, search }))];
  for (const { projection, collection, documents, equal, firstDifference } of results) {
    console.log(`${equal ? 'equal    ' : 'DIFFERENT'}  ${projection}/${collection}: ${documents} documents`);
    if (firstDifference) console.log(JSON.stringify(firstDifference, null, 2));
  }
  const { ledgers, entries, faults } = await auditLedgers(events);
  console.log(`${faults.length === 0 ? 'equal    ' : 'DIFFERENT'}  ledgers of credits: ${ledgers} with ${entries} entries`);
  for (const fault of faults) console.log(fault);
  const equal = results.filter((result) => result.equal).length;
  const failed = results.length - equal + (faults.length > 0 ? 1 : 0);
  console.log(`${results.length + 1 - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
