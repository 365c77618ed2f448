import { createHash } from 'node:crypto';
import type pg from 'pg';
import { lockedTransaction, patient } from './locked-transaction.ts';

/** Migrations of all owners wait for each other under this key. */
const lockKey = 7_401_001;

const digest = (sql: string): string => createHash('sha256').update(sql).digest('hex').slice(0, 16);

/**
 * Brings the tables of `owner` up to date: runs the steps that have not run in this database yet, in order, all or none.
 * Steps are numbered by their place, so a release may only add at the end. Safe when several processes start at once.
 * @throws Error when a step that ran has since been edited, or when the database has steps that this release does not know.
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
  if (ran.length > steps.length)
    throw new Error(`The database is newer than this release: ${owner} has ${ran.length} steps, known are ${steps.length}`);
  const edited = ran.findIndex((digestThen, index) => digestThen !== digest(steps[index] ?? ''));
  if (edited >= 0) throw new Error(`Step ${edited + 1} of ${owner} was edited after it ran in this database`);
}
