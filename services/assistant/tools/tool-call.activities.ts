import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { isToolName, type ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { failureOf, type ResultOf } from '@waystory/proto/assistant/tools/tool.ts';
import { threadStream } from '../thread/thread.ts';
import type { PageSource } from '../web-browser/fetch-page.ts';
import { searchSettings } from './google-search.ts';
import { toolRunnersWith } from './runners.ts';
import type { ToolCall } from './tool-call.workflow.ts';
import { plannerRoutes, type RunTool } from './tool-context.ts';
import { checkedArguments, failureOfError } from './tool-failure.ts';

// A type alias, because an interface would not match the index signature of activities.
export type ToolActivities = {
  /** Result or failure of the tool. */
  runTool: (call: ToolCall & { key: string }) => Promise<unknown>;
};

/** Executes tools for the user of the conversation, without that user's roles. */
export function toolActivities(
  { clientFor, config, commands }: Pick<WorkflowServices, 'clientFor' | 'config' | 'commands'>,
  pages: PageSource,
): ToolActivities {
  /** Links a thread without an itinerary to the one created in it. */
  const link = async (threadId: string, itineraryId: string): Promise<void> => {
    const context = { actorId: null, now: new Date().toISOString(), commandId: derivedId('link-thread', threadId, itineraryId) };
    await commands.execute(threadStream, threadId, [{ type: 'LinkThread', itineraryId }], context);
  };
  const runners = toolRunnersWith(searchSettings(config), pages);
  const runTool: ToolActivities['runTool'] = async ({ threadId, tool: name, args, accountId, places, key }) => {
    if (!isToolName(name)) return failureOf('tool/unknown', `There is no tool ${name}.`);
    const checked = checkedArguments(tools[name], args);
    if ('failure' in checked) return checked.failure;
    const run = runners[name] as RunTool<ToolName>; // the arguments are those of the same tool
    try {
      const context = { api: clientFor(plannerRoutes, { delegatedBy: accountId }, key), key, places: new Map(Object.entries(places)) };
      const result = await run(checked.args as never, context);
      if (name === 'create_itinerary' && threadId) await link(threadId, (result as ResultOf<typeof tools.create_itinerary>).id); // the result of that tool
      return result;
    } catch (error) {
      return failureOfError(error);
    }
  };
  return { runTool };
}
