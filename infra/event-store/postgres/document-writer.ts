import type { DocumentChanges, Position } from '../port.ts';

/** Documents of one stream of a batch. */
export interface StreamDocuments {
  stream: string;
  documents: DocumentChanges;
}

/** Stores documents in the same statement as the events that changed them. Read models in the same database provide it. */
export interface DocumentWriter {
  /**
   * Parts of a `with` statement after `appended`. That has `stream`, the last event's `position`, and `inlined`: whether its documents are stored.
   * @param from Number of the first free parameter.
   * @throws Error when a document cannot be stored.
   */
  parts(all: readonly StreamDocuments[], from: number): { parts: string[]; values: unknown[] };
  /** Called with the stored documents, as positions of their last events. */
  stored(build: string, positions: readonly Position[]): void;
  /** Called when documents were not stored, perhaps because another build is in use. */
  passedBy(build: string): void;
}
