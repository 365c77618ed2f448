import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { refusalTexts } from '../catalogue/catalogue.ts';

/** A failure for react-admin: a sentence, a status, and the invalid fields with their messages. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly body: { errors?: Record<string, string> };
  /** Further data of the refusal code, for example the moderator to whom a case is assigned. */
  data: Readonly<Record<string, unknown>> = {};
  constructor(message: string, status: number, code: string | null = null, errors?: Record<string, string>) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = errors ? { errors } : {};
  }
}

/** Text of a refusal code for the user. */
export const refusalTextOf = (code: string): string => refusalTexts[code] ?? code;

/** Converts any thrown error into a refusal. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof FetchError) return new Refusal('The product cannot be reached. Nothing was lost; please try again.', 0);
  if (!(error instanceof ResponseError)) return new Refusal(error instanceof Error ? error.message : String(error), 0);
  const { status, problem } = error;
  if (!problem) return new Refusal(`The request failed (${status}).`, status);
  const named = (problem.errors ?? []).filter(({ path }) => path.startsWith('body.'));
  const fields = Object.fromEntries(named.map(({ path, message }) => [path.slice('body.'.length), message]));
  const others = (problem.errors ?? []).filter((one) => !named.includes(one)).map(({ path, message }) => `${path}: ${message}`);
  const message = [problem.detail, ...others].join(' ');
  const refusal = new Refusal(message, status, problem.code, named.length > 0 ? fields : undefined);
  if ('data' in problem && typeof problem.data === 'object') refusal.data = { ...problem.data };
  return refusal;
}

/** Number and text of each refusal code, in one line. */
export function refusalSummary(failed: readonly { code: string }[]): string {
  const byCode = Object.entries(Object.groupBy(failed, ({ code }) => code));
  return byCode.map(([code, group = []]) => `${group.length}: ${refusalTextOf(code)}`).join(' ');
}
