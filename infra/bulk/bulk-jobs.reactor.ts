import { jobEvents } from '@waystory/proto/operations/job.ts';
import { streamId } from '../commands/decider.ts';
import type { ReactorServices } from '../host/service.ts';
import { defineReactor, type Reactor } from '../reactors/reactor.ts';
import type { Workflow } from '../workflows/workflow.ts';
import type { BulkActivities } from './bulk-activities.ts';
import type { BulkInput } from './bulk-workflow.ts';

/** Starts the bulk jobs of a context, and retries while an engine is unavailable. */
export const jobStartReactor = (
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
