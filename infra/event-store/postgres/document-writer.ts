import type { DocumentChanges, Position } from '../port.ts';

/** Documents of one stream of a batch. */
export interface StreamDocuments {
  stream: string;
  documents: DocumentChanges;
}

/** Stores documents in the statement that appends the events which changed them. Read models in the same database bring it. */
export interface DocumentWriter {
  /**
   * Parts of a `with` statement after `appended`, which has `stream`, `position` of the last event, and `inlined`: whether its documents are to be stored.
   * @param from number of the first parameter that is free.
   * @throws Error when a document cannot be stored.
   */
  parts(all: readonly StreamDocuments[], from: number): { parts: string[]; values: unknown[] };
  /** Told which documents were stored, by the positions of the last events that they show. */
  stored(build: string, positions: readonly Position[]): void;
  /** Told that documents were not stored, perhaps because another build is in use. */
  passedBy(build: string): void;
}
