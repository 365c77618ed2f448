import { newId } from '@waystory/infra/identifier.ts';
import type { Role } from '@waystory/infra/identity/principal.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { InjectOptions } from 'fastify';
import { definitions } from '../all.ts';
import type { Person, TestProduct } from '../testing/product.ts';
import type { AccessCase } from './cases.fixture.ts';
import type { Variant } from './expected-status.ts';
import { type TargetIds, type TargetKind, targetMakers } from './things.fixture.ts';

/** All routes of the product by name. */
export const routes: ReadonlyMap<string, Route> = new Map(
  definitions.flatMap(({ routes: bound, openRoutes = [] }) =>
    [...bound.map((one) => one.routes), ...openRoutes].flatMap((group) => Object.entries(group)),
  ),
);

export function routeOf(name: string): Route {
  const route = routes.get(name);
  if (!route) throw new Error(`There is no route ${name}`);
  return route;
}

/**
 * Request of a case for a target.
 * @param number Makes the request unique.
 */
export function requestOf(asked: AccessCase, ids: TargetIds, number: number): Pick<InjectOptions, 'method' | 'url' | 'payload'> {
  const { method, path, params } = routeOf(asked.route);
  const values = asked.params?.(ids) ?? ids;
  const url = Object.keys(params?.shape ?? {}).reduce((found, name) => found.replace(`:${name}`, values[name] ?? 'missing'), path as string);
  const query = asked.query?.(ids);
  return { method, url: `/api${url}${query ? `?${encodeURI(query)}` : ''}`, ...(asked.body && { payload: asked.body(ids, number) }) };
}

const rolesOf = { user: [], owner: [], moderator: ['moderator'], admin: ['admin'] } as const satisfies Record<string, readonly Role[]>;
type Names = keyof typeof rolesOf;

/** Environment of the access tests: people with accounts, and their targets in every variant. */
export interface AccessFixture {
  product: TestProduct;
  people: Readonly<Record<Names, Person>>;
  /** Creates a person with a new account, unrelated to all others. */
  newcomer(): Promise<Person>;
  /** A new number with each call. */
  next(): number;
  make(kind: TargetKind, variant: Variant, holder: Person): Promise<TargetIds>;
}

/** Retries while a lagging read model answers 503, for at most a minute. */
export async function retryWhileBehind<T>(attempt: () => Promise<T>, isBehind: (answer: T) => boolean = () => false): Promise<T> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    try {
      const answer = await attempt();
      if (!isBehind(answer) || Date.now() > giveUpAt) return answer;
    } catch (error) {
      if (!(error instanceof ResponseError && error.status === 503) || Date.now() > giveUpAt) throw error;
    }
  }
}

const absent = (): TargetIds => {
  const id = newId();
  return { id, itineraryId: id };
};

export async function accessFixtureOn(product: TestProduct): Promise<AccessFixture> {
  const people = Object.fromEntries(
    Object.entries(rolesOf).map(([name, roles]) => [name, product.person(name, ...roles)]),
  ) as AccessFixture['people']; // by the names of rolesOf
  for (const person of Object.values(people)) await retryWhileBehind(() => person.api.createAccount({}));
  let given = 0;
  const stage: AccessFixture = {
    product,
    people,
    async newcomer() {
      const person = product.person(`newcomer-${stage.next()}`);
      await person.api.createAccount({});
      return person;
    },
    next: () => ++given,
    async make(kind, variant, holder) {
      if (variant === 'unknown') return absent();
      if (variant === 'malformed') return { id: 'not-an-id', itineraryId: 'not-an-id' };
      return retryWhileBehind(() => targetMakers[kind](stage, holder, variant));
    },
  };
  return stage;
}
