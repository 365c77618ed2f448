import { evolveJob } from '@waystory/infra/bulk/bulk-job.ts';
import { streamId } from '@waystory/infra/commands/decider.ts';
import { isModerator } from '@waystory/infra/identity/principal.ts';
import { type DocsOf, defineCollection, defineProjection, type EventInContext } from '@waystory/infra/read-models/projection.ts';
import { handlerForEveryEvent } from '@waystory/proto/kit/event.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { type JobEvent, job, jobEvents, jobList } from '@waystory/proto/operations/job.ts';

export const jobs = defineCollection({
  name: 'jobs',
  doc: job,
  filterable: jobList.filterable,
  sortable: jobList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['accountId', '-createdAt'] },
  ],
  // Jobs of the product itself have no account, so only moderators see them.
  visibleTo: ({ accountId, ...principal }) => (isModerator({ accountId, ...principal }) ? null : eq('accountId', accountId ?? '')),
});

const evolve = (event: EventInContext<typeof jobEvents, JobEvent['type']>, docs: DocsOf<{ jobs: typeof jobs }>): void =>
  docs.jobs.update(streamId(event.stream), (doc) => evolveJob(doc ?? null, event) ?? undefined);

export const jobsProjection = defineProjection({
  name: 'jobs',
  version: 1,
  collections: { jobs },
  reads: jobEvents,
  on: handlerForEveryEvent(jobEvents, evolve),
});
