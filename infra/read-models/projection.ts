import type { EventOf, EventVocabulary } from '@waystory/proto/kit/event.ts';
import type { FieldKind, Filter } from '@waystory/proto/kit/filter.ts';
import type { z } from 'zod';
import type { Position } from '../event-store/port.ts';
import type { Principal } from '../identity/principal.ts';
import type { IndexSpec } from '../projection-store/port.ts';
import type { Searchable } from './searchable.ts';

/** `listed`: found among others. `linked`: asked for by its id, which is enough for what is unlisted. */
export type Reach = 'listed' | 'linked';

/** One kind of document: its shape, what may be asked of it, and who sees it. */
export interface Collection<D extends z.ZodObject = z.ZodObject> {
  name: string;
  doc: D;
  filterable: { readonly [K in keyof z.output<D> & string]?: FieldKind };
  sortable: readonly (keyof z.output<D> & string)[];
  indexes: readonly IndexSpec[];
  /** Condition under which `principal` sees a document; part of every query. Null = everything. */
  visibleTo: (principal: Principal, reach: Reach) => Filter | null;
  /** Parents of its documents: one is seen only where the document that the field `key` names is seen too. Null has no parent. */
  under?: readonly { collection: Collection; key: keyof z.output<D> & string }[];
  /** How its documents are found by words, if they are. */
  search?: Searchable<z.output<D>>;
}
export type DocOf<C> = C extends Collection<infer D> ? z.output<D> : never;

/** Documents in memory: the runner loads them before and writes them after, whatever the engine. */
export interface Docs<D> {
  get(id: string): Readonly<D> | undefined;
  /**
   * Replaces a document. It must be pure, as it may be called again (optimistic locking). The input is undefined for a missing document. The result
   * undefined removes it; null removes it too and guards the id: a concurrent event that writes it is handled again.
   */
  update(id: string, change: (doc: D | undefined) => D | null | undefined): void;
  /** Adds a document that no event before this one can have spoken of. Nobody looks whether it is there, unless the event comes again. */
  create(id: string, doc: D): void;
}

/** An event as a projection handler sees it, brought to its current version. */
export type EventInContext<V extends EventVocabulary, T extends string> = Extract<EventOf<V>, { type: T }> & {
  stream: string;
  /** ISO 8601 UTC. */
  at: string;
  version: number;
  /** In the log; for reactors, to read what the event has led to. */
  position: Position;
  actorId: string | null;
  /** Role that the actor had beyond that of an ordinary user. */
  role?: string | undefined;
  /** Bulk job that the event came of. */
  jobId?: string | undefined;
};

export type Collections = Record<string, Collection>;
export type DocsOf<C extends Collections> = { [K in keyof C]: Docs<DocOf<C[K]>> };

/**
 * For a read model whose documents come from one kind of stream alone. Its commands know the changed documents, which can be stored with their
 * events.
 */
export interface InlineRule<S> {
  /** Category of the streams. */
  category: string;
  /** Documents by collection as a command leaves them, null where one is removed; null for all when the state alone does not tell. */
  changed: (before: S, after: S) => Readonly<Record<string, readonly (readonly [id: string, doc: object | null])[]>> | null;
  /** Fields of numbers by key of the collection in which events of other streams count; 0 in the state. */
  counted: Readonly<Record<string, readonly string[]>>;
}

/** A read model: how events become documents. Handlers are pure and only touch `docs`. */
export interface Projection<V extends EventVocabulary = EventVocabulary, C extends Collections = Collections> {
  name: string;
  /** Bump it when documents change shape: the new version is built beside the old one and takes over. */
  version: number;
  collections: C;
  reads: V;
  on: { [T in EventOf<V>['type']]?: (event: EventInContext<V, T>, docs: DocsOf<C>) => void };
  inline?: InlineRule<never>;
}

export const defineCollection = <D extends z.ZodObject>(collection: Collection<D>): Collection<D> => collection;
export const defineProjection = <V extends EventVocabulary, C extends Collections>(projection: Projection<V, C>): Projection<V, C> => projection;

/** A projection with its types forgotten, as the runner handles it. */
export interface AnyProjection {
  name: string;
  version: number;
  collections: Collections;
  reads: EventVocabulary;
  on: Record<string, ((event: AnyEventInContext, docs: Record<string, Docs<Record<string, unknown>>>) => void) | undefined>;
  inline?: InlineRule<never>;
}
export interface AnyEventInContext {
  type: string;
  data: Record<string, unknown>;
  stream: string;
  at: string;
  version: number;
  position: Position;
  actorId: string | null;
  role?: string | undefined;
  jobId?: string | undefined;
}
