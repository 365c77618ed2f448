import type { Filter } from '@waystory/proto/kit/filter.ts';
import type { ListSpec } from '@waystory/proto/kit/list.ts';
import type { JobOperation } from '@waystory/proto/operations/job.ts';
import type { z } from 'zod';
import type { CommandContext, CommandHandler, Settled } from '../commands/command-handler.ts';
import type { AnyEvent, Stream } from '../commands/decider.ts';
import { Rejected } from '../errors.ts';
import type { Principal } from '../identity/principal.ts';
import type { Collection, DocOf } from '../read-models/projection.ts';

/** Context of the command on one thing; a repetition of the work finds by it what was done before. */
export type ContextOf = (id: string) => CommandContext & { requestHash: string };

/** Ordinary commands to give, one per thing. */
export interface BulkWork<C> {
  ids: readonly string[];
  /** What to set; null: delete. */
  changes: C | null;
  actor: Principal;
  contextOf: ContextOf;
}
export type BulkEach<C> = (work: BulkWork<C>, commands: CommandHandler) => Promise<Settled[]>;

interface Definition<D extends Collection<z.ZodObject>, C extends z.ZodObject> {
  /** Last part of its path. */
  name: string;
  collection: D;
  list: ListSpec;
  changes: C;
  /** Which of them it is about for this principal, beside those that the principal cannot see; all unless given. */
  where?: (principal: Principal) => Filter | null;
  /** It is about the parts of one thing, so that all of them is no accident. */
  partsOfOne?: boolean;
  /** Words by which people know one of them. */
  label: (doc: DocOf<D>) => string | null;
  each: BulkEach<z.output<C>>;
}

/** A collection that can be changed and deleted by filter, its types forgotten. */
export interface BulkTarget {
  name: string;
  collection: Collection<z.ZodObject>;
  list: ListSpec;
  where: (principal: Principal) => Filter | null;
  partsOfOne: boolean;
  label: (doc: unknown) => string | null;
  apply(operation: JobOperation, changes: unknown, work: Omit<BulkWork<never>, 'changes'>, commands: CommandHandler): Promise<Settled[]>;
}

/** Declares a collection that can be changed and deleted by filter. */
export function bulkTarget<D extends Collection<z.ZodObject>, C extends z.ZodObject>(definition: Definition<D, C>): BulkTarget {
  const { name, collection, list, changes: shape, where = () => null, partsOfOne = false, label, each } = definition;
  return {
    name,
    collection,
    list,
    where,
    partsOfOne,
    label: (doc) => label(doc as DocOf<D>), // it was read from the collection
    apply: (operation, changes, work, commands) => each({ ...work, changes: operation === 'DELETE' ? null : shape.parse(changes) }, commands),
  };
}

interface ToCommand<C, K> {
  patch: (changes: C, actor: Principal, id: string) => K;
  remove: (actor: Principal, id: string) => K;
  /** Id of the stream that a thing is in, its own unless given. */
  streamOf?: (id: string) => string;
}

/** One command per thing, on streams of one kind. */
export const commandEach =
  <K, S, E extends AnyEvent>(stream: Stream<K, S, E>) =>
  <C>({ patch, remove, streamOf = (id) => id }: ToCommand<C, K>): BulkEach<C> =>
  ({ ids, changes, actor, contextOf }, commands) => {
    const commandFor = (id: string): K => (changes ? patch(changes, actor, id) : remove(actor, id));
    const orders = ids.map((id) => ({ id: streamOf(id), command: commandFor(id), context: contextOf(id) }));
    return commands.executeEach(stream, orders);
  };

/** Things of which each takes several steps are done one after the other. */
export const oneByOne =
  <C>(one: (id: string, work: BulkWork<C>, commands: CommandHandler) => Promise<Settled>): BulkEach<C> =>
  async (work, commands) => {
    const settled: Settled[] = [];
    for (const id of work.ids) {
      try {
        settled.push(await one(id, work, commands));
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        settled.push(error);
      }
    }
    return settled;
  };
