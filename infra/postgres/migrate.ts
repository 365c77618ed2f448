import { createHash } from 'node:crypto';
import type pg from 'pg';
import { lockedTransaction, patient } from './locked-transaction.ts';

/** Migrations of all owners wait for each other under this key. */
const lockKey = 7_401_001;

/** What a step begins with that takes away what the release before needs, and the note of it for that release. */
const mark = '-- contracts\n';

/** A step that the release before cannot live with: it is refused from then on. */
export const contracting = (sql: string): string => `${mark}${sql}`;

const digest = (sql: string): string => (sql.startsWith(mark) ? 'contracts ' : '') + createHash('sha256').update(sql).digest('hex').slice(0, 16);

/**
 * Brings the tables of `owner` up to date: runs the steps that have not run in this database yet, in order, all or none.
 * Steps are numbered by their place, so a release may only add at the end. Safe when several processes start at once. The release before goes on beside
 * further steps, unless one of them is `contracting`.
 * @throws Error when a step that ran has since been edited, or when this release does not know one that takes something away.
 */
export const migrate = (pool: pg.Pool, owner: string, steps: readonly string[]): Promise<void> =>
  lockedTransaction(pool, lockKey, async (client) => {
    await client.query('create table if not exists migrations (owner text, step int, digest text not null, primary key (owner, step))');
    const { rows } = await client.query<{ digest: string }>('select digest from migrations where owner = $1 order by step', [owner]);
    checkHistory(
      owner,
      rows.map((row) => row.digest),
      steps,
    );
    for (const [index, sql] of steps.entries()) {
      if (index < rows.length) continue;
      await client.query(patient(sql));
      await client.query('insert into migrations (owner, step, digest) values ($1, $2, $3)', [owner, index + 1, digest(sql)]);
    }
  });

function checkHistory(owner: string, ran: string[], steps: readonly string[]): void {
  if (ran.slice(steps.length).some((digestThen) => digestThen.startsWith('contracts ')))
    throw new Error(`The database is newer than this release: ${owner} has ${ran.length} steps, known are ${steps.length}`);
  const edited = ran.slice(0, steps.length).findIndex((digestThen, index) => digestThen !== digest(steps[index] ?? ''));
  if (edited >= 0) throw new Error(`Step ${edited + 1} of ${owner} was edited after it ran in this database`);
}
