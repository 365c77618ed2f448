import { EngineUnavailable, InvalidRequest, Rejected } from '@waystory/infra/errors.ts';
import { type ArgsOf, failureOf, type Tool, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';
import { pageErrors } from '@waystory/proto/assistant/tools/web-browser.ts';
import { dayErrors } from '@waystory/proto/itineraries/day.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';

/** Arguments as the tool takes them, or a failure that names the invalid ones. */
export function checkedArguments<T extends Tool>(tool: T, args: unknown): { args: ArgsOf<T> } | { failure: ToolFailure } {
  const { data, error } = tool.args.safeParse(args, { reportInput: true });
  if (!error) return { args: data as ArgsOf<T> }; // the arguments of the same tool
  const { errors } = InvalidRequest.from('args', error.issues);
  return { failure: failureOf('tool/bad-arguments', inWords(errors)) };
}

const inWords = (errors: readonly { path: string; message: string }[]): string => errors.map(({ path, message }) => `${path}: ${message}`).join('; ');

/** True for a transient error, when a retry may succeed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof EngineUnavailable || (error instanceof ResponseError && (error.status >= 500 || error.status === 429));

/** Describes an error to the model, so that it tries something else. A transient error is rethrown for a retry. */
export function failureOfError(error: unknown): ToolFailure {
  if (error instanceof Rejected) return failureOf(error.code, [sentences[error.code] ?? error.code, choicesIn(error)].filter(Boolean).join(' '));
  if (!(error instanceof ResponseError) || isTransient(error)) throw error;
  const { code = 'request/refused', detail, errors = [] } = error.problem ?? {};
  return failureOf(code, [detail, inWords(errors)].filter(Boolean).join(' ') || code);
}

/** Candidates as text; empty without candidates. */
const choicesIn = ({ data: { candidates } }: Rejected): string => (Array.isArray(candidates) ? candidates.join('; ') : '');

const sentences: Readonly<Record<string, string>> = {
  ...pageErrors,
  ...dayErrors,
  'place/not-looked-up': 'This place was not looked up in this conversation. Call lookup_location, and take an id that it answers.',
  'place/ambiguous':
    'None of these is sure to be meant, and none is near the trip. Ask the user which it is, then look it up by the whole name that is given here:',
  'place/far-away': 'This place is far from all other stops of the day. Look the place up again, nearer to them, or add it to another day.',
};
