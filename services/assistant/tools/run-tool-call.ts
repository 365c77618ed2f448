import { newId } from '@waystory/infra/identifier.ts';
import { runWithRetries, type Workflows } from '@waystory/infra/workflows/port.ts';
import { StepFailed } from '@waystory/infra/workflows/workflow.ts';
import { failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';
import { toolCallCause } from '@waystory/proto/kit/cause.ts';
import type { ToolActivities } from './tool-call.activities.ts';
import { type ToolCall, toolCallWorkflow } from './tool-call.workflow.ts';

/** Result of a call that is executed once, however often it is requested. A step that failed in all attempts becomes a tool failure. */
export async function runToolCall(workflows: Workflows, threadId: string, toolCallId: string, call: Omit<ToolCall, 'threadId'>): Promise<unknown> {
  const run = toolCallCause(threadId, toolCallId);
  await workflows.start(toolCallWorkflow, run, { ...call, threadId });
  return workflows.result(run).catch((error: unknown) => {
    if (!(error instanceof StepFailed)) throw error;
    return couldNotBeDone(error.code);
  });
}

/** Attempts of a read, and their backoff and timeout in milliseconds. They are short, because the user waits. */
const readAttempts = { attempts: 5, backoff: 200, timeout: 30_000 };

/**
 * Result of a call that only reads. Without side effects it needs neither idempotency nor durability, and a workflow would cost more than the call.
 */
export async function runReadCall(runTool: ToolActivities['runTool'], call: ToolCall): Promise<unknown> {
  const outcome = await runWithRetries(() => runTool({ ...call, key: newId() }), readAttempts);
  return 'failed' in outcome ? couldNotBeDone(outcome.failed.code) : outcome.result;
}

const couldNotBeDone = (code: string): ToolFailure => failureOf(code, 'This could not be done now.');
