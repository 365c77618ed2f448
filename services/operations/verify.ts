import { createLog } from '@waystory/infra/log.ts';
import { verifyIndexes } from '@waystory/infra/read-models/indexes/verify-indexes.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { definitions } from '../all.ts';
import { auditLedgers } from '../billing/credit/audit-ledgers.ts';
import { auditOrders } from '../billing/order/audit-orders.ts';
import { choosePayments } from '../payments.ts';
import { runOnEngines } from './on-engines.ts';

/** `npm run verify`: replays the log and compares documents, search indexes, credits and orders; orders also with Stripe. */
await runOnEngines(async ({ events, projections: store, search, pool }, config) => {
  const projections = definitions.flatMap((definition) => definition.projections);
  const results = [...(await verify({ projections, events, store })), ...(await verifyIndexes({ projections, events, store, search }))];
  for (const { projection, collection, documents, equal, firstDifference } of results) {
    console.log(`${equal ? 'equal    ' : 'DIFFERENT'}  ${projection}/${collection}: ${documents} documents`);
    if (firstDifference) console.log(JSON.stringify(firstDifference, null, 2));
  }
  const { ledgers, entries, faults } = await auditLedgers(events);
  console.log(`${faults.length === 0 ? 'equal    ' : 'DIFFERENT'}  ledgers of credits: ${ledgers} with ${entries} entries`);
  for (const fault of faults) console.log(fault);
  const audited = await auditOrders(events, await choosePayments(config, { pool }, createLog('warn')), new Date());
  const kept = Object.entries(audited.kept).map(([currency, amount]) => `${amount} ${currency}`);
  const asked = audited.compared === null ? 'Stripe could not be asked' : `Stripe has kept ${kept.join(', ') || 'nothing'}`;
  console.log(`${audited.faults.length === 0 ? 'equal    ' : 'DIFFERENT'}  orders: ${audited.orders}, ${asked}`);
  for (const fault of audited.faults) console.log(fault);
  const outcomes = [...results.map((result) => result.equal), faults.length === 0, audited.faults.length === 0];
  const failed = outcomes.filter((isEqual) => !isEqual).length;
  console.log(`${outcomes.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
