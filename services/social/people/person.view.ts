import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { author } from '@waystory/proto/itineraries/itinerary.ts';
import type { z } from 'zod';
import { people } from './people.projection.ts';

interface Written {
  accountId: string;
}
type Person = z.output<typeof author>;
type Signed<T> = T & { account: Person | null };

/** Adds authors to items, with a single query. */
export async function withAuthors<T extends Written>(items: readonly T[], reads: Pick<Reads, 'byIds'>): Promise<Signed<T>[]> {
  const known = await reads.byIds(people, [...new Set(items.map(({ accountId }) => accountId))]);
  const byId = new Map(known.map((person) => [person.id, person]));
  return items.map((item) => ({ ...item, account: byId.get(item.accountId) ?? null }));
}

/** The author with this id; null when no account has it. */
export const authorOf = async (accountId: string, reads: Pick<Reads, 'one'>): Promise<Person | null> => reads.one(people, accountId);

/** Adds the author to one item. */
export async function withAuthor<T extends Written>(item: T, reads: Pick<Reads, 'one'>): Promise<Signed<T>> {
  return { ...item, account: await authorOf(item.accountId, reads) };
}
