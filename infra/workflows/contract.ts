import { afterAll, beforeAll, describe } from 'vitest';
import { type EnginesUnderTest, scripts, type WorkflowsUnderTest } from './contract/fixture.ts';
import { describeRuns } from './contract/runs.ts';
import { describeSignals, describeSteps } from './contract/steps.ts';
import { describeWorkers } from './contract/workers.ts';
import type { WorkflowWorker } from './port.ts';

/** Contract of a workflow engine. */
export function workflowEngineContract(make: () => Promise<WorkflowsUnderTest>): void {
  describe('workflow engine', () => {
    let made: WorkflowsUnderTest;
    let given: EnginesUnderTest;
    let worker: WorkflowWorker;
    beforeAll(async () => {
      made = await make();
      given = { engine: made.open(), client: made.open(), open: made.open };
      worker = await given.engine.work([scripts]);
    });
    afterAll(async () => {
      await worker?.stop();
      await made?.close();
    });
    describeRuns(() => given);
    describeSteps(() => given);
    describeSignals(() => given);
  });
  describeWorkers(make);
}
