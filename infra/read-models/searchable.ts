import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { FieldKind, Scalar } from '@waystory/proto/kit/filter.ts';
import { type Doc, physicalName } from '../projection-store/port.ts';
import type { IndexSpec, TextKind } from '../search/port.ts';
import type { AnyProjection, Collection } from './projection.ts';

/** Searched texts of a document, and fields for filtering results. */
export interface SearchableContent {
  texts: Readonly<Record<string, string>>;
  filters: Readonly<Record<string, Scalar | readonly string[] | null>>;
  /** Positions of the document on the map. */
  positions?: readonly Coordinates[];
}

/** Mapping from events to documents, when a stream contains many documents of a collection. */
export interface StreamMembers<D = Doc> {
  /** Id of the single document that an event concerns; undefined for other events. */
  idOf(data: Readonly<Record<string, unknown>>): string | undefined;
  /** Id of the stream of a document. */
  holder(doc: D): string;
  /** Types of events that concern every document of their stream. */
  all: readonly string[];
}

/** Declaration of full-text search in a collection. */
export interface Searchable<D = Doc> {
  /** Name of the index, without its build. */
  index: string;
  /** Version of texts, filters and positions. A higher version is built beside the old index and replaces it. */
  version: number;
  texts: Readonly<Record<string, TextKind>>;
  /** Must contain every field of the collection's `visibleTo`. */
  filters: Readonly<Record<string, FieldKind>>;
  /** True when documents have positions for search within a bounding box. */
  positions?: boolean;
  /** Category of the documents' streams. The id of a stream is that of its document, unless `members` is given. */
  category: string;
  members?: StreamMembers<D>;
  /**
   * Related documents indexed with each document: key of their collection in the projection, their field with the document's id, and the maximum per
   * document.
   */
  related?: { collection: string; field: string; most: number };
  /** Searchable form of a document; null for an unsearchable document. Must be pure. */
  searched(doc: D, related: readonly Doc[]): SearchableContent | null;
}

/** An index as the indexer manages it, with a projection-like identity. */
export interface ProjectionIndex {
  /** Name and version of the index among builds and checkpoints. */
  as: Pick<AnyProjection, 'name' | 'version' | 'collections'>;
  projection: AnyProjection;
  /** Key of the collection in the projection. */
  collection: string;
  searchable: Searchable;
}

/** Name of an index in checkpoints, metrics and operator commands. */
export const indexName = (index: string): string => `search:${index}`;

/** Indexes that are built from the documents of a projection. */
export const indexesOf = (projection: AnyProjection): ProjectionIndex[] =>
  Object.entries(projection.collections).flatMap(([collection, { search }]) =>
    search ? [{ as: placeOf(projection, search), projection, collection, searchable: search }] : [],
  );

/** Versions of projection and index are combined, because a changed document shape requires a new index. */
const searchVersions = 1_000;
const placeOf = ({ version }: AnyProjection, search: Searchable): ProjectionIndex['as'] => ({
  name: indexName(search.index),
  version: version * searchVersions + search.version,
  collections: {},
});

/** Declaration of an index build for the search engine. */
export const indexSpecOf = ({ index, texts, filters, positions }: Searchable, build: number): IndexSpec => ({
  name: physicalName(index, build),
  texts,
  filters,
  ...(positions && { positions }),
});

/**
 * Search declaration of a collection.
 * @throws Error when it has none.
 */
export function searchableOf({ name, search }: Pick<Collection, 'name' | 'search'>): Searchable {
  if (!search) throw new Error(`${name} is not searched`);
  return search;
}
