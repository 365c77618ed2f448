const prefix = 'waystory-search-';
const aliasPrefix = 'waystory-searched-';
const indexName = /^([A-Za-z][A-Za-z0-9_-]{0,39})@([0-9]{1,12})$/;

/** Elasticsearch allows no capitals, so each becomes a small letter behind `_`. */
const encoded = (name: string): string => name.replace(/[A-Z_]/g, (character) => `_${character.toLowerCase()}`);
const decoded = (name: string): string => name.replace(/_(.)/g, (_, character: string) => character.toUpperCase());

/**
 * Index name in Elasticsearch.
 * @throws Error for anything but a physical index name, so that no pattern over several indexes passes.
 */
export function storedName(index: string): string {
  if (!indexName.test(index)) throw new Error(`${JSON.stringify(index)} is not the physical name of a search index`);
  return prefix + encoded(index);
}

/** Alias of the build in use. */
export const aliasOf = (index: string): string => aliasPrefix + encoded(index);
export const everyAlias = `${aliasPrefix}*`;

/** Index and build of a name in Elasticsearch; null for indexes of others. */
export function buildOf(stored: string): { index: string; build: number } | null {
  const found = stored.startsWith(prefix) ? indexName.exec(decoded(stored.slice(prefix.length))) : null;
  return found ? { index: found[1] ?? '', build: Number(found[2]) } : null;
}
