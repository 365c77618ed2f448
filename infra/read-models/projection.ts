import type { EventOf, EventVocabulary } from '@waystory/proto/kit/event.ts';
import type { FieldKind, Filter } from '@waystory/proto/kit/filter.ts';
import type { z } from 'zod';
import type { Position } from '../event-store/port.ts';
import type { Principal } from '../identity/principal.ts';
import type { IndexSpec } from '../projection-store/port.ts';
import type { Searchable } from './searchable.ts';

/** `listed`: found in a list. `linked`: requested by id, which suffices for unlisted documents. */
export type Reach = 'listed' | 'linked';

/** Documents of one schema, with their queries and their visibility. */
export interface Collection<D extends z.ZodObject = z.ZodObject> {
  name: string;
  doc: D;
  filterable: { readonly [K in keyof z.output<D> & string]?: FieldKind };
  sortable: readonly (keyof z.output<D> & string)[];
  indexes: readonly IndexSpec[];
  /** Visibility condition of a principal, part of every query; null for no limit. */
  visibleTo: (principal: Principal, reach: Reach) => Filter | null;
  /** Parents of its documents: a document is visible only if the parent whose id is its field `key` is visible. A null key means no parent. */
  under?: readonly { collection: Collection; key: keyof z.output<D> & string }[];
  /** Declaration of its full-text search, if any. */
  search?: Searchable<z.output<D>>;
}
export type DocOf<C> = C extends Collection<infer D> ? z.output<D> : never;

/** Documents as handlers see them, in memory; the runner loads and stores them. */
export interface Docs<D> {
  get(id: string): Readonly<D> | undefined;
  /**
   * Replaces a document. `change` must be pure, because optimistic concurrency may repeat it. Its argument is undefined for a missing document. The
   * result undefined deletes the document. The result null deletes it, too, and always leaves a tombstone. A concurrent event for this id is then
   * handled again.
   */
  update(id: string, change: (doc: D | undefined) => D | null | undefined): void;
  /** Adds a document that no earlier event can have created. Its absence is not checked, unless the event is redelivered. */
  create(id: string, doc: D): void;
}

/** An event in its current version, as handlers receive it. */
export type EventInContext<V extends EventVocabulary, T extends string> = Extract<EventOf<V>, { type: T }> & {
  stream: string;
  /** Time of the event, ISO 8601 UTC. */
  at: string;
  version: number;
  /** Log position; reactors use it to read the event's effects. */
  position: Position;
  actorId: string | null;
  /** Role in which the actor acted; absent for an ordinary user. */
  role?: string | undefined;
  /** Bulk job that caused the event. */
  jobId?: string | undefined;
};

export type Collections = Record<string, Collection>;
export type DocsOf<C extends Collections> = { [K in keyof C]: Docs<DocOf<C[K]>> };

/**
 * Inline rule of a read model in which each document depends on one stream. The command can compute the changed documents, so they are stored with
 * their events.
 */
export interface InlineRule<S> {
  /** Category of the streams. */
  category: string;
  /**
   * Documents by collection after a command, null for a deleted document. The whole result is null when the state alone does not determine the
   * documents.
   */
  changed: (before: S, after: S) => Readonly<Record<string, readonly (readonly [id: string, doc: object | null])[]>> | null;
  /** Counter fields per collection key, which events of other streams change. They are 0 in documents of the rule. */
  counted: Readonly<Record<string, readonly string[]>>;
}

/** A read model: converts events to documents. Handlers are pure and change `docs` only. */
export interface Projection<V extends EventVocabulary = EventVocabulary, C extends Collections = Collections> {
  name: string;
  /** Version of the documents' form. A higher version is built beside the old version and replaces it. */
  version: number;
  collections: C;
  reads: V;
  on: { [T in EventOf<V>['type']]?: (event: EventInContext<V, T>, docs: DocsOf<C>) => void };
  inline?: InlineRule<never>;
}

export const defineCollection = <D extends z.ZodObject>(collection: Collection<D>): Collection<D> => collection;
export const defineProjection = <V extends EventVocabulary, C extends Collections>(projection: Projection<V, C>): Projection<V, C> => projection;

/** A projection with erased types, for the runner. */
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
