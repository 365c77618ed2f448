import { EngineUnavailable, Rejected } from '@waystory/infra/errors.ts';
import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { isToolName, type ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { failureOf, type ResultOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';
import { pageErrors } from '@waystory/proto/assistant/tools/web-browser.ts';
import { dayErrors } from '@waystory/proto/itineraries/day.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { threadStream } from '../thread/thread.ts';
import type { PageSource } from '../web-browser/fetch-page.ts';
import { checkedArguments } from './checked-arguments.ts';
import { searchSettings } from './google-search.ts';
import { runnersWith } from './runners.ts';
import type { ToolCall } from './tool-call.workflow.ts';
import { plannerRoutes, type RunTool } from './tool-context.ts';

// A type, for only those are taken to have no other members.
export type ToolActivities = {
  /** Result of the tool, or why it came to nothing. */
  runTool: (call: ToolCall & { key: string }) => Promise<unknown>;
};

/** Does what tools do, as the user who talks with the assistant. */
export function toolActivities(
  { clientFor, config, commands }: Pick<WorkflowServices, 'clientFor' | 'config' | 'commands'>,
  pages: PageSource,
): ToolActivities {
  /** A thread without an itinerary is about the one that was made in it. */
  const link = async (threadId: string, itineraryId: string): Promise<void> => {
    const context = { actorId: null, now: new Date().toISOString(), commandId: derivedId('link-thread', threadId, itineraryId) };
    await commands.execute(threadStream, threadId, [{ type: 'LinkThread', itineraryId }], context);
  };
  const runners = runnersWith(searchSettings(config), pages);
  const runTool: ToolActivities['runTool'] = async ({ threadId, tool: name, args, accountId, roles, places, key }) => {
    if (!isToolName(name)) return failureOf('tool/unknown', `There is no tool ${name}.`);
    const checked = checkedArguments(tools[name], args);
    if ('failure' in checked) return checked.failure;
    const run = runners[name] as RunTool<ToolName>; // the arguments are those of the same tool
    try {
      const context = { api: clientFor(plannerRoutes, { accountId, roles }, key), key, places: new Map(Object.entries(places)) };
      const result = await run(checked.args as never, context);
      if (name === 'create_itinerary' && threadId) await link(threadId, (result as ResultOf<typeof tools.create_itinerary>).id); // of that tool
      return result;
    } catch (error) {
      return failureBy(error);
    }
  };
  return { runTool };
}

/** Whether what is asked may succeed a little later. */
export const mayPass = (error: unknown): boolean =>
  error instanceof EngineUnavailable || (error instanceof ResponseError && (error.status >= 500 || error.status === 429));

/** What the model is told of an error, so that it does something else; what may pass by itself is thrown on, to be tried again. */
export function failureBy(error: unknown): ToolFailure {
  if (error instanceof Rejected) return failureOf(error.code, sentences[error.code] ?? error.code);
  if (!(error instanceof ResponseError) || mayPass(error)) throw error;
  const { code = 'request/refused', detail, errors } = error.problem ?? {};
  const fields = errors?.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return failureOf(code, [detail, fields].filter(Boolean).join(' ') || code);
}

const sentences: Readonly<Record<string, string>> = {
  ...pageErrors,
  ...dayErrors,
  'place/not-looked-up': 'This place was not looked up in this conversation. Call lookup_location, and take an id that it answers.',
  'place/far-away': 'This place is far from all other stops of the day. Look the place up again, nearer to them, or add it to another day.',
};
