import { successStatuses } from '@waystory/infra/http/send-reply.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitions } from '../all.ts';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';
import { type AccessCase, accessCases, routesTestedElsewhere } from './cases.fixture.ts';
import { type Caller, callers, delegatorOf, expectedStatus, type PersonName, type Variant } from './expected-status.ts';
import { type AccessFixture, accessFixtureOn, requestOf, retryWhileBehind, routeOf, routes } from './stage.fixture.ts';
import type { TargetIds } from './things.fixture.ts';

interface Cell {
  asked: AccessCase;
  caller: Caller;
  variant: Variant;
  status: number;
}

/** An anonymous caller owns nothing, so the variant `own` does not apply. */
const isPossible = ({ variant, caller }: { variant: Variant; caller: Caller }): boolean => variant !== 'own' || caller !== 'anonymous';

const cells: readonly Cell[] = accessCases.flatMap((asked) => {
  const route = routeOf(asked.route);
  return callers
    .flatMap((caller) => asked.variants.map((variant) => ({ caller, variant })))
    .filter(isPossible)
    .map(({ caller, variant }) => {
      const mine = variant === 'own' || (nameOf(caller) === 'owner' && !asked.foreign && !['newcomer', 'followed', 'kept'].includes(asked.kind));
      const success = asked.status ?? successStatuses(route)[0];
      const status = expectedStatus({ access: route.access, seen: asked.seen ?? route.access, act: asked.act, caller, variant, mine, success });
      return { asked, caller, variant, status };
    });
});
/** Name of the calling person, or of the person whose delegated token a client uses. */
function nameOf(caller: Caller): PersonName | undefined {
  return caller === 'anonymous' ? undefined : (delegatorOf(caller) ?? (caller as PersonName)); // all other callers are people
}
const isRefused = ({ status }: Cell): boolean => status >= 400;

let product: TestProduct;
let stage: AccessFixture;
beforeAll(async () => {
  product = await testProduct(definitions.filter(({ name }) => !['basemap', 'world'].includes(name)));
  stage = await accessFixtureOn(product);
});
afterAll(() => product.stop());

function personOf(caller: Caller): Person | undefined {
  const name = nameOf(caller);
  return name && stage.people[name];
}

/** Targets of reads and of refused requests are made once and shared, because these requests change nothing. */
const made = new Map<string, TargetIds>();
async function thingFor({ asked: { kind }, caller, variant }: Cell, isFresh: boolean): Promise<TargetIds> {
  const ofCaller = variant === 'own' || kind === 'followed' || kind === 'kept';
  const holder = (ofCaller && personOf(caller)) || stage.people.owner;
  const key = `${kind} ${variant} ${holder.accountId}`;
  const ids = (!isFresh && made.get(key)) || (await stage.make(kind, variant, holder));
  if (!isFresh) made.set(key, ids);
  return ids;
}

async function ask({ asked, caller }: Cell, ids: TargetIds): Promise<LightMyRequestResponse> {
  const person = personOf(caller);
  const as = person && delegatorOf(caller) ? product.delegateOf(person) : person;
  const send = async () =>
    product.send({
      ...requestOf(asked, ids, stage.next()),
      headers: { 'x-after': String(await product.engines.events.head()) },
      ...(as && { as }),
    });
  return retryWhileBehind(send, ({ statusCode }) => statusCode === 503);
}

const titleOf = ({ asked: { route, act, kind }, caller, variant }: Cell): string => `${caller}: ${act} ${route} (${variant} ${kind})`;

/** The body without trace id and ids, which differ between requests. */
function bodyOf(answer: LightMyRequestResponse, ids: TargetIds): unknown {
  const { traceId: _, ...body } = answer.json();
  return Object.values(ids).reduce((text, id) => text.replaceAll(id, 'id'), JSON.stringify(body));
}

test('Every route has a case in the access matrix or a test elsewhere', () => {
  const tried = new Set([...accessCases.map(({ route }) => route), ...Object.keys(routesTestedElsewhere)]);
  expect([...routes.keys()].filter((name) => !tried.has(name))).toEqual([]);
  expect(cells.length).toBeGreaterThanOrEqual(1_000);
  console.log(`${cells.length} cells of the matrix, ${cells.filter(isRefused).length} of them refusals, on ${routes.size} routes`);
});

const grouped = Object.entries(Object.groupBy(cells, ({ asked: { route, act, kind } }) => `${act} ${route} ${kind}`));

describe('refused request changes nothing', { timeout: 120_000 }, () => {
  test.each(grouped)('%s', async (_, group = []) => {
    const found: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const cell of group.filter(isRefused)) {
      const ids = await thingFor(cell, false);
      const before = await product.engines.events.head();
      const answer = await ask(cell, ids);
      const title = titleOf(cell);
      found[title] = { status: answer.statusCode, written: (await product.engines.events.head()) - before, unlike: null };
      wanted[title] = { status: cell.status, written: 0, unlike: null };
      if (cell.status !== 404 || cell.variant === 'unknown' || !cell.asked.variants.includes('unknown')) continue;
      const unknown = await thingFor({ ...cell, variant: 'unknown' }, false);
      const [said, toUnknown] = [bodyOf(answer, ids), bodyOf(await ask(cell, unknown), unknown)];
      if (said !== toUnknown) found[title] = { status: answer.statusCode, written: 0, unlike: [said, toUnknown] };
    }
    expect(found).toEqual(wanted);
  });
});

describe('granted request succeeds', { timeout: 120_000 }, () => {
  test.each(grouped)('%s', async (_, group = []) => {
    const found: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const cell of group.filter((one) => !isRefused(one) || one.status === one.asked.status)) {
      const isRead = routeOf(cell.asked.route).method === 'GET';
      const answer = await ask(cell, await thingFor(cell, !isRead));
      found[titleOf(cell)] = answer.statusCode;
      wanted[titleOf(cell)] = cell.status;
    }
    expect(found).toEqual(wanted);
  });
});
