import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { machineText, printTable } from '../../harness/report.ts';
import type { ApiResponse, SendRequest } from '../environment/client.ts';
import { engineNames, openEnvironment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { drawArbitrary } from '../requests/draw.ts';
import { type Both, createValuePairs, type Side, sides, type ValuePairs } from '../requests/known.ts';
import { issueTokens, members, type PersonName, type Tokens } from '../requests/people.ts';
import type { DrilledRequest } from '../requests/request.ts';
import { createRequestMaker } from '../requests/request-maker.ts';
import { contextsWithRoutes as contexts, everyRoute, unknownIds } from '../requests/routes.ts';
import type { DrillRun, Tally } from '../tally.ts';
import { differencesOf, isSameOrderOfFields, isSameOrderOfTimes, missedManipulations, shortText } from './same-answer.ts';

/** Pause after a deletion, milliseconds, because processes cache the state of an entity for 200 ms. */
const forgottenAfterMs = 250;
const goneWithinMs = 30_000;
/** Maximum number of retries of a late read. Each attempt waits two seconds in the product. */
const patience = 10;

/** One of the two stacks, and the state of its client. */
interface Target {
  side: Side;
  tokens: Tokens;
  /** Issues new tokens, because tokens from before the deletion of an account are refused. */
  freshTokens(): Promise<Tokens>;
  /** Log position of the last write, and the position that all read models are known to have reached. */
  position: number;
  seen: number;
  askedAgain: number;
  ask: SendRequest;
}

/**
 * Sends the same requests to one process and to a cluster on all engines, both empty at first. All answers must be equal, apart from ids, times and
 * cursors.
 */
export async function parityDrill({ runs: requests, seed, tally }: DrillRun): Promise<void> {
  const plan = { contexts, readyWithinMs: 300_000 };
  await using one = await openEnvironment({ ...plan, name: 'parity-one', processes: 'one' });
  // Both stacks have the same public origin, because account ids derive from it.
  const origin = `http://localhost:${one.port}`;
  await using many = await openEnvironment({ ...plan, name: 'parity-many', processes: 'many', on: engineNames, settings: { PUBLIC_ORIGIN: origin } });
  console.log(`${requests} requests, seed ${seed}; ${machineText()}`);
  const targetOn = async (side: Side, environment: typeof one): Promise<Target> => {
    const freshTokens = () => issueTokens(environment, origin);
    return { side, tokens: await freshTokens(), freshTokens, position: 0, seen: 0, askedAgain: 0, ask: environment.as(null) };
  };
  await compareStacks({ one: await targetOn('one', one), many: await targetOn('many', many) }, { requests, seed, tally });
}

interface Row {
  requests: number;
  different: number;
  statuses: Map<number, number>;
}

async function compareStacks(targets: Both<Target>, { requests, seed, tally }: { requests: number; seed: number; tally: Tally }): Promise<void> {
  const pairs = createValuePairs();
  const [draw] = fc.sample(drawArbitrary, { seed, numRuns: 1 });
  if (!draw) throw new Error('Nothing was drawn');
  const maker = createRequestMaker(draw, pairs);
  const rows = new Map(everyRoute.map(({ title }): [string, Row] => [title, { requests: 0, different: 0, statuses: new Map() }]));
  const counts = { different: 0, otherOrder: 0 };
  let sample: ApiResponse | undefined;
  await openAccounts(targets, pairs);
  for (let index = 1; index <= requests || maker.demandUnasked(); index++) {
    const made = maker.next();
    const { request } = made;
    const answers = await exchangeBoth(request, targets, pairs, index);
    const broken = sides.flatMap((side) => (answers[side].status === 500 ? [`${side}: internal error`] : []));
    const found = [...differencesOf(answers, pairs, tellsNewIds(request)), ...broken];
    if (found.length > 0) tell(index, request, answers, found, pairs);
    if (found.length > 0) counts.different += 1;
    else if (!isSameOrderOfFields(answers.one.json, answers.many.json)) counts.otherOrder += 1;
    count(rows, request, answers.one.status, found.length > 0);
    maker.note(made, answers);
    if (isLongList(answers.one)) sample = answers.one;
    const isGone = request.method === 'DELETE' && answers.one.status === 204 && answers.many.status === 204;
    if (isGone) await pause(forgottenAfterMs);
    if (isGone && request.path.startsWith('/api/accounts/')) {
      // The issue time of a token has whole seconds, and must be later than the deletion.
      await pause(1_100);
      for (const side of sides) targets[side].tokens = await targets[side].freshTokens();
      await openAccounts(targets, pairs);
      await untilNothingIsLeft(request, targets, pairs);
      // Reads then wait for the position of this write, which is after the end of the account.
      maker.demand('createItinerary');
    }
    if (index % 100 === 0) console.log(`${index} of ${requests} requests, ${counts.different} answered differently`);
  }
  conclude(rows, targets, tally);
  console.log(`${counts.otherOrder} answers that are the same name the fields of an object in another order`);
  tally.record(isSameOrderOfTimes(pairs), `${pairs.learnt.length} ids, times and cursors have two forms each; times are in the same order`);
  const [ours, theirs] = await Promise.all(sides.map(async (side) => (await targets[side].ask({ method: 'GET', path: '/api/docs/json' })).text));
  const isSameDocument = ours !== undefined && ours.length > 0 && ours === theirs;
  tally.record(isSameDocument, `the OpenAPI document is the same, ${ours?.length} and ${theirs?.length} characters`);
  const unnoticed = sample ? missedManipulations(sample, pairs) : ['no list with several items was answered'];
  const missed = unnoticed.map((way) => `; not: ${way}`).join('');
  tally.record(unnoticed.length === 0, `control: an answer that was tampered with is found to differ${missed}`);
}

/** Reads that together wait for every read model that a write uses. */
const everyReadModel: readonly (readonly [PersonName, string])[] = [
  ...['itineraries?limit=1', 'places?limit=1', `images/${unknownIds[0]}`, 'posts?limit=1', 'reactions?limit=1'].map(
    (path) => ['anonymous', path] as const,
  ),
  ...['saved-itineraries?limit=1', 'saved-stops?limit=1', 'collections?limit=1'].map((path) => ['traveller', path] as const),
  ...['follows?limit=1', 'accounts?limit=1', 'reports?limit=1', 'jobs?limit=1'].map((path) => ['admin', path] as const),
];

/**
 * Sends a request to one stack, with the position of the last write to that stack. Late reads are repeated; a write waits until all read models have
 * reached the position.
 */
async function exchange(target: Target, { method, path, person, headers: own, body }: DrilledRequest, pairs: ValuePairs): Promise<ApiResponse> {
  const filled = (text: string): string => pairs.filled(text, target.side);
  const bearer = (who: PersonName) => ({
    'x-after': String(target.position),
    ...(target.tokens[who] && { authorization: `Bearer ${target.tokens[who]}` }),
  });
  const headers = { ...bearer(person), ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, filled(value)])) };
  const asked = { method, path: filled(path), headers, ...(body !== undefined && { body: Buffer.from(filled(body)) }) };
  if (method === 'GET') return 'x-after' in own ? answered(await target.ask(asked)) : read(target, asked);
  if (target.seen < target.position) {
    for (const [who, reading] of everyReadModel) await read(target, { method: 'GET', path: `/api/${reading}`, headers: bearer(who) });
    target.seen = target.position;
  }
  const answer = answered(await target.ask(asked));
  target.position = Math.max(target.position, answer.position);
  return answer;
}

async function read(target: Target, asked: Parameters<SendRequest>[0]): Promise<ApiResponse> {
  for (let attempt = 1; ; attempt++) {
    const answer = answered(await target.ask(asked));
    if (answer.status !== 503 || answer.code !== 'read/behind' || attempt > patience) return answer;
    target.askedAgain += 1;
    await pause(Number(answer.headers['retry-after']) * 1_000);
  }
}

function answered(answer: ApiResponse): ApiResponse {
  if (answer.status === 0) throw new Error(`A stack did not answer: ${answer.error}`);
  return answer;
}

/** Sends the same request to one stack and then to the other, in one trace. */
async function exchangeBoth(request: DrilledRequest, targets: Both<Target>, pairs: ValuePairs, trace: number): Promise<Both<ApiResponse>> {
  const traceparent = `00-${trace.toString(16).padStart(32, '0')}-0000000000000001-01`;
  const traced = { ...request, headers: { traceparent, ...request.headers } };
  const one = await exchange(targets.one, traced, pairs);
  return { one, many: await exchange(targets.many, traced, pairs) };
}

/** Entries of the audit log and cases result from earlier writes, so reads of them show new ids. */
const tellsNewIds = ({ method, route }: DrilledRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) || /^GET \/(audit|cases)/.test(route);

function tell(index: number, request: DrilledRequest, { one, many }: Both<ApiResponse>, found: readonly string[], pairs: ValuePairs): void {
  const { method, path, person, headers, body } = request;
  const more = [shortText(headers), body !== undefined && shortText(pairs.filled(body, 'one'), 1_200)].filter(Boolean).join(' ');
  console.log(`DIFFERENT ${index}: ${method} ${shortText(pairs.filled(path, 'one'), 400)} by ${person} ${more}`);
  for (const difference of found.slice(0, 6)) console.log(`  ${difference}`);
  if (found.length > 6) console.log(`  and ${found.length - 6} more`);
  console.log(`  one process: ${one.status} ${shortText(one.text)}\n  cluster:     ${many.status} ${shortText(many.text)}`);
}

function count(rows: Map<string, Row>, { route }: DrilledRequest, status: number, isDifferent: boolean): void {
  const row = rows.get(route);
  if (!row) throw new Error(`${route} is no route of the product`);
  row.requests += 1;
  if (isDifferent) row.different += 1;
  row.statuses.set(status, (row.statuses.get(status) ?? 0) + 1);
}

const isLongList = ({ body: { items } }: ApiResponse): boolean =>
  Array.isArray(items) && items.length > 1 && items.every((item) => 'id' in Object(item) || 'stopId' in Object(item));

async function openAccounts(targets: Both<Target>, pairs: ValuePairs): Promise<void> {
  for (const person of members)
    for (const side of sides) {
      const { status, text } = await exchange(targets[side], { route: '', method: 'POST', path: '/api/accounts', person, headers: {} }, pairs);
      if (status !== 201) throw new Error(`${person} has no account: ${side} ${status} ${text}`);
    }
}

/** Waits until both stacks have erased the data of a deleted account. */
async function untilNothingIsLeft({ path }: DrilledRequest, targets: Both<Target>, pairs: ValuePairs): Promise<void> {
  const accountId = path.split('/')[3] ?? '';
  const own = { accountId };
  const belongings = { itineraries: own, posts: own, reactions: own, follows: { or: [{ followerId: accountId }, { followingId: accountId }] } };
  for (const [collection, filter] of Object.entries(belongings)) {
    const asked = `/api/${collection}?limit=1&filter=${encodeURIComponent(JSON.stringify(filter))}`;
    const request: DrilledRequest = { route: '', method: 'GET', path: asked, person: 'admin', headers: { 'cache-control': 'no-cache' } };
    for (const side of sides)
      if (!(await until(async () => (await exchange(targets[side], request, pairs)).body.total === 0, goneWithinMs)))
        throw new Error(`${collection} of a deleted account are still there: ${side}`);
  }
}

function conclude(rows: ReadonlyMap<string, Row>, targets: Both<Target>, tally: Tally): void {
  const statuses = (row: Row): string =>
    [...row.statuses]
      .toSorted(([a], [b]) => a - b)
      .map((pair) => pair.join(': '))
      .join(', ');
  printTable(
    ['route', 'requests', 'the same', 'different', 'answered with'],
    [...rows].map(([route, row]) => [route, String(row.requests), String(row.requests - row.different), String(row.different), statuses(row)]),
  );
  for (const side of sides) console.log(`${side}: ${targets[side].askedAgain} reads were asked for again because they were behind`);
  for (const [route, { requests, different }] of rows)
    tally.record(requests > 0 && different === 0, `${route}: ${requests} requests, ${different} answered differently`);
}
