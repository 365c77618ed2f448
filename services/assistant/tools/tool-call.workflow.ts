import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { ToolActivities } from './tool-call.activities.ts';
import { emptyRolesSchema } from './without-roles.ts';

const toolCall = z.object({
  /** Missing in calls from older releases. */
  threadId: z.string().optional(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** Account of the user. */
  accountId: z.string(),
  roles: emptyRolesSchema,
  /** Places looked up in the thread, with their map-service ids. */
  places: z.record(z.string(), z.string().nullable()),
});
export type ToolCall = z.output<typeof toolCall>;

/**
 * One tool call of the assistant under the id `tool:<threadId>:<toolCallId>`. It runs once, and survives a crash of the process that requested it.
 */
export const toolCallWorkflow = defineWorkflow<ToolActivities>()({
  name: 'assistant-tool',
  module: import.meta.url,
  input: toolCall,
  // A permanent failure of an activity is its result: only transient errors are retried.
  run: (ctx, call) => ctx.step('runTool', { ...call, key: ctx.id }, { attempts: 5, backoff: 200, timeout: 30_000 }),
});
