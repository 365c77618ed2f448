import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { FieldKind, Scalar } from '@waystory/proto/kit/filter.ts';
import { type Doc, physicalName } from '../projection-store/port.ts';
import type { IndexSpec, TextKind } from '../search/port.ts';
import type { AnyProjection, Collection } from './projection.ts';

/** Texts of a document that are searched, and fields that results are limited by. */
export interface Searched {
  texts: Readonly<Record<string, string>>;
  filters: Readonly<Record<string, Scalar | readonly string[] | null>>;
  /** Where it is on the map. */
  positions?: readonly Coordinates[];
}

/** Streams that hold many documents of a collection. */
export interface Members<D = Doc> {
  /** Id of the document that an event is about, if it is about one. */
  idOf(data: Readonly<Record<string, unknown>>): string | undefined;
  /** Id that the stream of a document is named by. */
  holder(doc: D): string;
  /** Types of events that concern every document of their stream. */
  all: readonly string[];
}

/** How documents of a collection are found by words. */
export interface Searchable<D = Doc> {
  /** Name of the index, without its build. */
  index: string;
  /** Bump it when texts, filters or positions change: the new index is built beside the old one and takes over. */
  version: number;
  texts: Readonly<Record<string, TextKind>>;
  /** Holds every field that the collection's `visibleTo` names. */
  filters: Readonly<Record<string, FieldKind>>;
  /** Whether documents have positions, so that a part of the map can be asked for. */
  positions?: boolean;
  /** Category of the streams that documents follow from. A stream is named like its document, unless it holds many. */
  category: string;
  members?: Members<D>;
  /** Documents found along with one: key of their collection in the projection, the field that names it, and their maximum. */
  related?: { collection: string; field: string; most: number };
  /** Null for a document that nobody can find. Pure. */
  searched(doc: D, related: readonly Doc[]): Searched | null;
}

/** An index as it is kept up to date. Among builds it is a projection of its own. */
export interface ProjectionIndex {
  /** Its place among the builds and checkpoints. */
  as: Pick<AnyProjection, 'name' | 'version' | 'collections'>;
  projection: AnyProjection;
  /** Key of the collection in the projection. */
  collection: string;
  searchable: Searchable;
}

/** Name of an index among checkpoints, metrics and the operator's commands. */
export const indexName = (index: string): string => `search:${index}`;

/** Indexes that a projection feeds. */
export const indexesOf = (projection: AnyProjection): ProjectionIndex[] =>
  Object.entries(projection.collections).flatMap(([collection, { search }]) =>
    search ? [{ as: placeOf(projection, search), projection, collection, searchable: search }] : [],
  );

/** Versions of a projection and its index count as one: a document of another shape asks for another index. */
const searchVersions = 1_000;
const placeOf = ({ version }: AnyProjection, search: Searchable): ProjectionIndex['as'] => ({
  name: indexName(search.index),
  version: version * searchVersions + search.version,
  collections: {},
});

/** A build of an index as the engine holds it. */
export const specOf = ({ index, texts, filters, positions }: Searchable, build: number): IndexSpec => ({
  name: physicalName(index, build),
  texts,
  filters,
  ...(positions && { positions }),
});

/** How the documents of a collection are found by words. @throws Error when they are not. */
export function searchableOf({ name, search }: Pick<Collection, 'name' | 'search'>): Searchable {
  if (!search) throw new Error(`${name} is not searched`);
  return search;
}
