import { jobEvents } from '@waystory/proto/operations/job.ts';
import { streamId } from '../kit/decider.ts';
import { defineReactor, type Reactor } from '../kit/reactor.ts';
import type { ReactorServices } from '../kit/service.ts';
import type { Workflow } from '../kit/workflow.ts';
import type { BulkActivities } from './bulk-activities.ts';
import type { BulkInput } from './bulk-workflow.ts';

/** Sets off the jobs of a context. A job whose engine is away begins when that is back. */
export const startJobs = (
  context: string,
  workflow: Workflow<BulkActivities, BulkInput, null>,
  { workflows }: Pick<ReactorServices, 'workflows'>,
): Reactor =>
  defineReactor({
    name: `start-jobs-of-${context}`,
    reads: jobEvents,
    on: {
      JobStarted: async ({ data, stream, position }) => {
        const jobId = streamId(stream);
        if (data.context === context) await workflows.start(workflow, jobId, { jobId, position });
      },
    },
  });
