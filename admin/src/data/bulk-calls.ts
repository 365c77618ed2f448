import type { BulkFailure, BulkReply } from '@waystory/proto/kit/bulk.ts';
import type { Identifier } from 'react-admin';
import { type Call, chunked, paramsOf } from './calls.ts';
import { type FilterValues, isBlank, withoutBlanks } from './filter-values.ts';
import { Refusal, refusalSummary } from './refusal.ts';

/** Change to all matching records: new values of some fields, or deletion. */
export type BulkChange = { changes: FilterValues } | 'delete';
type BulkVerb = 'patchMany' | 'deleteMany';

export interface BulkPreview {
  matched: number;
  sample: readonly { id: string; label: string | null }[];
}
/** Outcome of a bulk change: its result, or the id of the background job that carries it out. */
export type BulkOutcome = { matched: number; changed: number; failed: readonly BulkFailure[] } | { jobId: string };

const emptyFilter = 'Without a filter it would be about everything. Name at least one condition.';

/** Bulk calls of the API. */
export function createBulkCalls(call: Call) {
  const ask = (resource: string, change: BulkChange, filter: FilterValues, from: FilterValues, dryRun = false): Promise<BulkReply> => {
    const verb = change === 'delete' ? 'deleteMany' : 'patchMany';
    const params = paramsOf(resource, verb, null, from);
    const conditions = Object.fromEntries(Object.entries(withoutBlanks(filter)).filter(([field]) => !(field in params)));
    if (isBlank(conditions)) return Promise.reject(new Refusal(emptyFilter, 400));
    const query = { filter: JSON.stringify(conditions), ...(dryRun && { dryRun: 'true' }) };
    return call(resource, verb, { params, query, ...(change !== 'delete' && { body: change.changes }) });
  };

  return {
    /** Dry run: counts the matching records without a change. */
    dryRun: async (resource: string, change: BulkChange, filter: FilterValues): Promise<BulkPreview> =>
      (await ask(resource, change, filter, filter, true)) as BulkPreview, // as: reply of a dry run
    /** Changes all matching records. */
    byFilter: async (resource: string, change: BulkChange, filter: FilterValues): Promise<BulkOutcome> =>
      (await ask(resource, change, filter, filter)) as BulkOutcome, // as: reply of any call but a dry run
    /**
     * Changes or deletes these records in batches; returns their ids.
     * @throws Refusal with the codes when any record was refused, and when a record to change is missing
     */
    async byIds(
      resource: string,
      verb: BulkVerb,
      ids: readonly Identifier[],
      changes: FilterValues = {},
      from: FilterValues = {},
    ): Promise<Identifier[]> {
      const failed: BulkFailure[] = [];
      let matched = 0;
      for (const some of chunked(ids)) {
        const reply = await ask(resource, verb === 'deleteMany' ? 'delete' : { changes }, { id: some }, from);
        if (!('failed' in reply)) continue;
        failed.push(...reply.failed);
        matched += reply.matched;
      }
      if (failed.length > 0) throw new Refusal(`Refused ${failed.length} of ${ids.length}. ${refusalSummary(failed)}`, 403);
      // A change of a missing record is a failure, whereas a deletion is idempotent.
      if (verb === 'patchMany' && matched < ids.length)
        throw new Refusal(`${ids.length - matched} of ${ids.length} are gone. The others are done.`, 404);
      return [...ids];
    },
  };
}
export type BulkCalls = ReturnType<typeof createBulkCalls>;
