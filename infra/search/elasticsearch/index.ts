import type { estypes } from '@elastic/elasticsearch';
import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import { type IndexSpec, longestFilterText } from '../port.ts';
import { textKinds } from '../question.ts';
import { aliasOf, allAliasesPattern, type ElasticConnection, elasticIndexName, indexAndBuildOf, statusOf } from './connection.ts';

/** The limit exceeds every stored text, because the engine counts UTF-16 units. */
const keyword: estypes.MappingProperty = { type: 'keyword', ignore_above: 2 * longestFilterText };

function fieldMapping(kind: FieldKind): estypes.MappingProperty {
  switch (kind) {
    case 'text':
    case 'id':
    case 'time': // ISO 8601 texts compare as texts; an Elasticsearch date would accept other forms of the same time.
    case 'set':
      return keyword;
    case 'number':
      return { type: 'double' };
    case 'flag':
      return { type: 'boolean' };
    default:
      throw new Error(`unknown kind of field ${JSON.stringify(kind satisfies never)}`);
  }
}

/** Mapping of words, which arrive folded and separated by spaces, by the rule of all engines. Frequency and position of words are not indexed. */
const words: estypes.MappingProperty = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' };
const unsearched: estypes.MappingProperty = { type: 'object', enabled: false };

function mappings(spec: IndexSpec): estypes.MappingTypeMapping {
  const fields = Object.entries(spec.filters);
  return {
    dynamic: false,
    // The declaration is stored as a text, because the order of the declared texts matters.
    _meta: { spec: JSON.stringify(spec) },
    properties: {
      id: { type: 'keyword' },
      version: { type: 'long' },
      gone: { type: 'boolean' },
      ...Object.fromEntries(textKinds.map((kind) => [kind, words])),
      whole: { type: 'keyword' },
      wholePlace: { type: 'keyword' },
      texts: unsearched,
      filters: unsearched,
      present: { type: 'keyword' },
      fields: { properties: Object.fromEntries(fields.map(([field, kind]) => [field, fieldMapping(kind)])) },
      ...(spec.positions && { positions: unsearched, points: { type: 'geo_point' } }),
      folded: { properties: Object.fromEntries(fields.filter(([, kind]) => isText(kind)).map(([field]) => [field, keyword])) },
    },
  };
}

/** True for a field of a single text. */
export const isText = (kind: FieldKind | undefined): boolean => kind === 'text' || kind === 'id' || kind === 'time';

const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  // The interval is explicit, because by default an index without searches is not refreshed.
  refresh_interval: '1s',
};

/** Creates the index if missing. */
export async function ensureIndex({ run }: ElasticConnection, spec: IndexSpec): Promise<void> {
  const index = elasticIndexName(spec.name);
  await run(async (client) => {
    try {
      await client.indices.create({ index, settings, mappings: mappings(spec) });
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('resource_already_exists_exception'))) throw error;
    }
  });
}

export async function dropIndex({ run }: ElasticConnection, index: string): Promise<void> {
  const stored = elasticIndexName(index);
  await run(async (client) => {
    try {
      await client.indices.delete({ index: stored, ignore_unavailable: true });
    } catch (error) {
      // Another process may have deleted the index meanwhile.
      if (statusOf(error) !== 404) throw error;
    }
  });
}

/** Declaration of an existing index. @throws Error for a missing index. */
export async function readSpec({ run }: ElasticConnection, index: string): Promise<IndexSpec> {
  const stored = elasticIndexName(index);
  const found = await run(async (client) => {
    try {
      return await client.indices.getMapping({ index: stored });
    } catch (error) {
      if (statusOf(error) === 404) throw new Error(`There is no search index ${JSON.stringify(index)}`, { cause: error });
      throw error;
    }
  });
  const spec: IndexSpec = JSON.parse(found[stored]?.mappings._meta?.spec);
  return spec;
}

/** Build in use of each index, by its alias. */
export async function activeBuilds({ run }: ElasticConnection): Promise<Record<string, number>> {
  const found = await run((client) => client.indices.getAlias({ name: allAliasesPattern }, { ignore: [404] }));
  const builds = Object.keys(found).flatMap((stored) => indexAndBuildOf(stored) ?? []);
  return Object.fromEntries(builds.map(({ index, build }) => [index, build]));
}

/** Moves the alias to this build atomically. */
export async function activate({ run }: ElasticConnection, index: string, build: number): Promise<void> {
  const [alias, added] = [aliasOf(index), elasticIndexName(`${index}@${build}`)];
  await run(async (client) => {
    const before = await client.indices.getAlias({ name: alias }, { ignore: [404] });
    const others = Object.keys(before).filter((stored) => stored !== added && indexAndBuildOf(stored)?.index === index);
    const actions: estypes.IndicesUpdateAliasesAction[] = others.map((stored) => ({ remove: { index: stored, alias } }));
    await client.indices.updateAliases({ actions: [...actions, { add: { index: added, alias } }] });
  });
}
