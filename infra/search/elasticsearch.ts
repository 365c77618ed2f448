import { type ElasticConnection, elasticConnection } from './elasticsearch/connection.ts';
import { scanDocuments, writeDocuments } from './elasticsearch/documents.ts';
import { activate, activeBuilds, dropIndex, ensureIndex, readSpec } from './elasticsearch/index.ts';
import { storedName } from './elasticsearch/names.ts';
import { search } from './elasticsearch/search.ts';
import type { IndexSpec, SearchEngine } from './port.ts';

/** Search in Elasticsearch: an index per build, and an alias for the one in use. Connects at the first use. */
export function elasticsearchSearchEngine(url: string): SearchEngine {
  const connection = elasticConnection(url);
  const specOf = specs(connection);
  return {
    ensure: (spec) => ensureIndex(connection, spec),
    drop: (index) => dropIndex(connection, index),
    write: async (index, docs) => writeDocuments(connection, await specOf(index), docs),
    refresh: async (index) => {
      const stored = storedName(index);
      await connection.run((client) => client.indices.refresh({ index: stored }));
    },
    search: async (index, query) => search(connection, await specOf(index), query),
    scan: (index) => scanDocuments(connection, index),
    activeBuilds: () => activeBuilds(connection),
    activate: (index, build) => activate(connection, index, build),
    close: () => connection.close(),
  };
}

/** Caches declarations by name, because a name never changes its declaration. */
function specs(connection: ElasticConnection): (index: string) => Promise<IndexSpec> {
  const known = new Map<string, IndexSpec>();
  return async (index) => {
    const spec = known.get(index) ?? (await readSpec(connection, index));
    known.set(index, spec);
    return spec;
  };
}
