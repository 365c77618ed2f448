import fc from 'fast-check';
import { type ApiResponse, apiClient, requestUntilAvailable } from '../environment/client.ts';
import { type Environment, openEnvironment } from '../environment/environment.ts';
import { everyone, issueTokens, type PersonName, type Tokens } from '../requests/people.ts';
import type { DrillRun } from '../tally.ts';
import { checkFilterProperty } from './filters.ts';
import { checkWriteProperties } from './writes.ts';

const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'social'];

/** A caller whose reads see every earlier write. */
export interface Caller {
  name: PersonName;
  /** Null without an account. */
  accountId: string | null;
  /** @param body JSON as it goes over the wire, or a value */
  send(method: string, path: string, body?: unknown): Promise<ApiResponse>;
}

export type PropertyRun = Pick<DrillRun, 'runs' | 'seed' | 'tally'>;

/**
 * Checks filters of any caller against an evaluation in memory, and writes against their schemas. A run is one filter. Every fourth run, or every
 * second in the short form, is also one write.
 */
export async function propertiesDrill({ runs, seed, short, tally }: DrillRun): Promise<void> {
  await using environment = await openEnvironment({ name: 'properties', processes: 'one', contexts });
  const tokens = await issueTokens(environment, `http://localhost:${environment.port}`);
  const opened: [PersonName, Caller][] = [];
  for (const name of everyone) opened.push([name, await callerOn(environment, tokens, name)]);
  const callers = Object.fromEntries(opened) as Callers; // one of each name
  await checkFilterProperty(callers, { runs, seed, tally });
  await checkWriteProperties(callers, () => environment.engines.events.head(), { runs: Math.ceil(runs / (short ? 2 : 4)), seed, tally });
}
export type Callers = Readonly<Record<(typeof everyone)[number], Caller>>;

async function callerOn({ port, engines, resources }: Environment, tokens: Tokens, name: PersonName): Promise<Caller> {
  const { ask, close } = apiClient(port, tokens[name]);
  resources.defer(close);
  const caller: Caller = {
    ...{ name, accountId: null },
    async send(method, path, body) {
      const headers = { 'x-after': String(await engines.events.head()), ...(body !== undefined && { 'content-type': 'application/json' }) };
      const sent = typeof body === 'string' ? Buffer.from(body) : body;
      return requestUntilAvailable(ask, { method, path: `/api${path}`, headers, ...(sent !== undefined && { body: sent }) });
    },
  };
  return name !== 'newcomer' && name !== 'anonymous' ? { ...caller, accountId: String((await caller.send('POST', '/accounts')).body.id) } : caller;
}

/** Checks a property. The line of the report names the cause of a failure. */
export async function recordProperty<T>(property: fc.IAsyncProperty<T>, what: string, { runs, seed, tally }: PropertyRun): Promise<void> {
  const details = await fc.check(property, { numRuns: runs, seed });
  if (details.failed) console.log(fc.defaultReportMessage(details)?.slice(0, 4_000));
  const fault = details.failed ? `: ${details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)}` : '';
  tally.record(!details.failed, `${details.numRuns} ${what}; seed ${seed}${fault}`);
}

/** The JSON object of a success. @throws Error otherwise */
export function bodyOfSuccess({ status, body, text }: ApiResponse): Record<string, unknown> {
  if (status !== 200 && status !== 201) throw new Error(`answered ${status}: ${text}`);
  return body;
}
