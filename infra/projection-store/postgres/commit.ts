import pg from 'pg';
import type { Commit, StoredDoc } from '../port.ts';
import type { Layout } from './columns.ts';
import { tableName } from './expressions.ts';
import type { LayoutOf } from './query.ts';
import { rowArrays, rowsShape } from './rows.ts';
import type { Run, Statement } from './statement.ts';

/** Raised by `projections.settle` with the ids as its detail. */
const conflictState = 'WS001';
/** Two commits waited for each other's documents: as much a conflict as any. */
const deadlockState = '40P01';
/** Rows of one insert of `fill`. */
const chunk = 1_000;

/** One statement for all collections, so one round trip and one transaction; a conflict raises an error, which undoes the rest. */
function commitStatement({ projection, partition, checkpoint, writes }: Commit, layoutOf: LayoutOf): Statement {
  const change = JSON.stringify({ projection, partition, watermark: checkpoint.watermark });
  const values: unknown[] = [projection, partition, checkpoint.offset, checkpoint.watermark, change];
  const parts: string[] = [];
  const conflicts = ['select null::text as id where false'];
  for (const [index, { collection, docs }] of writes.entries()) {
    const layout = layoutOf(collection);
    parts.push(...writeParts(index, tableName(collection), layout, values.length + 1));
    conflicts.push(`select id from w${index} where id not in (select id from i${index} union all select id from u${index})`);
    values.push(...rowArrays(layout, docs));
  }
  // A process that lost its partition may still commit; it must not move the checkpoint back.
  parts.push(`
    c as (insert into projections.checkpoint as c (projection, partition, "offset", watermark) values ($1, $2, $3, $4)
      on conflict (projection, partition) do update
      set "offset" = greatest(c."offset", excluded."offset"), watermark = greatest(c.watermark, excluded.watermark))`);
  const text = `with ${parts.join(',')}
    select projections.settle((select array_agg(id) from (${conflicts.join(' union all ')}) lost), $5)`;
  return { text, values };
}

/** In order of id, so that two commits seldom wait for each other. Columns that stay as they are cost nothing: such an update touches no index. */
function writeParts(index: number, table: string, layout: Layout, from: number): string[] {
  const { names, values, unnested } = rowsShape(layout);
  const sets = names.flatMap((name, at) => (name === 'id' ? [] : [`${name} = ${values[at]}`]));
  return [
    `w${index} as materialized (select * from ${unnested(from)} order by id)`,
    `i${index} as (insert into ${table} (rev, ${names})
      select 1, ${values} from w${index} w where rev = 0 order by id on conflict (id) do nothing returning id)`,
    `u${index} as (update ${table} t set rev = t.rev + 1, ${sets}
      from w${index} w where w.rev > 0 and t.id = w.id and t.rev = w.rev returning t.id)`,
  ];
}

/** Writes and answers the ids in conflict; when there are any, nothing was written. */
export async function commit(run: Run, work: Commit, layoutOf: LayoutOf): Promise<string[]> {
  const writes = work.writes.filter(({ docs }) => docs.length > 0);
  try {
    await run(commitStatement({ ...work, writes }, layoutOf));
    return [];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code === conflictState) return [...new Set<string>(JSON.parse(error.detail ?? '[]'))];
    if (error.code === deadlockState) return [...new Set(writes.flatMap(({ docs }) => docs.map(({ id }) => id)))];
    throw error;
  }
}

/** Adds documents that are known to be new. */
export async function fill(run: Run, collection: string, docs: readonly StoredDoc[], layout: Layout): Promise<void> {
  const { names, values, unnested } = rowsShape(layout);
  const text = `insert into ${tableName(collection)} (rev, ${names}) select rev + 1, ${values} from ${unnested(1)}`;
  for (let from = 0; from < docs.length; from += chunk) await run({ text, values: rowArrays(layout, docs.slice(from, from + chunk)) });
}
