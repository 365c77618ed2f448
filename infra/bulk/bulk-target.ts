import { allOf, type Filter } from '@waystory/proto/kit/filter.ts';
import type { ListSpec } from '@waystory/proto/kit/list.ts';
import type { JobOperation } from '@waystory/proto/operations/job.ts';
import type { z } from 'zod';
import type { CommandContext, CommandHandler, OrderResult } from '../commands/command-handler.ts';
import type { AnyEvent, Stream } from '../commands/decider.ts';
import { Rejected } from '../errors.ts';
import type { Principal } from '../identity/principal.ts';
import type { Collection, DocOf } from '../read-models/projection.ts';
import type { Reads } from '../read-models/reads/read-side.ts';

/** Context of the command on one item. Its command id is derived from the call and the item, and serves as idempotency key of a retry. */
export type CommandContextOf = (id: string) => CommandContext & { requestHash: string };

/** Items and changes of one batch of a bulk call. */
export interface BulkWork<C> {
  ids: readonly string[];
  /** Fields to set; null deletes the items. */
  changes: C | null;
  actor: Principal;
  contextOf: CommandContextOf;
}
export type BulkExecutor<C> = (work: BulkWork<C>, commands: CommandHandler) => Promise<OrderResult[]>;

interface Definition<D extends Collection<z.ZodObject>, C extends z.ZodObject> {
  /** Last segment of the path. */
  name: string;
  collection: D;
  list: ListSpec;
  changes: C;
  /** Additional condition for a principal; all visible documents by default. */
  where?: (principal: Principal) => Filter | null;
  /** True for parts of one entity, because a filter may match all parts on purpose. */
  partsOfOne?: boolean;
  /** Text by which people recognise a document. */
  label: (doc: DocOf<D>) => string | null;
  each: BulkExecutor<z.output<C>>;
}

/** A collection for bulk calls, types erased. */
export interface BulkTarget {
  name: string;
  collection: Collection<z.ZodObject>;
  list: ListSpec;
  where: (principal: Principal) => Filter | null;
  partsOfOne: boolean;
  label: (doc: unknown) => string | null;
  apply(operation: JobOperation, changes: unknown, work: Omit<BulkWork<never>, 'changes'>, commands: CommandHandler): Promise<OrderResult[]>;
}

/** Declares a collection for bulk calls. */
export function bulkTarget<D extends Collection<z.ZodObject>, C extends z.ZodObject>(definition: Definition<D, C>): BulkTarget {
  const { name, collection, list, changes: shape, where = () => null, partsOfOne = false, label, each } = definition;
  return {
    name,
    collection,
    list,
    where,
    partsOfOne,
    label: (doc) => label(doc as DocOf<D>), // as: it was read from the collection
    apply: (operation, changes, work, commands) => each({ ...work, changes: operation === 'DELETE' ? null : shape.parse(changes) }, commands),
  };
}

interface ToCommand<C, K> {
  patch: (changes: C, actor: Principal, id: string) => K;
  remove: (actor: Principal, id: string) => K;
  /** Stream id of an item; its own id by default. */
  streamOf?: (id: string) => string;
}

/** One command per item, on streams of one category. */
export const commandPerItem =
  <K, S, E extends AnyEvent>(stream: Stream<K, S, E>) =>
  <C>({ patch, remove, streamOf = (id) => id }: ToCommand<C, K>): BulkExecutor<C> =>
  ({ ids, changes, actor, contextOf }, commands) => {
    const commandFor = (id: string): K => (changes ? patch(changes, actor, id) : remove(actor, id));
    const orders = ids.map((id) => ({ id: streamOf(id), command: commandFor(id), context: contextOf(id) }));
    return commands.executeEach(stream, orders);
  };

/** Executes several commands per item, one item after the other. */
export const applyOneByOne =
  <C>(one: (id: string, work: BulkWork<C>, commands: CommandHandler) => Promise<OrderResult>): BulkExecutor<C> =>
  async (work, commands) => {
    const settled: OrderResult[] = [];
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

/** Condition of a bulk call: the caller's filter and the access condition of the target. */
export const conditionOf = (target: BulkTarget, asked: Filter, principal: Principal): Filter => allOf(asked, target.where(principal)) ?? asked;

/**
 * True when every match equals, contains or begins with a given value of a field, booleans excepted. Such a filter shows that its author meant these
 * documents.
 */
export function isSpecific(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.some(isSpecific);
    case 'or':
      return filter.of.length > 0 && filter.of.every(isSpecific);
    case 'eq':
      return typeof filter.value !== 'boolean';
    case 'contains':
    case 'startsWith':
      return filter.value.trim() !== '';
    case 'in':
    case 'has':
      return true;
    case 'not':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'isNull':
    case 'within':
      return false;
    default:
      return filter satisfies never;
  }
}

/**
 * Refuses a filter that matches everything by accident (decision 0013).
 * @throws Rejected `bulk/matches-everything`.
 */
export async function refuseEverything(target: BulkTarget, asked: Filter, matched: number, reads: Reads): Promise<void> {
  if (matched === 0 || target.partsOfOne || isSpecific(asked)) return;
  if (matched >= (await reads.count(target.collection, null))) throw new Rejected('bulk/matches-everything', { matched });
}
