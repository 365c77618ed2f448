import { setTimeout as pause } from 'node:timers/promises';
import { printTable } from '../../harness/report.ts';
import type { Tally } from '../tally.ts';
import { unnoticedIn } from './control.ts';
import { type Answered, type Asked, exchange, exchangeBoth, type Standing } from './exchange.ts';
import { type Both, createPairs, type Pairs, sides } from './pairs.ts';
import { everyone } from './people.ts';
import { randomFrom } from './random.ts';
import { createRequestMaker } from './request-maker.ts';
import { everyRoute } from './routes.ts';
import { differencesOf, isSameOrderOfFields, isSameOrderOfTimes, shortly } from './same-answer.ts';

const progressEvery = 100;
/** Each process takes what it has in memory of a thing for its present state for 200 ms, so what is gone may still be named that long. */
const forgottenAfterMs = 250;
/** Longest that what an account leaves behind may take to go, milliseconds. */
const goneWithinMs = 30_000;
const askAgainMs = 50;
/** Characters of a body that was answered differently. */
const bodyShown = 1_200;

export interface ComparisonOptions {
  standings: Both<Standing>;
  /** So many at least, and until every route was asked. */
  requests: number;
  seed: number;
  tally: Tally;
}

/** What was asked of a route. */
interface Row {
  requests: number;
  different: number;
  statuses: Map<number, number>;
}

export async function compareProducts({ standings, requests, seed, tally }: ComparisonOptions): Promise<void> {
  const pairs = createPairs();
  const maker = createRequestMaker(randomFrom(seed), pairs);
  const rows = new Map(everyRoute().map(({ title }): [string, Row] => [title, { requests: 0, different: 0, statuses: new Map() }]));
  let sample: Answered | undefined;
  let different = 0;
  let otherwiseWorded = 0;
  await openAccounts(standings, pairs);
  for (let index = 1; index <= requests || maker.demandUnasked(); index++) {
    const made = maker.next();
    const answers = await exchangeBoth(made.asked, standings, pairs.filled, index);
    const found = [...differencesOf(answers, pairs, tellsNewIds(made.asked)), ...brokenIn(answers)];
    if (found.length > 0) {
      different += 1;
      tell(index, made.asked, answers, found, pairs);
    }
    if (found.length === 0 && !isSameOrderOfFields(answers.one.json, answers.many.json)) otherwiseWorded += 1;
    count(rows, made.asked, answers, found.length > 0);
    maker.note(made, answers);
    if (isLongList(answers.one)) sample = answers.one;
    if (isGone(made.asked, answers)) await pause(forgottenAfterMs);
    if (isAccountGone(made.asked, answers)) {
      await renewTokens(standings);
      await openAccounts(standings, pairs);
      await untilNothingIsLeft(made.asked, standings, pairs);
      // Its position is behind all that the end of the account set off, so that reads wait for that.
      maker.demand('createItinerary');
    }
    if (index % progressEvery === 0) console.log(`${index} of ${requests} requests, ${different} answered differently`);
  }
  conclude(rows, standings, tally);
  console.log(`${otherwiseWorded} answers that are the same name the fields of an object in another order`);
  tally.record(isSameOrderOfTimes(pairs), `${pairs.learnt().length} ids, times and cursors have two forms each; times are in the same order`);
  await compareDescriptions(standings, tally);
  const unnoticed = sample ? unnoticedIn(sample, pairs) : ['no list with several items was answered'];
  tally.record(
    unnoticed.length === 0,
    `control: an answer that was tampered with is found to differ${unnoticed.map((one) => `; not: ${one}`).join('')}`,
  );
}

/** That both break in the same way does not make it right. */
const brokenIn = (answers: Both<Answered>): string[] => sides.flatMap((side) => (answers[side].status === 500 ? [`${side}: internal error`] : []));

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Entries of the audit log and cases come of writes that do not tell of them. */
const tellsNewIds = ({ method, route }: Asked): boolean => !reading.has(method) || /^GET \/(audit|cases)/.test(route);

function tell(index: number, asked: Asked, { one, many }: Both<Answered>, found: readonly string[], pairs: Pairs): void {
  const { method, path, person, headers, body } = asked;
  const more = [Object.keys(headers).length > 0 && shortly(headers), body !== undefined && shortly(pairs.filled(body, 'one'), bodyShown)]
    .filter(Boolean)
    .join(' ');
  console.log(`DIFFERENT ${index}: ${method} ${shortly(decoded(pairs.filled(path, 'one')))} by ${person} ${more}`);
  for (const difference of found.slice(0, 6)) console.log(`  ${difference}`);
  if (found.length > 6) console.log(`  and ${found.length - 6} more`);
  console.log(`  one process: ${one.status} ${shortly(one.text)}\n  cluster:     ${many.status} ${shortly(many.text)}`);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function count(rows: Map<string, Row>, { route }: Asked, { one }: Both<Answered>, isDifferent: boolean): void {
  const row = rows.get(route);
  if (!row) throw new Error(`${route} is no route of the product`);
  row.requests += 1;
  if (isDifferent) row.different += 1;
  row.statuses.set(one.status, (row.statuses.get(one.status) ?? 0) + 1);
}

/** Of things with ids, since those are tampered with. */
const isLongList = ({ json }: Answered): boolean =>
  typeof json === 'object' && json !== null && 'items' in json && Array.isArray(json.items) && json.items.length > 1 && json.items.every(hasId);

const hasId = (item: unknown): boolean => typeof item === 'object' && item !== null && ('id' in item || 'stopId' in item);

const isGone = ({ method }: Asked, { one, many }: Both<Answered>): boolean => method === 'DELETE' && one.status === 204 && many.status === 204;

const isAccountGone = (asked: Asked, answers: Both<Answered>): boolean => asked.path.startsWith('/api/accounts/') && isGone(asked, answers);

/** Nobody writes without an account. */
async function openAccounts(standings: Both<Standing>, pairs: Pairs): Promise<void> {
  for (const person of everyone.filter((one) => one !== 'anonymous'))
    for (const side of sides) {
      const question: Asked = { route: '', method: 'POST', path: '/api/accounts', person, headers: {} };
      const { status, text } = await exchange(side, question, standings[side], pairs.filled);
      if (status !== 201) throw new Error(`${person} has no account: ${side} ${status} ${text}`);
    }
}

/** Tokens count whole seconds, so they wait for the next one. */
async function renewTokens(standings: Both<Standing>): Promise<void> {
  await pause(1_100);
  for (const side of sides) standings[side].tokens = await standings[side].freshTokens();
}

/** What goes some time after the account that it belongs to. */
const belongings: Readonly<Record<string, (accountId: string) => object>> = {
  itineraries: (accountId) => ({ accountId }),
  posts: (accountId) => ({ accountId }),
  reactions: (accountId) => ({ accountId }),
  follows: (id) => ({ or: [{ followerId: id }, { followingId: id }] }),
};

async function untilNothingIsLeft({ path }: Asked, standings: Both<Standing>, pairs: Pairs): Promise<void> {
  const accountId = path.split('/')[3] ?? '';
  const giveUpAt = Date.now() + goneWithinMs;
  for (const [collection, of] of Object.entries(belongings)) {
    const filter = encodeURIComponent(JSON.stringify(of(accountId)));
    const asked = `/api/${collection}?limit=1&filter=${filter}`;
    const question: Asked = { route: '', method: 'GET', path: asked, person: 'admin', headers: { 'cache-control': 'no-cache' } };
    for (const side of sides) {
      for (;;) {
        const { json } = await exchange(side, question, standings[side], pairs.filled);
        if (typeof json === 'object' && json !== null && 'total' in json && json.total === 0) break;
        if (Date.now() > giveUpAt) throw new Error(`${collection} of a deleted account are still there: ${side}`);
        await pause(askAgainMs);
      }
    }
  }
}

/** The OpenAPI document, byte for byte. */
async function compareDescriptions(standings: Both<Standing>, tally: Tally): Promise<void> {
  const [one, many] = await Promise.all(sides.map(async (side) => (await fetch(`http://127.0.0.1:${standings[side].port}/api/docs/json`)).text()));
  tally.record(
    one !== undefined && one.length > 0 && one === many,
    `the OpenAPI document is the same, ${one?.length} and ${many?.length} characters`,
  );
}

function conclude(rows: ReadonlyMap<string, Row>, standings: Both<Standing>, tally: Tally): void {
  const statuses = (row: Row): string =>
    [...row.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ');
  printTable(
    ['route', 'requests', 'the same', 'different', 'answered with'],
    [...rows].map(([route, row]) => [route, String(row.requests), String(row.requests - row.different), String(row.different), statuses(row)]),
  );
  for (const side of sides) console.log(`${side}: ${standings[side].askedAgain} reads were asked for again because they were behind`);
  for (const [route, { requests, different }] of rows) {
    tally.record(requests > 0 && different === 0, `${route}: ${requests} requests, ${different} answered differently`);
  }
}
