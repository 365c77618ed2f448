import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { printTable } from '../harness/report.ts';

/** Responses of one operation to requests that are valid by the OpenAPI document. */
interface Acceptance {
  taken: number;
  /** Number of refusals by cause. */
  refused: Map<string, number>;
}
/** ResponseCountsByOperation by operation, `METHOD path`. */
export type ResponseCountsByOperation = ReadonlyMap<string, Acceptance>;

/** Statuses of refusals that depend on rights, existence, state or rate limits, not on the form of a request. */
const ofCircumstances = [401, 403, 404, 409, 412, 429];

/** Sums the counts of several runs. */
export function sumAcceptances(runs: readonly ResponseCountsByOperation[]): ResponseCountsByOperation {
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

/** Reads the NDJSON events of a run of the fuzzer. */
export async function readAcceptances(file: string): Promise<ResponseCountsByOperation> {
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

const andAlso = ' + ';

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

type Reason = readonly [operation: RegExp, cause: RegExp, reason: string];

/** Reasons of refusals that no schema can describe. */
const reasons: readonly Reason[] = [
  [/^GET /, /^query\.after: /, 'only the page before knows a cursor'],
  [/^/, /^query\.filter: Too many conditions/, 'no schema counts conditions across levels'],
  [/^GET .api.places.within$/, /^query.northEast(Lat|Lng): /, 'no schema compares two corners'],
  [/^/, /^request.too-long$/, 'no schema says how long an address becomes'],
  [
    /^(POST .api.itineraries.{itineraryId}.stops|PATCH .api.itineraries.{itineraryId}.stops.{id})$/,
    /^place.(not-found|ambiguous)$/,
    'made-up words name no place',
  ],
  [/^(POST|PUT|PATCH) /, /^itinerary.no-such-(image|country)$/, 'made-up ids name nothing'],
  [/itineraries/, /imageUrl: Keep it to/, 'made-up addresses come without an image'],
  [/^POST .api.posts$/, /^post.reply-to-unknown$/, 'made-up ids name no comment'],
  [/^POST .api.files$/, /^file\//, 'made-up bytes are no picture'],
  [/^POST /, /^request.key-reused$/, 'a made-up key may come twice'],
  [/^(PUT|PATCH) .api.accounts/, /^body.suspendedUntil: /, 'no schema knows the time, nor what goes with what'],
  [/^POST .api.accounts.{accountId}.chats/, /^chat.unknown$/, 'made-up ids name no thread'],
  [/^POST .api.chat/, /^credit.none-left$/, 'made-up questions use credits up'],
  [/^POST .api.chat/, /^chat.unknown$/, 'made-up ids name no thread'],
  [/^POST .api.chat/, /^chat.message-unknown$/, 'made-up ids name no message'],
  [/^POST .api.chat/, /^chat.not-a-question$/, 'what the assistant said is known, and taken from nobody'],
  [/^POST .api.cases.{id}.decision$/, /^case.(unknown|note-missing)$/, 'made-up ids name no case, and most outcomes need a note'],
  [
    /^PUT .api.accounts.{accountId}.credit-reservations/,
    /^credit.(none-left|id-reused|reservation-closed)$/,
    'made-up amounts are more than there is',
  ],
  [/^POST .api.collections$/, /^collection.too-many$/, 'made-up lists are more than one account can have'],
  [/^POST .api.accounts.{accountId}.orders$/, /^order.package-unknown$/, 'made-up words name no package'],
  [/^POST .api.accounts.{accountId}.orders/, /^order.(unknown|not-cancellable|not-refundable)$/, 'made-up ids name no order'],
  [/^POST .api.accounts.{accountId}.(orders|credits)$/, /^account.unknown$/, 'made-up ids name no account'],
];

/** Reason of a refusal; null unless every cause has one in the table. */
function reasonOf(operation: string, cause: string): string | null {
  const known = cause.split(andAlso).map((one) => reasons.find(([where, what]) => what.test(one) && where.test(operation))?.[2]);
  return known.every((reason) => reason !== undefined) ? [...new Set(known)].join('; ') : null;
}

/** Minimum number of responses for a verdict, because fewer may be chance. */
const enough = 10;

export interface RefusalJudgement {
  operation: string;
  taken: number;
  /** Requests refused without a reason of the table. */
  refused: number;
  causes: { cause: string; times: number; reason: string | null }[];
  isRefusing: boolean;
}

function judge(operation: string, { taken, refused: byCause }: Acceptance): RefusalJudgement {
  const causes = [...byCause].map(([cause, times]) => ({ cause, times, reason: reasonOf(operation, cause) })).sort((a, b) => b.times - a.times);
  const refused = causes.reduce((sum, { times, reason }) => (reason === null ? sum + times : sum), 0);
  return { operation, taken, refused, causes, isRefusing: refused > taken && taken + refused >= enough };
}

/** Operations with refusals, the worst first. */
export const judgementsOf = (acceptances: ResponseCountsByOperation): RefusalJudgement[] =>
  [...acceptances]
    .map(([operation, acceptance]) => judge(operation, acceptance))
    .filter(({ causes }) => causes.length > 0)
    .sort((a, b) => shareOf(b) - shareOf(a));

const shareOf = ({ taken, refused }: RefusalJudgement): number => refused / Math.max(1, taken + refused);

const causesShown = 4;

export const printJudgements = (judgements: readonly RefusalJudgement[]): void =>
  printTable(
    ['operation', 'taken', 'refused', 'for'],
    judgements.map(({ operation, taken, refused, causes }) => {
      const shown = causes.slice(0, causesShown).map(({ cause, times, reason }) => `${cause} ${times}${reason ? ` (${reason})` : ''}`);
      return [operation, String(taken), String(refused), [...shown, ...(causes.length > causesShown ? ['...'] : [])].join(', ')];
    }),
  );
