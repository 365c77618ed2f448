import { EngineUnavailable, InvalidRequest, Rejected } from '@waystory/infra/errors.ts';
import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { isToolName, type ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';
import { pageErrors } from '@waystory/proto/assistant/tools/web-browser.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
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
export function toolActivities({ clientFor, config }: Pick<WorkflowServices, 'clientFor' | 'config'>): ToolActivities {
  const runners = runnersWith(searchSettings(config));
  const runTool: ToolActivities['runTool'] = async ({ tool: name, args, accountId, roles, places, key }) => {
    if (!isToolName(name)) return failureOf('tool/unknown', `There is no tool ${name}.`);
    const tool = tools[name];
    const parsed = tool.args.safeParse(args);
    if (parsed.error) return failureBy(InvalidRequest.from('args', parsed.error.issues));
    const run = runners[name] as RunTool<ToolName>; // the arguments are those of the same tool
    try {
      return await run(parsed.data as never, {
        api: clientFor(plannerRoutes, { accountId, roles }, key),
        key,
        places: new Map(Object.entries(places)),
      });
    } catch (error) {
      return failureBy(error);
    }
  };
  return { runTool };
}

/** What the model is told of an error, so that it does something else; what may pass by itself is thrown on, to be tried again. */
function failureBy(error: unknown): ToolFailure {
  if (error instanceof Rejected) return failureOf(error.code, sentences[error.code] ?? error.code);
  if (error instanceof InvalidRequest)
    return failureOf('tool/bad-arguments', error.errors.map(({ path, message }) => `${path}: ${message}`).join('; '));
  if (error instanceof EngineUnavailable) throw error;
  if (!(error instanceof ResponseError) || error.status >= 500 || error.status === 429) throw error;
  const { code = 'request/refused', detail, errors } = error.problem ?? {};
  const fields = errors?.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return failureOf(code, [detail, fields].filter(Boolean).join(' ') || code);
}

const sentences: Readonly<Record<string, string>> = {
  ...pageErrors,
  'place/not-looked-up': 'This place was not looked up in this conversation. Call lookup_location, and take an id that it answers.',
  'place/far-away': 'This place is far from all other stops of the day. Look the place up again, nearer to them, or add it to another day.',
};
