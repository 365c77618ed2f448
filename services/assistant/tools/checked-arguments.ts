import { InvalidRequest } from '@waystory/infra/errors.ts';
import { type ToolArgs, type ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';

/** Arguments as the tool takes them, or what the model is told of those that do not fit. */
export function checkedArguments<N extends ToolName>(name: N, args: object): { args: ToolArgs<N> } | { failure: ToolFailure } {
  const { data, error } = tools[name].args.safeParse(args);
  if (!error) return { args: data as ToolArgs<N> }; // of the same tool
  const { errors } = InvalidRequest.from('args', error.issues);
  return { failure: failureOf('tool/bad-arguments', errors.map(({ path, message }) => `${path}: ${message}`).join('; ')) };
}
