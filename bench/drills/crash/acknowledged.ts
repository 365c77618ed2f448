import type { NewEvent } from '@waystory/infra/event-store/port.ts';
import type pg from 'pg';

/** An event that a writer was told is stored. */
export interface Acknowledged {
  id: string;
  stream: string;
  version: number;
}

/** One event as a line of text. */
export const lineOf = ({ id, stream, version }: Acknowledged): string => `${id} ${stream} ${version}\n`;

/** Events of whole lines; a line that was cut off by a kill was not acknowledged. */
export function parseLines(text: string): Acknowledged[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id = '', stream = '', version = ''] = line.split(' ');
      return { id, stream, version: Number(version) };
    });
}

const missing = `
select count(*)::int as lost from unnest($1::uuid[], $2::text[], $3::bigint[]) as a(id, stream, version)
where not exists (select from events e where e.id = a.id and e.stream = a.stream and e.version = a.version)`;

/** How many of these events are not in the log as they were acknowledged. */
export async function countLost(pool: pg.Pool, acknowledged: readonly Acknowledged[]): Promise<number> {
  const column = <K extends keyof Acknowledged>(key: K) => acknowledged.map((event) => event[key]);
  const { rows } = await pool.query<{ lost: number }>(missing, [column('id'), column('stream'), column('version')]);
  return rows[0]?.lost ?? Number.NaN;
}

const torn = `
select (select count(*) from (select from events group by meta->>'commandId' having count(*) <> max((data->>'of')::int)) halves)
     + (select count(*) from (select from events group by stream having max(version) <> count(*) or min(version) <> 1) gaps) as torn`;

/** How many appends are in the log in part only, plus how many streams have a gap. */
export async function countTorn(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ torn: string }>(torn);
  return Number(rows[0]?.torn);
}

/** Events of one append, which say how many they are. */
export function appendOf(commandId: string, count: number): NewEvent[] {
  return Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    type: 'Written',
    schema: 1,
    data: { of: count, text: 'x'.repeat(200) },
    meta: { actorId: null, commandId },
    at: new Date().toISOString(),
  }));
}
