import { randomUUID } from 'node:crypto';
import { expect, type TestAPI, test } from 'vitest';
import type { Hits, IndexedDoc, IndexSpec, SearchEngine, SearchQuery } from '../port.ts';

export interface EngineUnderTest {
  engine: SearchEngine;
  /** A document of `storiesNamed` that this engine refuses. */
  poison: IndexedDoc;
  /** Another instance on the same server, like another process. */
  other(): Promise<SearchEngine>;
  close(): Promise<void>;
}
export type MakeEngine = () => Promise<EngineUnderTest>;

/** A unique index name. */
export const uniqueIndexName = (): string => `stories-${randomUUID().slice(0, 8)}`;

export const storiesNamed = (name: string): IndexSpec => ({
  name,
  texts: { title: 'name', description: 'prose', highlights: 'prose', city: 'place', country: 'region' },
  filters: {
    title: 'text',
    owner: 'id',
    likes: 'number',
    publishedAt: 'time',
    open: 'flag',
    tags: 'set',
    latitude: 'number',
    longitude: 'number',
  },
  positions: true,
});

/** A temporary index with helpers. */
export interface StoriesIndex {
  spec: IndexSpec;
  engine: SearchEngine;
  other(): Promise<SearchEngine>;
  /** Writes documents and makes them searchable. */
  hold(...docs: IndexedDoc[]): Promise<void>;
  ask(q: string, query?: Partial<SearchQuery>): Promise<Hits>;
  /** Ids of the hits, best first. */
  find(q: string, query?: Partial<SearchQuery>): Promise<string[]>;
}

/** Defines a test with a temporary index. */
export const testWith =
  (made: () => EngineUnderTest, define: TestAPI | typeof test = test) =>
  (name: string, body: (stories: StoriesIndex) => Promise<void>): void =>
    define(name, { timeout: 120_000 }, () => withStories(made(), body));

export async function withStories({ engine, other }: EngineUnderTest, body: (stories: StoriesIndex) => Promise<void>): Promise<void> {
  const spec = storiesNamed(`${uniqueIndexName()}@1`);
  await engine.ensure(spec);
  const ask = (q: string, query: Partial<SearchQuery> = {}): Promise<Hits> =>
    engine.search(spec.name, { q, fuzzy: true, minScore: 0, filter: null, limit: 100, offset: 0, ...query });
  try {
    await body({
      spec,
      engine,
      other,
      hold: async (...docs) => {
        expect(await engine.write(spec.name, docs)).toEqual([]);
        await engine.refresh(spec.name);
      },
      ask,
      find: async (q, query) => (await ask(q, query)).hits.map(({ id }) => id),
    });
  } finally {
    await engine.drop(spec.name);
  }
}

/** A document of version 1. */
export const doc = (id: string, texts: Record<string, string>, filters: NonNullable<IndexedDoc['filters']> = {}): IndexedDoc => ({
  id,
  version: 1,
  texts,
  filters,
});
export const deletedDoc = (id: string, version: number): IndexedDoc => ({ id, version, texts: null, filters: null });

/** Collects a sequence. */
export async function all<T>(sequence: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of sequence) items.push(item);
  return items;
}
