import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { ToolActivities } from './tool-call.activities.ts';
import { withoutRoles } from './without-roles.ts';

const toolCall = z.object({
  /** Missing in calls from before it was told. */
  threadId: z.string().optional(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** For whom it is. */
  accountId: z.string(),
  roles: withoutRoles,
  /** Places that were looked up in its thread, with their ids at the map service. */
  places: z.record(z.string(), z.string().nullable()),
});
export type ToolCall = z.output<typeof toolCall>;

/** One tool call of the assistant, with the id `tool:<threadId>:<toolCallId>`. It runs once and outlasts the process that asked for it. */
export const toolCallWorkflow = defineWorkflow<ToolActivities>()({
  name: 'assistant-tool',
  module: import.meta.url,
  input: toolCall,
  // A lasting failure of an activity is its result: only transient errors are retried.
  run: (ctx, call) => ctx.step('runTool', { ...call, key: ctx.id }, { attempts: 5, backoff: 200, timeout: 30_000 }),
});
