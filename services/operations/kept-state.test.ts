import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as blobNames from '../media/file/blob-names.ts';
import { backedUpBlobPrefix, backedUpTables, omittedTables } from './kept-state.ts';

const root = join(import.meta.dirname, '../..');

/** Table names in `create table` statements of the product, with their file; and a table of DBOS, which creates its own. */
function tablesInCode(): Map<string, string> {
  const found = new Map([['workflows.workflow_status', 'DBOS']]);
  for (const workspace of ['infra', 'services'])
    for (const path of readdirSync(join(root, workspace), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts') || /node_modules|\.types|\.(test|fixture)\.ts$|-fixture\.ts$|\/contract\//.test(path)) continue;
      const text = readFileSync(join(root, workspace, path), 'utf8');
      // Computed table names do not match; such tables are in schemas that the lists name as a whole.
      const names = text.matchAll(/create (?:unlogged )?table (?:if not exists )?(?!if\b)([a-z_]+(?:\.[a-z_%]+)?)(?=[\s(])/gi);
      for (const [, name = ''] of names) found.set(name.toLowerCase(), path);
    }
  return found;
}

const kept = new Set(backedUpTables.flatMap(({ tables }) => tables.map(({ name }) => name)));
/** Tables outside Postgres: `docs` is an SQLite table of `npm run verify`. */
const notOfPostgres = new Set(['docs']);
const isDecided = (table: string): boolean =>
  kept.has(table) ||
  notOfPostgres.has(table) ||
  Object.keys(omittedTables).some((name) => (name.endsWith('.') ? table.startsWith(name) : table === name));

test('Every table is in the backup or in the list of omitted tables', () => {
  const tables = tablesInCode();
  expect(tables.size).toBeGreaterThan(15);
  const undecided = [...tables].filter(([table]) => !isDecided(table)).map(([table, path]) => `${table} of ${path}`);
  expect(undecided, 'enter it in kept-state.ts: keep its rows, or say why they need not be kept').toEqual([]);
});

test('Every table in the lists of kept and omitted tables exists in the code', () => {
  const tables = [...tablesInCode().keys()];
  const oidcAndStripe = tables.filter((name) => /^(oidc|stripe)_/.test(name));
  expect(new Set([...kept, ...Object.keys(omittedTables).filter((name) => /^(oidc|stripe)_/.test(name))])).toEqual(new Set(oidcAndStripe));
  for (const name of Object.keys(omittedTables))
    expect(
      tables.some((table) => table.startsWith(name)),
      name,
    ).toBe(true);
});

test('Every blob prefix is either in the backup or a prefix of unfinished uploads', () => {
  const beginnings = Object.values(blobNames).filter((value) => typeof value === 'string');
  expect(new Set(beginnings)).toEqual(new Set([backedUpBlobPrefix, blobNames.incoming, blobNames.granted]));
});
