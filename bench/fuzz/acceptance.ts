import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Answers of one operation to requests that its description allows. */
export interface Acceptance {
  taken: number;
  /** By the cause of the refusal. */
  refused: Map<string, number>;
}
/** By operation, `METHOD path`. */
export type Acceptances = ReadonlyMap<string, Acceptance>;

/** Refusals about rights, existence and state, not about the form of a request. */
const ofCircumstances = [401, 403, 404, 409, 412, 429];

/** Several runs as one. */
export function together(runs: readonly Acceptances[]): Acceptances {
  const all = new Map<string, Acceptance>();
  for (const [operation, { taken, refused }] of runs.flatMap((run) => [...run])) {
    const sum = all.get(operation) ?? { taken: 0, refused: new Map<string, number>() };
    sum.taken += taken;
    for (const [cause, times] of refused) sum.refused.set(cause, (sum.refused.get(cause) ?? 0) + times);
    all.set(operation, sum);
  }
  return all;
}

/** The fields of the fuzzer's events that are read here. */
const finished = z.object({
  ScenarioFinished: z.object({
    recorder: z.object({
      cases: z
        .record(
          z.string(),
          z.object({
            value: z.object({
              method: z.string(),
              path: z.string(),
              meta: z.object({ generation: z.object({ mode: z.string() }) }).optional(),
            }),
          }),
        )
        .default({}),
      interactions: z
        .record(
          z.string(),
          z.object({ response: z.object({ status_code: z.int(), content: z.object({ $base64: z.string() }).nullish() }).optional() }),
        )
        .default({}),
    }),
  }),
});
const problem = z.object({ code: z.string(), errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]) });

/** Reads the event lines of a run. */
export async function readAcceptances(file: string): Promise<Acceptances> {
  const found = new Map<string, Acceptance>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.startsWith('{"ScenarioFinished"')) add(found, finished.parse(JSON.parse(line)));
  }
  return found;
}

function add(found: Map<string, Acceptance>, { ScenarioFinished: { recorder } }: z.output<typeof finished>): void {
  for (const [id, { value }] of Object.entries(recorder.cases)) {
    const response = recorder.interactions[id]?.response;
    if (value.meta?.generation.mode !== 'positive' || !response) continue;
    const operation = `${value.method} ${value.path}`;
    const acceptance = found.get(operation) ?? { taken: 0, refused: new Map<string, number>() };
    found.set(operation, acceptance);
    if (response.status_code < 400) acceptance.taken++;
    else if (response.status_code < 500 && !ofCircumstances.includes(response.status_code)) {
      const cause = causeOf(Buffer.from(response.content?.$base64 ?? '', 'base64').toString());
      acceptance.refused.set(cause, (acceptance.refused.get(cause) ?? 0) + 1);
    }
  }
}

const fieldOf = (path: string): string => path.split('.').slice(0, 2).join('.');

export const andAlso = ' + ';

/** Wrong fields with their messages, `query.ids: Must be a UUID`, or the code of the problem. */
function causeOf(text: string): string {
  const { data } = problem.safeParse(jsonOf(text));
  if (!data) return 'no problem details';
  const wrong = new Set(data.errors.map(({ path, message }) => `${fieldOf(path)}: ${message}`));
  return wrong.size > 0 ? [...wrong].sort().join(andAlso) : data.code;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
