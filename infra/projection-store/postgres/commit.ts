import pg from 'pg';
import type { Commit, StoredDoc } from '../port.ts';
import { type Layout, tableName } from './expressions.ts';
import type { LayoutOf } from './query.ts';
import { type Layouts, rowsJson, rowsShape } from './rows.ts';
import type { RunStatement, Statement } from './statement.ts';

/** SQLSTATE of a conflict, raised by `projections.settle` with the ids as detail. */
const conflictState = 'WS001';
/** Deadlock between two commits, treated as a conflict. */
const deadlockState = '40P01';
/** Most documents of a statement that several commits share. */
const mostDocsTogether = 500;
/** Rows per insert of `fill`. */
const chunk = 1_000;

/** One statement for all collections of all commits, so one round trip and one transaction; a conflict raises an error, which undoes the rest. */
function commitStatement(commits: readonly Commit[], layoutOf: LayoutOf): Statement {
  const changes = commits.map(({ projection, partition, checkpoint: { watermark } }) => JSON.stringify({ projection, partition, watermark }));
  const values: unknown[] = [
    commits.map(({ projection }) => projection),
    commits.map(({ partition }) => partition),
    commits.map(({ checkpoint }) => checkpoint.offset),
    commits.map(({ checkpoint }) => checkpoint.watermark),
    changes,
  ];
  const parts: string[] = [];
  const conflicts = ['select null::text as id where false'];
  for (const [index, { collection, docs }] of commits.flatMap(({ writes }) => writes).entries()) {
    const [table, layout] = [tableName(collection), layoutOf(collection)];
    const kept = docs.filter((doc) => !isRemoval(doc));
    const removed = docs.filter(isRemoval);
    if (kept.length > 0) {
      parts.push(...writeParts(index, table, layout, values.length + 1));
      conflicts.push(`select id from w${index} where id not in (select id from i${index} union all select id from u${index})`);
      values.push(rowsJson(layout, kept));
    }
    if (removed.length > 0) {
      parts.push(...removeParts(index, table, layout, values.length + 1));
      conflicts.push(`select id from r${index} where id not in (select id from d${index})`);
      values.push(...removalArrays(removed));
    }
  }
  // The checkpoint never moves back, because a process that has lost its partition may still commit.
  parts.push(`
    c as (insert into projections.checkpoint as c (projection, partition, "offset", watermark)
      select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as n(projection, partition, "offset", watermark) order by 1, 2
      on conflict (projection, partition) do update
      set "offset" = greatest(c."offset", excluded."offset"), watermark = greatest(c.watermark, excluded.watermark))`);
  const text = `with ${parts.join(',')}, lost as materialized (select array_agg(id) as ids from (${conflicts.join(' union all ')}) l)
    select projections.settle(ids, change) from lost, unnest($5::text[]) change`;
  return { text, values };
}

/**
 * SQL that writes documents in order of id, so that two commits seldom deadlock. Unchanged columns cost nothing, because such an update touches no
 * index.
 */
function writeParts(index: number, table: string, layout: Layout, parameter: number): string[] {
  const { names, values, given } = rowsShape(layout);
  const sets = names.flatMap((name, at) => (name === 'id' ? [] : [`${name} = ${values[at]}`]));
  return [
    `w${index} as materialized (select * from ${given(parameter)} order by id)`,
    `i${index} as (insert into ${table} (rev, ${names})
      select 1, ${values} from w${index} w where rev = 0 order by id on conflict (id) do nothing returning id)`,
    `u${index} as (update ${table} t set rev = t.rev + 1, ${sets}
      from w${index} w where w.rev > 0 and t.id = w.id and t.rev = w.rev returning t.id)`,
  ];
}

/** True when the write turns a stored document into a tombstone, a row with only its fence. */
const isRemoval = ({ doc, _rev }: StoredDoc): boolean => doc === null && _rev > 0;

/** SQL that turns documents into tombstones. These differ only in id, fence and revision, so only these values are sent. */
function removeParts(index: number, table: string, layout: Layout, from: number): string[] {
  const empty = rowsShape(layout).names.flatMap((name) => (name === 'id' || name === 'at' ? [] : [`${name} = null`]));
  return [
    `r${index} as materialized (select * from unnest($${from}::text[], $${from + 1}::text[], $${from + 2}::bigint[]) as r(id, at, rev) order by id)`,
    `d${index} as (update ${table} t set rev = t.rev + 1, at = r.at, ${empty.join(', ')}
      from r${index} r where t.id = r.id and t.rev = r.rev returning t.id)`,
  ];
}

const removalArrays = (docs: readonly StoredDoc[]): unknown[][] => [
  docs.map(({ id }) => id),
  docs.map(({ _at }) => JSON.stringify(_at)),
  docs.map(({ _rev }) => _rev),
];

/** Writes one commit. @returns Ids in conflict; with any, nothing was written. */
async function commitAlone(run: RunStatement, work: Commit, layoutOf: LayoutOf): Promise<string[]> {
  try {
    await run(commitStatement([work], layoutOf));
    return [];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code === conflictState) return [...new Set<string>(JSON.parse(error.detail ?? '[]'))];
    if (error.code === deadlockState) return [...new Set(work.writes.flatMap(({ docs }) => docs.map(({ id }) => id)))];
    throw error;
  }
}

/** A commit that waits to be written with others. */
interface Waiting {
  work: Commit;
  resolve: (conflicts: string[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches commits that arrive together, or during a write, into one statement, because projections often commit for the same events. When the
 * statement fails, each commit is written alone.
 */
export function batchedCommits(run: RunStatement, layouts: Pick<Layouts, 'all'>): (work: Commit) => Promise<string[]> {
  let waiting: Waiting[] = [];
  let running = false;
  const settle = async ({ work, resolve, reject }: Waiting, layoutOf: LayoutOf): Promise<void> =>
    commitAlone(run, work, layoutOf).then(resolve, reject);

  async function write(batch: readonly Waiting[]): Promise<void> {
    const works = batch.map(({ work }) => work);
    const layoutOf = await layouts.all(works.flatMap(({ writes }) => writes.map(({ collection }) => collection)));
    if (batch.length > 1) {
      const wasWritten = await run(commitStatement(works, layoutOf)).then(
        () => true,
        () => false,
      );
      if (wasWritten) {
        for (const { resolve } of batch) resolve([]);
        return;
      }
    }
    for (const one of batch) await settle(one, layoutOf);
  }
  async function writeAll(): Promise<void> {
    running = true;
    // Waits for one turn of the event loop, because consumers that the same events woke commit in the same turn.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = takeDistinct(waiting);
      waiting = waiting.filter((one) => !batch.includes(one));
      await write(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    running = false;
  }
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work: { ...work, writes: work.writes.filter(({ docs }) => docs.length > 0) }, resolve, reject });
      if (!running) void writeAll();
    });
}

/** Selects commits of different projections, because a statement changes no row twice. Large commits are written alone. */
function takeDistinct(waiting: readonly Waiting[]): Waiting[] {
  const taken = new Map<string, Waiting>();
  let docs = 0;
  for (const one of waiting) {
    const size = one.work.writes.reduce((sum, write) => sum + write.docs.length, 0);
    if (taken.has(one.work.projection) || (taken.size > 0 && docs + size > mostDocsTogether)) continue;
    taken.set(one.work.projection, one);
    docs += size;
  }
  return [...taken.values()];
}

/** Adds documents that are known to be new. */
export async function fill(run: RunStatement, collection: string, docs: readonly StoredDoc[], layout: Layout): Promise<void> {
  const { names, values, given } = rowsShape(layout);
  const text = `insert into ${tableName(collection)} (rev, ${names}) select rev + 1, ${values} from ${given(1)}`;
  for (let from = 0; from < docs.length; from += chunk) await run({ text, values: [rowsJson(layout, docs.slice(from, from + chunk))] });
}
