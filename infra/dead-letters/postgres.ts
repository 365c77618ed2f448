import type pg from 'pg';
import type { RecordedEvent } from '../event-store/port.ts';
import { type Listening, listen } from '../postgres/listen.ts';
import { migrate, migratedTables } from '../postgres/migrate.ts';
import { type BlockedStream, type DeadLetter, type DeadLetters, errorText, replayBatchSize } from './port.ts';

const channel = 'parked_events';
const steps = [
  `create table parked_events (
     id bigint generated always as identity primary key,
     consumer text not null,
     stream text not null,
     partition text not null,
     "offset" bigint not null,
     event_id uuid not null,
     event jsonb not null,
     error text,
     due boolean not null default false,
     discarded boolean not null default false,
     parked_at timestamptz not null default clock_timestamp(),
     unique (consumer, event_id)
   );
   create index on parked_events (consumer, stream, "offset")`,
] as const;

interface Row {
  id: string;
  consumer: string;
  partition: string;
  offset: number;
  event: RecordedEvent;
  error: string | null;
  parked_at: Date;
}
const columns = 'id, consumer, partition, "offset"::float8, event, error, parked_at';

const sql = {
  park: `insert into parked_events (consumer, stream, partition, "offset", event_id, event, error)
    select $1, p.event ->> 'stream', p.partition, p."offset", (p.event ->> 'id')::uuid, p.event, p.error
    from json_to_recordset($2) as p(partition text, "offset" bigint, event jsonb, error text)
    on conflict (consumer, event_id) do nothing`,
  streams: `select stream, bool_or(due) or (array_agg(error order by "offset"))[1] is null as due
    from parked_events where consumer = $1 group by stream`,
  list: `select ${columns} from parked_events where not discarded and ($1::text is null or consumer = $1)
    order by consumer, stream, "offset" limit $2`,
  find: `select ${columns} from parked_events where id = $1 and not discarded`,
  replay: `with asked as (update parked_events set due = true where consumer = $1 and stream = $2) select pg_notify('${channel}', '')`,
  discard: `with asked as (
      update parked_events p set due = true, discarded = p.discarded or p.id = d.id
      from parked_events d where d.id = $1 and not d.discarded and p.consumer = d.consumer and p.stream = d.stream returning 1
    ) select pg_notify('${channel}', '') from (select 1 from asked limit 1) one`,
  drained: 'delete from parked_events where consumer = $1 and stream = $2 and discarded',
  take: `select ${columns} from parked_events where consumer = $1 and stream = $2 and "offset" <= coalesce(($3::jsonb ->> partition)::bigint, -1)
    order by "offset" limit ${replayBatchSize}`,
  remove: 'delete from parked_events where id = any($1::bigint[])',
  failed: `update parked_events p set due = false, error = case when p.id = f.id then $2 else p.error end
    from parked_events f where f.id = $1 and p.consumer = f.consumer and p.stream = f.stream`,
  forget: 'delete from parked_events where consumer = $1',
} as const;

/** Ids are bigint; any other text matches no event. */
const isId = (id: string): boolean => /^\d{1,18}$/.test(id);

/** Dead letters in Postgres. The caller closes the pool. The table is created at the first use. */
export function postgresDeadLetters(pool: pg.Pool): DeadLetters {
  const { query } = migratedTables(pool, () => migrate(pool, 'parked-events', steps));
  const requests = createRequests(pool);
  const take = async (values: unknown[]): Promise<DeadLetter[]> => (await query<Row>(sql.take, values)).map(deadLetter);
  return {
    add: async (consumer, events) => {
      const rows = events.map(({ record, error }) => ({ ...record, error: error === undefined ? null : errorText(error) }));
      if (rows.length > 0) await query(sql.park, [consumer, JSON.stringify(rows)]);
    },
    blockedStreams: (consumer) => query<BlockedStream>(sql.streams, [consumer]),
    list: async ({ consumer, limit }) => (await query<Row>(sql.list, [consumer ?? null, limit])).map(deadLetter),
    find: async (id) => (isId(id) ? ((await query<Row>(sql.find, [id])).map(deadLetter)[0] ?? null) : null),
    replay: async (consumer, stream) => {
      await query(sql.replay, [consumer, stream]);
    },
    discard: async (id) => isId(id) && (await query(sql.discard, [id])).length > 0,
    takeForReplay: async (consumer, stream, to) => {
      await query(sql.drained, [consumer, stream]);
      return take([consumer, stream, JSON.stringify(to)]);
    },
    remove: async (ids) => {
      await query(sql.remove, [ids]);
    },
    failed: async (id, error) => {
      await query(sql.failed, [id, errorText(error)]);
    },
    forget: async (consumer) => {
      await query(sql.forget, [consumer]);
    },
    onRequest: requests.subscribe,
    close: requests.close,
  };
}

function createRequests(pool: pg.Pool) {
  const subscribers = new Set<() => void>();
  let listening: Listening | null = null;
  return {
    subscribe: (told: () => void): (() => void) => {
      const own = (): void => told();
      subscribers.add(own);
      listening ??= listen(pool, channel, () => {
        for (const subscriber of subscribers) subscriber();
      });
      return () => {
        subscribers.delete(own);
      };
    },
    close: async (): Promise<void> => {
      subscribers.clear();
      await listening?.close();
      listening = null;
    },
  };
}

const deadLetter = ({ id, consumer, partition, offset, event, error, parked_at }: Row): DeadLetter => ({
  id,
  consumer,
  record: { partition, offset, event },
  error,
  parkedAt: parked_at.toISOString(),
});
