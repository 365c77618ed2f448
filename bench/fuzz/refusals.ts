import { printTable } from '../harness/report.ts';
import { type Acceptance, type Acceptances, andAlso } from './acceptance.ts';

interface Reason {
  operation: RegExp;
  cause: RegExp;
  reason: string;
}

/** Reasons of refusals that no schema can describe. */
const reasons: readonly Reason[] = [
  { operation: /^GET /, cause: /^query\.after: /, reason: 'only the page before knows a cursor' },
  { operation: /^/, cause: /^query\.filter: Too many conditions/, reason: 'no schema counts conditions across levels' },
  { operation: /^GET .api.places.within$/, cause: /^query.northEast(Lat|Lng): /, reason: 'no schema compares two corners' },
  { operation: /^/, cause: /^request.too-long$/, reason: 'no schema says how long an address becomes' },
  {
    operation: /^(POST .api.itineraries.{itineraryId}.stops|PATCH .api.itineraries.{itineraryId}.stops.{id})$/,
    cause: /^place.(not-found|ambiguous)$/,
    reason: 'made-up words name no place',
  },
  { operation: /^(POST|PUT|PATCH) /, cause: /^itinerary.no-such-(image|country)$/, reason: 'made-up ids name nothing' },
  { operation: /itineraries/, cause: /imageUrl: Keep it to/, reason: 'made-up addresses come without an image' },
  { operation: /^POST .api.posts$/, cause: /^post.reply-to-unknown$/, reason: 'made-up ids name no comment' },
  { operation: /^POST .api.files$/, cause: /^file\//, reason: 'made-up bytes are no picture' },
  { operation: /^POST /, cause: /^request.key-reused$/, reason: 'a made-up key may come twice' },
  { operation: /^(PUT|PATCH) .api.accounts/, cause: /^body.suspendedUntil: /, reason: 'no schema knows the time, nor what goes with what' },
  { operation: /^POST .api.accounts.{accountId}.chats/, cause: /^chat.unknown$/, reason: 'made-up ids name no thread' },
  { operation: /^POST .api.chat/, cause: /^credit.none-left$/, reason: 'made-up questions use credits up' },
  { operation: /^POST .api.chat/, cause: /^chat.unknown$/, reason: 'made-up ids name no thread' },
  { operation: /^POST .api.chat/, cause: /^chat.message-unknown$/, reason: 'made-up ids name no message' },
  { operation: /^POST .api.chat/, cause: /^chat.not-a-question$/, reason: 'what the assistant said is known, and taken from nobody' },
  {
    operation: /^POST .api.cases.{id}.decision$/,
    cause: /^case.(unknown|note-missing)$/,
    reason: 'made-up ids name no case, and most outcomes need a note',
  },
  {
    operation: /^PUT .api.accounts.{accountId}.credit-reservations/,
    cause: /^credit.(none-left|id-reused|reservation-closed)$/,
    reason: 'made-up amounts are more than there is',
  },
  { operation: /^POST .api.collections$/, cause: /^collection.too-many$/, reason: 'made-up lists are more than one account can have' },
  { operation: /^POST .api.accounts.{accountId}.orders$/, cause: /^order.package-unknown$/, reason: 'made-up words name no package' },
  {
    operation: /^POST .api.accounts.{accountId}.orders/,
    cause: /^order.(unknown|not-cancellable|not-refundable)$/,
    reason: 'made-up ids name no order',
  },
  { operation: /^POST .api.accounts.{accountId}.(orders|credits)$/, cause: /^account.unknown$/, reason: 'made-up ids name no account' },
];

/** A reason for a refusal whose every cause has one. */
function reasonOf(operation: string, cause: string): string | null {
  const known = cause.split(andAlso).map((one) => reasons.find((entry) => entry.cause.test(one) && entry.operation.test(operation))?.reason);
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
