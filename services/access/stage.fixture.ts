import { newId } from '@waystory/infra/kit/identifier.ts';
import type { Role } from '@waystory/infra/kit/viewer.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { Person, TestProduct } from '../testing/product.ts';
import type { Variant } from './expected-status.ts';
import { type Ids, type Kind, makers } from './things.fixture.ts';

const rolesOf = { user: [], owner: [], moderator: ['moderator'], admin: ['admin'] } as const satisfies Record<string, readonly Role[]>;
type Names = keyof typeof rolesOf;

/** Where requests are tried: people with accounts, and things of theirs in every variant. */
export interface Stage {
  product: TestProduct;
  people: Readonly<Record<Names, Person>>;
  /** Somebody with an account whom nobody knows yet. */
  newcomer(): Promise<Person>;
  /** A number that was not given out before. */
  next(): number;
  make(kind: Kind, variant: Variant, holder: Person): Promise<Ids>;
}

/** A read model that is behind on a busy machine answers 503 for a moment; what was asked is asked again until it is not. */
export async function whenCaughtUp<T>(attempt: () => Promise<T>, isBehind: (answer: T) => boolean = () => false): Promise<T> {
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

const absent = (): Ids => {
  const id = newId();
  return { id, itineraryId: id };
};

export async function stageOn(product: TestProduct): Promise<Stage> {
  const people = Object.fromEntries(Object.entries(rolesOf).map(([name, roles]) => [name, product.person(name, ...roles)])) as Stage['people']; // by the names of rolesOf
  for (const person of Object.values(people)) await whenCaughtUp(() => person.api.createAccount({}));
  let given = 0;
  const stage: Stage = {
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
      return whenCaughtUp(() => makers[kind](stage, holder, variant));
    },
  };
  return stage;
}
