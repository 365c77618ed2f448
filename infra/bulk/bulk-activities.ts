import { parseBulkFilter } from '@waystory/proto/kit/bulk.ts';
import { allOf } from '@waystory/proto/kit/filter.ts';
import { mostStoredFailures } from '@waystory/proto/operations/job.ts';
import { yieldToEventLoop } from '../commands/execute-in-batches.ts';
import type { Position } from '../event-store/port.ts';
import type { WorkflowServices } from '../host/service.ts';
import { derivedId, newId } from '../identifier.ts';
import { type Principal, roles } from '../identity/principal.ts';
import { FinalFailure } from '../workflows/workflow.ts';
import { isUnderWay, type JobCommand, type JobState, jobStream } from './bulk-job.ts';
import { tally } from './bulk-routes.ts';
import { type BulkTarget, type CommandContextOf, conditionOf } from './bulk-target.ts';

/** Most documents per step. After each step, the job reports progress and checks for a cancellation. */
const pageSize = 1_000;
/** Concurrent parts of a step: one writes its commands while another reads its streams. */
const lanes = 2;
/** Documents per query of the read model. */
const foundAtOnce = 250;

/** Steps of a job. Each step may repeat, because its commands have derived ids, which serve as idempotency keys. */
// A type alias, because an interface would not match the index signature of activities.
export type BulkActivities = {
  /** Ids of the next page; empty at the end or after a cancellation. */
  nextPage: (input: { jobId: string; position: Position; after: string | null }) => Promise<string[]>;
  applyPage: (input: { jobId: string; page: number; ids: string[] }) => Promise<void>;
  /** `code` is the reason of a failure; null at the normal end. */
  endJob: (input: { jobId: string; code: string | null }) => Promise<void>;
};

/** Activities of a context's jobs over its collections. */
export function bulkActivities(targets: readonly BulkTarget[], { commands, reads }: Pick<WorkflowServices, 'commands' | 'reads'>): BulkActivities {
  const load = async (jobId: string): Promise<JobState> => {
    const { state } = await commands.load(jobStream, jobId);
    if (!state) throw new FinalFailure('job/unknown');
    return state;
  };
  const targetOf = ({ plan }: JobState): BulkTarget => {
    const target = targets.find(({ name }) => name === plan.collection);
    if (!target) throw new FinalFailure('job/unknown-collection', `${plan.context} has no ${plan.collection}`);
    return target;
  };
  const record = async (jobId: string, command: JobCommand): Promise<void> => {
    await commands.execute(jobStream, jobId, [command], { actorId: null, now: new Date().toISOString(), commandId: newId() });
  };
  return {
    nextPage: async ({ jobId, position, after }) => {
      const state = await load(jobId);
      if (state.job.state !== 'running') return [];
      const target = targetOf(state);
      const actor = actorOf(state);
      // Documents created after the job are excluded, or the job might never end.
      const then = { op: 'lte', field: 'createdAt', value: state.job.createdAt } as const;
      const condition = allOf(conditionOf(target, filterOf(state, target), actor), then);
      const ids: string[] = [];
      while (ids.length < pageSize) {
        const docs = await reads(position, actor).walk(target.collection, condition, ids.at(-1) ?? after, foundAtOnce);
        for (const { id } of docs) ids.push(String(id));
        if (docs.length < foundAtOnce) break;
        await yieldToEventLoop();
      }
      return ids;
    },
    applyPage: async ({ jobId, page, ids }) => {
      const state = await load(jobId);
      if (!isUnderWay(state.job)) return;
      const { changed, failures } = await apply(targetOf(state), state, ids);
      const kept = failures.slice(0, mostStoredFailures);
      const failed = { failed: failures.length, failedIds: kept.map(({ id }) => id), failedCodes: kept.map(({ code }) => code) };
      await record(jobId, { type: 'RecordPage', progress: { page, done: ids.length, changed, ...failed } });
    },
    endJob: ({ jobId, code }) => record(jobId, { type: 'EndJob', code }),
  };

  async function apply(target: BulkTarget, state: JobState, ids: readonly string[]) {
    const { operation } = state.plan;
    const each = Math.ceil(ids.length / lanes);
    const parts = Array.from({ length: lanes }, (_, index) => ids.slice(index * each, (index + 1) * each)).filter((part) => part.length > 0);
    const work = { actor: actorOf(state), contextOf: contextsOf(state) };
    const settled = await Promise.all(parts.map((part) => target.apply(operation, state.job.changes, { ...work, ids: part }, commands)));
    return tally(ids, settled.flat());
  }
}

const actorOf = ({ plan }: JobState): Principal => ({ accountId: plan.accountId, roles: roles.filter((role) => plan.roles.includes(role)) });

function filterOf({ plan }: JobState, { list }: BulkTarget) {
  const filter = parseBulkFilter(plan.filter, list, (message) => {
    throw new FinalFailure('job/filter', message); // a worker of the previous release knows fewer fields
  });
  if (!filter) throw new FinalFailure('job/filter');
  return filter.condition;
}

function contextsOf({ job, plan }: JobState): CommandContextOf {
  const role = roles.findLast((one) => plan.roles.includes(one));
  const base = { actorId: plan.accountId, jobId: job.id, requestHash: job.id, ...(role && { role }) };
  return (id) => ({ ...base, now: new Date().toISOString(), commandId: derivedId(job.id, id) });
}
