import type { Role } from '@waystory/client/identity/roles.ts';
import { injectFetch } from '@waystory/infra/http/caller.ts';
import { createClientFromOutlines } from '@waystory/proto/kit/client.ts';
import { retryingFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { expectedStatus } from '@waystory/services/access/expected-status.ts';
import { type AccessFixture, accessFixtureOn } from '@waystory/services/access/stage.fixture.ts';
import { countryCodeOf, type TargetIds, type TargetKind } from '@waystory/services/access/things.fixture.ts';
import { definitions } from '@waystory/services/all.ts';
import { type TestProduct, testProduct } from '@waystory/services/testing/product.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminRoutes, catalogue, outlines, type ResourceName } from '../catalogue/catalogue.ts';
import { type ResourceFacts, type Verb, verbs } from '../catalogue/resource.ts';
import { accessLevelOf, may, mayDelete, mayModerate } from '../session/rights.ts';
import { parentParamsOf } from './calls.ts';
import { type AdminDataProvider, createDataProvider } from './data-provider.ts';
import { Refusal } from './refusal.ts';

/** Record kind of a resource in the fixtures, and the changes that the test sends to its records. */
interface Thing {
  kind: TargetKind;
  update?: (number: number) => object;
  /** Bulk change that moderators may make. */
  patchMany?: object;
  create?: (number: number) => object;
}

const coordinates = { latitude: 38.7, longitude: -9.1 };
const things: Readonly<Record<ResourceName, Thing>> = {
  reports: { kind: 'report', update: (number) => ({ state: 'resolved', note: `Seen ${number}` }) },
  audit: { kind: 'auditEntry' },
  itineraries: { kind: 'itinerary', update: (number) => ({ title: `Renamed ${number}` }), patchMany: { hidden: true, reason: 'Spam' } },
  days: { kind: 'day', update: (number) => ({ title: `Day ${number}` }) },
  stops: { kind: 'stop', update: (number) => ({ title: `Stop ${number}` }) },
  posts: { kind: 'post', update: (number) => ({ text: `Words ${number}` }), patchMany: { hidden: true, reason: 'Spam' } },
  reactions: { kind: 'reaction' },
  places: {
    kind: 'place',
    update: (number) => ({ name: `Place ${number}` }),
    patchMany: { imageUrl: null },
    create: (number) => ({ name: `New place ${number}`, coordinates }),
  },
  countries: {
    kind: 'country',
    update: (number) => ({ name: `Country ${number}` }),
    patchMany: { imageUrl: null },
    create: (number) => ({ code: countryCodeOf(number), name: 'New country' }),
  },
  accounts: { kind: 'newcomer', update: (number) => ({ aboutMe: `About ${number}` }), patchMany: { aboutMe: null } },
  follows: { kind: 'follow' },
  images: { kind: 'image' },
  files: { kind: 'file' },
  chats: { kind: 'chat' },
  orders: { kind: 'order' },
  credits: { kind: 'order' },
  jobs: { kind: 'job' },
};

const callers = ['anonymous', 'user', 'moderator', 'admin'] as const;
type Caller = (typeof callers)[number];

const roleOf = (caller: Caller): Role | null => (caller === 'moderator' || caller === 'admin' ? caller : null);

type Outcome = number | 'done' | 'nothing';

/** Expected outcome by the access matrix for a private record of another account: `done`, `nothing`, or the status of the refusal. */
function expected(facts: ResourceFacts, verb: Verb, caller: Caller): Outcome {
  const { ways, isPart } = facts;
  const access = ways[verb]?.access;
  if (!access) throw new Error('Not a way of this resource');
  const role = roleOf(caller);
  // Records without a DELETE route of their own are deleted by a bulk call.
  if (verb === 'remove' && mayDelete(role, facts)) return 'done';
  const act = verb === 'one' || (isPart && verb === 'list') ? 'read' : verb === 'update' || verb === 'remove' ? 'write' : 'call';
  const status = expectedStatus({ access, seen: ways.one?.access ?? access, act, caller, variant: 'private', mine: false, success: 200 });
  if (status !== 200) return status;
  // Bulk calls apply the rights per record: moderators have moderation rights on others' records, users none.
  if (verb === 'deleteMany' && role && accessLevelOf(access, role) === 'moderate') return 403;
  if (verb === 'deleteMany' && !role) return 'nothing';
  return verb === 'patchMany' && !role ? 404 : 'done';
}

let product: TestProduct;
let stage: AccessFixture;
beforeAll(async () => {
  product = await testProduct(definitions.filter(({ name }) => !['basemap', 'world'].includes(name)));
  stage = await accessFixtureOn(product);
});
afterAll(() => product.stop());

function providerOf(caller: Caller): AdminDataProvider {
  const token = caller === 'anonymous' ? null : stage.people[caller].token;
  const patient = retryingFetch(injectFetch(product.host.app), 15_000);
  const client = createClientFromOutlines<AdminRoutes>(outlines, {
    baseUrl: '/api',
    token: async () => token,
    // Read-your-writes for all callers: each read waits for the latest write (`x-after`).
    fetch: async (url, init) => patient(url, { ...init, headers: { ...init?.headers, 'x-after': String(await product.engines.events.head()) } }),
  }) as unknown as Record<string, (sent: object) => Promise<unknown>>; // as: the provider calls routes by name
  return createDataProvider({
    send: (route, sent) => client[route]?.(sent) ?? Promise.reject(new Error(route)),
    role: () => roleOf(caller),
    onConflict: async () => 'back',
  });
}

/** Calls the data provider like react-admin's pages. */
async function attempt(name: ResourceName, verb: Verb, caller: Caller, { id = '', ...parents }: TargetIds): Promise<unknown> {
  const provider = providerOf(caller);
  const { update, patchMany, create } = things[name];
  const meta = parents;
  switch (verb) {
    case 'list':
      return provider.getList(name, {
        pagination: { page: 1, perPage: 25 },
        filter: Object.fromEntries(parentParamsOf(name, 'list').map((parent) => [parent, parents[parent]])),
      });
    case 'one':
      return provider.getOne(name, { id, meta });
    case 'create':
      return provider.create(name, { data: create?.(stage.next()) ?? {} });
    case 'update':
      return provider.update(name, { id, data: update?.(stage.next()) ?? {}, previousData: { id }, meta });
    case 'remove':
      return provider.delete(name, { id, previousData: { id }, meta });
    case 'patchMany':
      return provider.updateMany(name, { ids: [id], data: patchMany ?? {}, meta });
    case 'deleteMany':
      return provider.deleteMany(name, { ids: [id], meta });
    default:
      return verb satisfies never;
  }
}

const outcomeOf = (doing: Promise<unknown>): Promise<number | 'done'> =>
  doing.then(
    () => 'done' as const,
    (error: unknown) => {
      if (error instanceof Refusal && error.status > 0) return error.status;
      throw error;
    },
  );

const isThere = (name: ResourceName, ids: TargetIds) => outcomeOf(attempt(name, 'one', 'admin', ids)).then((outcome) => outcome === 'done');

const names = Object.keys(catalogue) as ResourceName[]; // as: `Object.keys` types all keys as strings

describe.each(names)('%s', (name) => {
  const facts: ResourceFacts = catalogue[name];
  test.each(verbs.filter((verb) => facts.ways[verb]))(
    '%s has the outcome of the access matrix for each role, and is offered to exactly the permitted roles',
    { timeout: 60_000 },
    async (verb) => {
      const found: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      for (const caller of callers) {
        const ids = await stage.make(things[name].kind, 'private', stage.people.owner);
        const outcome = await outcomeOf(attempt(name, verb, caller, ids));
        const isGone = verb === 'deleteMany' || verb === 'remove' ? !(await isThere(name, ids)) : null;
        found[caller] = outcome === 'done' && isGone === false ? 'nothing' : outcome;
        wanted[caller] = expected(facts, verb, caller);
        if (isGone && outcome !== 'done') found[caller] = 'refused, and gone';
        const role = roleOf(caller);
        if (!role) continue;
        const offered = verb === 'patchMany' ? mayModerate(role, facts, verb) : verb === 'remove' ? mayDelete(role, facts) : may(role, facts, verb);
        expect([caller, verb, offered]).toEqual([caller, verb, wanted[caller] === 'done']);
      }
      expect(found).toEqual(wanted);
    },
  );
});
