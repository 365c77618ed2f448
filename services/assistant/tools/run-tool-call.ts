import { StepFailed } from '@waystory/infra/workflows/workflow.ts';
import type { Workflows } from '@waystory/infra/workflows/workflows.ts';
import { failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';
import { toolCallCause } from '@waystory/proto/kit/cause.ts';
import { type ToolCall, toolCallWorkflow } from './tool-call.workflow.ts';

/** Result of a call, which is done once however often it is asked for. What stayed away in all attempts is told as a failure. */
export async function runToolCall(workflows: Workflows, threadId: string, toolCallId: string, call: Omit<ToolCall, 'threadId'>): Promise<unknown> {
  const run = toolCallCause(threadId, toolCallId);
  await workflows.start(toolCallWorkflow, run, { ...call, threadId });
  return workflows.result(run).catch(couldNotBeDone);
}

function couldNotBeDone(error: unknown): ToolFailure {
  if (!(error instanceof StepFailed)) throw error;
  return failureOf(error.code, 'This could not be done now.');
}
