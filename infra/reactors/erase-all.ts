import type { Filter } from '@waystory/proto/kit/filter.ts';
import type { z } from 'zod';
import type { CommandContext } from '../commands/command-handler.ts';
import { streamId } from '../commands/decider.ts';
import type { EventStore, Position } from '../event-store/port.ts';
import { derivedId } from '../identifier.ts';
import type { AnyEventInContext, Collection } from '../read-models/projection.ts';
import type { Reads } from '../read-models/reads/read-side.ts';

const batch = 100;

/** Reads that wait for a log position. */
type ReadsAsOf = (after: Position) => Reads;

/** Collection of documents to erase, and the command that erases one document. */
export interface Erasure<D extends z.ZodObject> {
  collection: Collection<D>;
  erase: (id: string, context: CommandContext) => Promise<{ position: number }>;
}

/** Event that caused an erasure, such as the deletion of an account. */
export type ErasureCause = Pick<AnyEventInContext, 'at' | 'position' | 'stream'>;

/** Context of an erasing command; equal at each repetition, so that the command is idempotent. */
export const erasureContext = ({ at, stream }: ErasureCause, id: string): CommandContext => ({
  actorId: null,
  now: at,
  commandId: derivedId('erase', stream, id),
});

/** True when the account is deleted according to the log. Caches may still contain it just after its deletion, and read models may lag. */
export async function isAccountGone(events: Pick<EventStore, 'read'>, accountId: string): Promise<boolean> {
  const types: readonly string[] = ['AccountCreated', 'AccountDeleted'];
  return (await events.read(`account-${accountId}`)).findLast(({ type }) => types.includes(type))?.type === 'AccountDeleted';
}

type CreationEvent = ErasureCause & { data: { accountId: string } };
type Erase = (id: string, context: CommandContext) => Promise<unknown>;
interface GoneAccounts {
  isGone: (accountId: string) => Promise<boolean>;
}

/**
 * Erases an entity that was created during the deletion of its account. The creation event follows the deletion event, so the deletion could not find
 * the entity. Every reactor that erases entities with an account calls this for events that create such an entity.
 */
export const eraseIfAccountGone = (accounts: GoneAccounts, event: CreationEvent, erase: Erase): Promise<void> =>
  eraseOfGoneAccounts(accounts, [event], erase);

/** `eraseIfAccountGone` for several events. Each account is read once, because all events precede the read. */
export async function eraseOfGoneAccounts({ isGone }: GoneAccounts, events: readonly CreationEvent[], erase: Erase): Promise<void> {
  const accountIds = [...new Set(events.map(({ data }) => data.accountId))];
  const areGone = new Map(await Promise.all(accountIds.map(async (id): Promise<[string, boolean]> => [id, await isGone(id)])));
  for (const event of events) {
    const id = streamId(event.stream);
    if (areGone.get(event.data.accountId)) await erase(id, erasureContext(event, id));
  }
}

/** Erases all documents whose `field` is `id`, in batches. Idempotent. */
export const eraseAll = <D extends z.ZodObject>(
  erasure: Erasure<D>,
  reads: ReadsAsOf,
  cause: ErasureCause,
  field: keyof z.output<D> & string,
  id: string,
): Promise<void> => eraseAllOf(erasure, reads, new Map([[id, cause]]), field);

/** Erases all documents whose `field` is one of the ids in `causes`, each with its cause. */
export async function eraseAllOf<D extends z.ZodObject>(
  { collection, erase }: Erasure<D>,
  reads: ReadsAsOf,
  causes: ReadonlyMap<string, ErasureCause>,
  field: keyof z.output<D> & string,
): Promise<void> {
  const gone: Filter = { op: 'in', field, values: [...causes.keys()] };
  let after = Math.max(...[...causes.values()].map(({ position }) => position));
  for (;;) {
    const left = await reads(after).all(collection, gone, [{ field: 'createdAt', direction: 1 }], batch);
    const erased = await Promise.all(
      left.map((doc) => {
        const cause = causes.get(String(doc[field]));
        return cause && erase(String(doc.id), erasureContext(cause, String(doc.id)));
      }),
    );
    after = Math.max(after, ...erased.map((one) => one?.position ?? 0));
    if (left.length < batch) return;
  }
}
