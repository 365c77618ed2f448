import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box, FieldKind, Filter, Scalar } from '@waystory/proto/kit/filter.ts';

/** What a text says about its document, most telling first: its name, where it is, the area that is in, anything else. Decides what a match weighs. */
export type TextKind = 'name' | 'place' | 'region' | 'prose';

/** Characters of a text in `filters`, or in a set there; longer ones are not compared. */
export const longestFilterText = 200;

/** What an index holds. `name` carries the build, see `physicalName` of the projections. */
export interface IndexSpec {
  name: string;
  /** Texts that are searched. */
  texts: Readonly<Record<string, TextKind>>;
  /** Fields that results are limited by, and compared as in the projections. */
  filters: Readonly<Record<string, FieldKind>>;
  /** Whether documents have positions; where they have none, no box can be asked for. */
  positions?: boolean;
}

/** A document as it is searched; `texts` and `filters` are null when it is gone. */
export interface IndexedDoc {
  id: string;
  /** Grows from write to write; a document is never replaced by an older version of it, gone or not. */
  version: number;
  texts: Readonly<Record<string, string>> | null;
  filters: Readonly<Record<string, Scalar | readonly string[] | null>> | null;
  /** Where the document is, in an index that has positions. */
  positions?: readonly Coordinates[];
}

export interface SearchQuery {
  /**
   * Words of a person, 1 to 200 characters. Case and accents do not count; the last word may be unfinished.
   * Documents with all words are found; where there is none, those with all but one, and where there is none of those either, with any.
   * Among those without all words, one that fewer of the documents have that `filter` and `within` let through counts more.
   */
  q: string;
  /** Words may have an edit from 4 characters and two from 8. */
  fuzzy: boolean;
  /** Least score, 0 to 1. */
  minScore: number;
  filter: Filter | null;
  /**
   * Of the documents only those with a position in this box. Edges are included; 180 and -180 degrees are one meridian.
   * Positions are told apart to a millionth of a degree, which is 11 cm.
   */
  within?: Box | null | undefined;
  /** Name of a text among the filters that every document has: of those that have the same only the best is found, and only that is counted. */
  onePer?: string | undefined;
  limit: number;
  offset: number;
}

export interface Hit {
  id: string;
  /** 0 to 1, by the same rule on every engine, see `question.ts`; 1 is a name that is just what was asked. What has all words has the same whatever else is stored. */
  score: number;
  /** Names of the texts that matched, the one that weighs most first. */
  matchedFields: string[];
  /** Of each matched text the part that matched, matches in `<em>`, everything else escaped for HTML. */
  highlights: Record<string, string>;
}

export interface Hits {
  /** Best first, then by id. */
  hits: Hit[];
  /** Number of all hits, counted up to 10,000. */
  total: number;
}

/** A document that the engine does not take, however often it is sent. */
export interface Refusal {
  id: string;
  /** What the engine says about it. */
  reason: string;
}

/** Where documents are found by words. Adapters: one file each beside this one; all run `contract.ts`. */
export interface SearchEngine {
  /** Creates the index unless it is there. */
  ensure(index: IndexSpec): Promise<void>;
  drop(index: string): Promise<void>;
  /**
   * Resolves when the writes cannot be lost any more; they are found after the engine's next refresh. Answers the documents that it refuses:
   * of those it keeps what it had, all others are written. That it is away is no refusal.
   */
  write(index: string, docs: readonly IndexedDoc[]): Promise<readonly Refusal[]>;
  /** Resolves when everything written before is found. */
  refresh(index: string): Promise<void>;
  search(index: string, query: SearchQuery): Promise<Hits>;
  /** Every document that is not gone, in order of id, for `verify`. */
  scan(index: string): AsyncIterable<IndexedDoc>;
  /** Build of each index that readers use. */
  activeBuilds(): Promise<Record<string, number>>;
  /** Makes a build the one that readers use, in every process, at once. */
  activate(index: string, build: number): Promise<void>;
  close(): Promise<void>;
}
