import { z } from 'zod';
import { defineWorkflow, StepFailed, type StepOptions, type WorkflowContext } from '../workflow.ts';

/** One action of a script. */
export type ScriptLine =
  | {
      do: 'step';
      key: string;
      value?: unknown;
      options?: StepOptions /** True when a failure is returned as the result of the line. */;
      caught?: boolean;
    }
  | { do: 'sleep'; duration: number }
  | { do: 'now' }
  | { do: 'wait'; name: string; timeout: number }
  | { do: 'patched'; change: string }
  | { do: 'together'; lines: ScriptLine[] };

export type ScriptActivities = {
  act(input: { run: string; key: string; value: unknown }): Promise<unknown>;
};

const line = z.custom<ScriptLine>((given) => typeof given === 'object' && given !== null && 'do' in given);

/** Executes the lines of its input and returns their results. */
export const contractScript = defineWorkflow<ScriptActivities>()({
  name: 'contract-script',
  module: import.meta.url,
  input: z.object({ lines: z.array(line) }),
  run: async (ctx, { lines }) => {
    const results: unknown[] = [];
    for (const one of lines) results.push(await perform(ctx, one));
    return results;
  },
});

async function perform(ctx: WorkflowContext<ScriptActivities>, line: ScriptLine): Promise<unknown> {
  switch (line.do) {
    case 'step':
      return step(ctx, line);
    case 'sleep':
      return ctx.sleep(line.duration);
    case 'now':
      return ctx.now();
    case 'wait':
      return ctx.waitForSignal(line.name, line.timeout);
    case 'patched':
      return ctx.patched(line.change);
    case 'together':
      return Promise.all(line.lines.map((one) => perform(ctx, one)));
  }
}

async function step(ctx: WorkflowContext<ScriptActivities>, { key, value, options, caught }: ScriptLine & { do: 'step' }): Promise<unknown> {
  try {
    return await ctx.step('act', { run: ctx.id, key, value }, options);
  } catch (error) {
    if (!caught || !(error instanceof StepFailed)) throw error;
    return { step: error.step, code: error.code, message: error.message };
  }
}
