import { InvalidRequest } from '@waystory/infra/errors.ts';
import { type ArgsOf, failureOf, type Tool, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';

/** Arguments as the tool takes them, or what whoever called it is told of those that do not fit. */
export function checkedArguments<T extends Tool>(tool: T, args: unknown): { args: ArgsOf<T> } | { failure: ToolFailure } {
  const { data, error } = tool.args.safeParse(args, { reportInput: true });
  if (!error) return { args: data as ArgsOf<T> }; // of the same tool
  const { errors } = InvalidRequest.from('args', error.issues);
  return { failure: failureOf('tool/bad-arguments', errors.map(({ path, message }) => `${path}: ${message}`).join('; ')) };
}
