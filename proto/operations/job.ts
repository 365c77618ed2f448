import { z } from 'zod';
import { bulkFailure } from '../kit/bulk.ts';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Operation of a job on each match. */
export const jobOperation = z.enum(['PATCH', 'DELETE']);
export type JobOperation = z.output<typeof jobOperation>;

/** Maximum number of refusals that a job stores; further refusals are only counted. */
export const mostStoredFailures = 100;

/**
 * A bulk call that became a job: caller, rights, target and operation. `filter` and `changes` are JSON as received; `context` is the bounded context
 * whose workers run the job. `failedIds` and `failedCodes` list the first refusals of a page, in the same order.
 */
export const jobEvents = defineEvents({
  JobStarted: z.object({
    accountId: id.nullable(),
    roles: z.array(z.string()),
    context: z.string(),
    collection: z.string(),
    operation: jobOperation,
    filter: z.string(),
    changes: z.string().nullable(),
    matched: z.int(),
  }),
  JobProgressed: z.object({
    page: z.int(),
    done: z.int(),
    changed: z.int(),
    failed: z.int(),
    failedIds: z.array(z.string()),
    failedCodes: z.array(z.string()),
  }),
  JobCancelRequested: z.object({}),
  JobCancelled: z.object({}),
  JobCompleted: z.object({}),
  JobFailed: z.object({ code: z.string() }),
});
export type JobEvent = EventOf<typeof jobEvents>;

export const jobErrors = {
  'job/unknown': 'There is no such job.',
  'job/ended': 'This job has ended already.',
} as const satisfies ErrorCatalogue;

export const jobState = z.enum(['running', 'cancelling', 'cancelled', 'completed', 'failed']);

const asked = z.record(z.string(), z.unknown());

/** Progress of a bulk call: `done` items were handled, of which `changed` changed and `failed` were refused. */
export const job = z.object({
  id,
  accountId: id.nullable().describe('Who asked for it'),
  state: jobState,
  collection: z.string(),
  operation: jobOperation,
  filter: asked,
  changes: asked.nullable(),
  matched: z.int().describe('How many there were at the start'),
  done: z.int(),
  changed: z.int(),
  failed: z.int(),
  failures: z.array(bulkFailure).describe(`The first ${mostStoredFailures}`),
  code: z.string().nullable().describe('Why it failed as a whole'),
  version,
  createdAt: instant,
  updatedAt: instant,
  endedAt: instant.nullable(),
});
export type Job = z.output<typeof job>;

export const jobList = {
  entity: 'Job',
  filterable: { id: 'id', accountId: 'id', state: 'text', collection: 'text', operation: 'text', createdAt: 'time' },
  forms: { state: jobState, operation: jobOperation },
  sortable: ['createdAt', 'updatedAt'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

const params = z.object({ id });

export const jobRoutes = defineRoutes({
  listJobs: route.list('/jobs', 'Bulk jobs: for moderators all, for others their own', 'jobs.own', jobList, job),
  getJob: route.get('/jobs/:id', 'How a bulk job goes', 'jobs.own', { params, reply: job, errors: ['job/unknown'] }),
  cancelJob: route.delete('/jobs/:id', 'Stop a bulk job; what it has done stays done', 'jobs.own', { params, errors: ['job/unknown', 'job/ended'] }),
});
