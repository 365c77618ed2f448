import { setTimeout as pause } from 'node:timers/promises';
import { type EventStore, type RecordedEvent, VersionConflict } from '@waystory/infra/event-store/port.ts';
import { definitions } from '@waystory/services/all.ts';
import { type ErasureSearch, tableTexts, urlsOfGetRoutes, wordsIn, wordsInAnswers, wordsInTables } from '@waystory/services/testing/erasure-look.ts';
import fc from 'fast-check';
import { seededRandom } from '../../harness/seeded-numbers.ts';
import { type Environment, openEnvironment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { drawFrom, numberSeries } from '../requests/draw.ts';
import type { Tally } from '../tally.ts';
import { type ErasingHistory, writeErasingHistory } from './history.ts';
import { lisbonCoordinates } from './stories.ts';

const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'model', 'moderation', 'social', 'stripe'];
/** Number of random acts before the deletion, and again after it. */
const acts = 16;
const atOnce = 8;
const latestMs = 3_000;
const asked = 2;
const seenWithinMs = 60_000;
const goneWithinMs = 120_000;

/** Table that may keep words of a deleted account, because the log keeps content written for others (decision 0019). */
const keepsContent = /^public\.events\b/;
/** Rows that may keep the id of an account, by table and beginning of the row. */
const keepsIds: readonly (readonly [table: RegExp, row: RegExp])[] = [
  [keepsContent, /^/],
  // A row records the destruction of the account's key.
  [/^public\.personal_keys$/, /,\)$/],
  // A tombstone prevents a late event from recreating the document.
  [/^projections\./, /^\([\w-]+,,/],
  [/^search\./, /^\([\w-]+,\d*,+\)$/],
  // This row makes the product refuse valid tokens of a deleted account.
  [/^projections\."?standings@/, /^/],
  // These rows let a projector delete the places of a story with its owner, in any order of events.
  [/^projections\."placed-stories@/, /^/],
  // Cases about content of others stay until they are dismissed (decision 0049).
  [/^projections\."cases@/, /^/],
  // The run that erases copies has the id in its name, and is deleted like every other run (decision 0080).
  [/^workflows\./, /^\(erase-copies:/],
];

/** Deletes accounts in random histories while others write. In the end their words may be in no response, and in no table except the log. */
export async function accountErasureDrill({ runs, seed, tally }: { runs: number; seed: number; tally: Tally }): Promise<void> {
  await using environment = await openEnvironment({ name: 'erasure', processes: 'one', contexts });
  const drawn = fc.sample(numberSeries, { numRuns: runs, seed });
  const histories = drawn.map((some, number) => writeErasingHistory(drawFrom(some), `erasure ${number}`, acts));
  await drillOn(environment, lookOn(environment), histories, seededRandom(seed), tally);
}

function lookOn({ engines: { pool }, origin, tokens }: Environment): ErasureSearch {
  if (!pool) throw new Error('What is looked through is Postgres');
  const askAs = (token?: string) => async (url: string) => {
    const response = await fetch(`${origin}${url}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    return { status: response.status, body: await response.text() };
  };
  return { pool, askers: [askAs(), askAs(tokens.traveller), askAs(tokens.admin)] };
}

async function drillOn(
  { engines: { events } }: Environment,
  look: ErasureSearch,
  histories: readonly ErasingHistory[],
  random: () => number,
  tally: Tally,
): Promise<void> {
  const words = histories.flatMap((one) => [one.words.written, one.words.personal]);
  const urls = urlsOfGetRoutes(definitions, {
    ids: histories.slice(0, asked).flatMap(idsOf),
    words: words.slice(0, 2 * asked),
    spot: lisbonCoordinates,
  });
  await inTurns(histories, ({ log, before }) => inOrder(events, log.slice(0, before)));
  const seen = async (): Promise<number> => (await wordsInTables(look, words)).filter((one) => !keepsContent.test(one)).length;
  const isShown = await until(async () => (await seen()) > 2 * histories.length, seenWithinMs);
  const before = await wordsInAnswers(look, urls, words);
  tally.record(
    isShown && before.words.size > 0,
    `control: before accounts go, tables and ${before.where.length} of ${before.ok} answers have their words`,
  );

  const refused = await inTurns(histories, ({ log, before: from }) => whileItGoes(events, log.slice(from), random));
  const late = refused.reduce((sum, one) => sum + one, 0);
  let left: string[] = [];
  const isNothingLeft = async (): Promise<boolean> => {
    left = await leftOf(look, histories);
    return left.length === 0;
  };
  const isGone = await until(isNothingLeft, goneWithinMs);
  tally.record(isGone, `${histories.length} accounts that went left nothing in any table, ${late} streams ended meanwhile${some(left)}`);
  const after = await wordsInAnswers(look, urls, words);
  tally.record(after.where.length === 0, `none of ${after.ok} answers has a word of them${some(after.where)}`);
}

const some = (found: readonly string[]): string => (found.length > 0 ? `: ${found.length} findings, as ${found.slice(0, 12).join(', ')}` : '');

async function leftOf(look: ErasureSearch, histories: readonly ErasingHistory[]): Promise<string[]> {
  const [written, personal] = [histories.map(({ words }) => words.written), histories.map(({ words }) => words.personal)];
  const ids = histories.map(({ accountId }) => accountId);
  const found = [...(await tableTexts(look))].flatMap(([name, text]) => {
    const others = text.split('\n').filter((row) => !keepsIds.some(([table, begin]) => table.test(name) && begin.test(row)));
    const words = [...wordsIn(text, personal), ...(keepsContent.test(name) ? [] : wordsIn(text, written)), ...wordsIn(others.join('\n'), ids)];
    return words.map((word) => `${name}: ${word}`);
  });
  return found.toSorted();
}

const idsOf = ({ log, accountId }: ErasingHistory): string[] => [
  ...new Set([accountId, ...log.map(({ stream }) => stream.slice(stream.indexOf('-') + 1))]),
];

async function inTurns<T>(histories: readonly ErasingHistory[], work: (history: ErasingHistory) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let from = 0; from < histories.length; from += atOnce) done.push(...(await Promise.all(histories.slice(from, from + atOnce).map(work))));
  return done;
}

const append = (events: EventStore, { stream, version, position: _, ...event }: RecordedEvent) => events.append(stream, version - 1, [event]);

async function inOrder(events: EventStore, log: readonly RecordedEvent[]): Promise<void> {
  for (const event of log) await append(events, event);
}

/**
 * Appends the deletion at once and the other streams at random moments within 3 s, concurrently with the reactors. @returns number of streams that a
 * reactor ended first
 */
async function whileItGoes(events: EventStore, [deletion, ...others]: readonly RecordedEvent[], random: () => number): Promise<number> {
  if (!deletion) return 0;
  const log = [deletion, ...others];
  const streams = Map.groupBy(log, ({ stream }) => stream);
  const ended = await Promise.all(
    [...streams.values()].map((own) =>
      pause(own.includes(deletion) ? 0 : random() * latestMs)
        .then(() => inOrder(events, own))
        .then(
          () => 0,
          (error: unknown) => {
            if (error instanceof VersionConflict) return 1;
            throw error;
          },
        ),
    ),
  );
  return ended.reduce<number>((sum, one) => sum + one, 0);
}
