import { printTable } from '../harness/report.ts';
import { type Acceptance, type Acceptances, andAlso } from './acceptance.ts';

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

/** A reason for a refusal whose every cause has one. */
function reasonOf(operation: string, cause: string): string | null {
  const known = cause.split(andAlso).map((one) => reasons.find(([where, what]) => what.test(one) && where.test(operation))?.[2]);
  return known.every((reason) => reason !== undefined) ? [...new Set(known)].join('; ') : null;
}

/** Fewer answers are chance. */
const enough = 10;

export interface Judgement {
  operation: string;
  taken: number;
  /** Requests refused without a reason of the table. */
  refused: number;
  causes: { cause: string; times: number; reason: string | null }[];
  isRefusing: boolean;
}

function judge(operation: string, { taken, refused: byCause }: Acceptance): Judgement {
  const causes = [...byCause].map(([cause, times]) => ({ cause, times, reason: reasonOf(operation, cause) })).sort((a, b) => b.times - a.times);
  const refused = causes.reduce((sum, { times, reason }) => (reason === null ? sum + times : sum), 0);
  return { operation, taken, refused, causes, isRefusing: refused > taken && taken + refused >= enough };
}

/** Operations with refusals, the worst first. */
export const judgementsOf = (acceptances: Acceptances): Judgement[] =>
  [...acceptances]
    .map(([operation, acceptance]) => judge(operation, acceptance))
    .filter(({ causes }) => causes.length > 0)
    .sort((a, b) => shareOf(b) - shareOf(a));

const shareOf = ({ taken, refused }: Judgement): number => refused / Math.max(1, taken + refused);

const causesShown = 4;

export const printJudgements = (judgements: readonly Judgement[]): void =>
  printTable(
    ['operation', 'taken', 'refused', 'for'],
    judgements.map(({ operation, taken, refused, causes }) => {
      const shown = causes.slice(0, causesShown).map(({ cause, times, reason }) => `${cause} ${times}${reason ? ` (${reason})` : ''}`);
      return [operation, String(taken), String(refused), [...shown, ...(causes.length > causesShown ? ['...'] : [])].join(', ')];
    }),
  );
