import { test } from 'vitest';
import type { CollectionSpec, Commit, Doc, ProjectionStore, StoredDoc } from '../port.ts';
import type { EngineProxy } from './proxy-fixture.ts';

/** A store whose messages to the engine can be held or cut. */
export interface Interruptible extends Pick<EngineProxy, 'cut' | 'holdAt' | 'goOn'> {
  store: ProjectionStore;
}

export interface Made {
  store: ProjectionStore;
  other(): Promise<ProjectionStore>;
  /** A further instance over its own connections. */
  interruptible(): Promise<Interruptible>;
  close(): Promise<void>;
}
export type Make = () => Promise<Made>;

/** A test with a store of its own that has the collection `stories`. */
export const testWith =
  <M extends Made>(make: () => Promise<M>) =>
  (name: string, body: (made: M) => Promise<void>) =>
    test(name, async () => {
      const made = await make();
      try {
        await made.store.ensure(stories);
        await body(made);
      } finally {
        await made.close();
      }
    });

export const stories: CollectionSpec = {
  name: 'stories@1',
  fields: { title: 'text', body: 'text', likes: 'number', publishedAt: 'time', open: 'flag', tags: 'set', latitude: 'number', longitude: 'number' },
  indexes: [
    { kind: 'ordered', on: ['open', '-publishedAt'] },
    { kind: 'ordered', on: ['-likes', 'title'] },
    { kind: 'set', on: ['tags'] },
    { kind: 'point', on: ['latitude', 'longitude'] },
  ],
};

/** A document that is not stored yet. */
export const fresh = (id: string, doc: Doc | null = {}): StoredDoc => ({ id, doc: doc && { id, ...doc }, _at: { '0': 1 }, _rev: 0 });

/** A commit of documents of `stories` that takes partition 0 to an offset. */
export const commitOf = (offset: number, docs: StoredDoc[]): Commit => ({
  projection: 'stories@1',
  partition: '0',
  checkpoint: { offset, watermark: offset },
  writes: [{ collection: stories.name, docs }],
});

export const idsOf = (docs: readonly Doc[]): unknown[] => docs.map(({ id }) => id);

/** All items of a sequence. */
export async function all<T>(sequence: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of sequence) items.push(item);
  return items;
}
