import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box, FieldKind, Filter, Scalar } from '@waystory/proto/kit/filter.ts';

/** Role of a text in its document, from name to prose, which decides the weight of a match. */
export type TextKind = 'name' | 'place' | 'region' | 'prose';

/** Longest text in `filters` and in their sets, characters. */
export const longestFilterText = 200;

/** Declaration of an index. `name` includes the build, see `physicalName` of the projections. */
export interface IndexSpec {
  name: string;
  /** Searched texts with their kinds. */
  texts: Readonly<Record<string, TextKind>>;
  /** Fields for filters, compared as in the projections. */
  filters: Readonly<Record<string, FieldKind>>;
  /** True when documents have positions; otherwise a box is refused. */
  positions?: boolean;
}

/** Searchable form of a document; `texts` and `filters` are null for a tombstone. */
export interface IndexedDoc {
  id: string;
  /** Log position of the content. An older version never replaces a newer document or tombstone. */
  version: number;
  texts: Readonly<Record<string, string>> | null;
  filters: Readonly<Record<string, Scalar | readonly string[] | null>> | null;
  /** Positions of the document, in an index with positions. */
  positions?: readonly Coordinates[];
}

export interface SearchQuery {
  /**
   * Words that a person typed, 1 to 200 characters, compared without case and accents; the last word may be unfinished. Finds documents with all
   * words; if none exists, with all words except one; otherwise with any word. With fewer words, a word weighs more the fewer documents within
   * `filter` and `within` have it.
   */
  q: string;
  /** Allows one edit in words from 4 characters, two from 8. */
  fuzzy: boolean;
  /** Lowest score of a hit, 0 to 1. */
  minScore: number;
  filter: Filter | null;
  /**
   * Only documents with a position in this box, edges included; 180 and -180 degrees are one meridian. Positions have a precision of a millionth of a
   * degree, 11 cm.
   */
  within?: Box | null | undefined;
  /** A text field among the filters of every document: only the best document per value is found and counted. */
  onePer?: string | undefined;
  limit: number;
  offset: number;
}

export interface Hit {
  id: string;
  /**
   * Score, 0 to 1, by one rule for all engines, see `question.ts`; 1 is a name equal to the query. With all words matched, the score is independent
   * of other documents.
   */
  score: number;
  /** Names of the matched texts, heaviest first. */
  matchedFields: string[];
  /** Part with the matches of each matched text as HTML, with matches in `<em>`. */
  highlights: Record<string, string>;
}

export interface Hits {
  /** Best first, then by id. */
  hits: Hit[];
  /** Number of all hits, counted up to 10,000. */
  total: number;
}

/** A document that the engine refuses permanently. */
export interface Refusal {
  id: string;
  /** Error message of the engine. */
  reason: string;
}

/** Full-text search. Adapters: one file each beside this one; all run `contract.ts`. */
export interface SearchEngine {
  /** Creates the index if missing. */
  ensure(index: IndexSpec): Promise<void>;
  drop(index: string): Promise<void>;
  /**
   * Resolves when the writes are durable; they are searchable after the engine's next refresh. Refused documents keep their old state; all others are
   * written.
   * @returns Refused documents.
   * @throws EngineUnavailable when the engine is unavailable.
   */
  write(index: string, docs: readonly IndexedDoc[]): Promise<readonly Refusal[]>;
  /** Resolves when all earlier writes are found. */
  refresh(index: string): Promise<void>;
  search(index: string, query: SearchQuery): Promise<Hits>;
  /** All existing documents in order of id, for `verify`. */
  scan(index: string): AsyncIterable<IndexedDoc>;
  /** Build in use of each index. */
  activeBuilds(): Promise<Record<string, number>>;
  /** Switches all readers to a build at once. */
  activate(index: string, build: number): Promise<void>;
  close(): Promise<void>;
}
