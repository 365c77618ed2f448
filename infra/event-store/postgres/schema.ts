/** Advisory lock that each append holds until its commit, so that positions are in commit order. */
export const appendLock = 7_401_002;

/** Channel of append notifications to other processes. */
export const appendedChannel = 'events_appended';

/**
 * Autovacuum collects no statistics below a thousand events. With the statistics of a nearly empty table, every prepared statement would keep a
 * sequential scan. In a fast-growing log, each append would then read everything (measured: 90 times slower).
 */
const tables = `
create table events (
  position bigint generated always as identity primary key,
  id uuid not null unique,
  stream text not null,
  version bigint not null,
  type text not null,
  schema int not null,
  data jsonb not null,
  meta jsonb not null,
  created_at timestamptz(3) not null,
  unique (stream, version)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create table snapshots (
  stream text,
  schema text,
  version bigint not null,
  state json not null,
  primary key (stream, schema)
);`;

/**
 * `append_events` takes one row per event and returns one row per stored stream; a missing stream had a version conflict. A batch has at most one
 * append per stream. The first event of an append (k = 1) has the expected version (x, -1 = any) and the number of events (n). Appends of one group
 * (g) are stored together or not at all. If the stream contains the ids already, the row is the first result. A null position means that the stream
 * contains only some of the ids. Version 0 means that another stream contains the first id. The lock is a separate statement, so that the next
 * statement sees commits made during the wait.
 */
interface AppendForm {
  create: string;
  /** Column of the group; empty without groups. */
  group: string;
  /** Effect on `first` when another stream has the id. */
  beside: string;
  /** SQL condition that the other appends of the group succeed. */
  together: string;
  /** SQL condition of appends whose events are in their stream already. */
  known: string;
  /** Result for appends whose events are in another stream. */
  refused: string;
}
const appendEvents = ({ create, group, beside, together, known, refused }: AppendForm): string => `
${create}(batch json, announce boolean) returns table (stream text, version bigint, "position" bigint, repeated boolean) language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(${appendLock});
  return query
  with given as materialized (
    select * from rows from (json_to_recordset(batch) as (s text, x bigint, n int, k int, i uuid, t text, v int, d jsonb, m jsonb, a timestamptz${group && `, ${group} text`}))
      with ordinality as g(s, x, n, k, i, t, v, d, m, a, ${group && `${group}, `}line)
  ), target as materialized (
    select g.s, g.x, g.n,${group && ` g.${group},`}
      coalesce((select e.version from events e where e.stream = g.s order by e.version desc limit 1), 0) as current,
      (select case when e.stream = g.s then e.version${beside} end from events e where e.id = g.i) as first
    from given g where g.k = 1
  ), added as (
    insert into events (id, stream, version, type, schema, data, meta, created_at)
    select g.i, g.s, t.current + g.k, g.t, g.v, g.d, g.m, g.a from given g join target t on t.s = g.s
    where t.first is null and (t.x in (-1, t.current))${together}
    order by g.line
    returning events.stream, events.version, events.position
  )
  select a.stream, max(a.version), max(a.position), false from added a group by a.stream
  union all
  select t.s, max(k.version), case when count(k.version) = t.n then max(k.position) end, true
  from target t join given g on g.s = t.s
  left join lateral (select e.stream, e.version, e.position from events e where e.id = g.i offset 0) k on k.stream = g.s
  where ${known} group by t.s, t.n${refused};
  if announce then perform pg_notify('${appendedChannel}', ''); end if;
end $$;`;

/** First version of `append_events`, in which an id of another stream failed the whole batch. */
const firstAppend = appendEvents({
  create: 'create function append_events',
  group: '',
  beside: '',
  together: '',
  known: 't.first is not null',
  refused: '',
});
const second = {
  create: 'create or replace function append_events',
  group: '',
  beside: ' else 0',
  together: '',
  known: 't.first > 0',
  refused: '\n  union all\n  select t.s, 0, null, true from target t where t.first = 0',
};
/**
 * Appends in groups, as a separate function, so that batches without groups do not pay for it. The main stream, whose name is that of the group, must
 * not contain its events yet; companions may.
 */
const groups = {
  ...second,
  create: 'create function append_groups',
  group: 'g',
  together: `
      and (t.g is null or not exists (
        select from target o where o.g = t.g and not (
          case when o.first is null then o.x in (-1, o.current) else o.s <> o.g and o.first > 0 end
        )
      ))`,
};

/**
 * Extends `append_groups` by documents, for read models in the same database. An append that names a build (b) may bring documents of its stream. The
 * decision (`takes`) is made under the lock. It is stored with the events and returned, so that the same statement stores or drops the documents.
 */
const appendWithDocuments = ({ create, takes }: { create: string; takes: string }): string => `
${create} append_with_documents(batch json, announce boolean)
returns table (stream text, version bigint, "position" bigint, repeated boolean, inlined boolean) language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(${appendLock});
  return query
  with given as materialized (
    select * from rows from (json_to_recordset(batch)
      as (s text, x bigint, n int, k int, i uuid, t text, v int, d jsonb, m jsonb, a timestamptz, g text, b text))
      with ordinality as g(s, x, n, k, i, t, v, d, m, a, g, b, line)
  ), target as materialized (
    select g.s, g.x, g.n, g.g, g.b, coalesce(last.version, 0) as current,
      (select case when e.stream = g.s then e.version else 0 end from events e where e.id = g.i) as first,
      ${takes} as takes
    from given g
    left join lateral (
      select e.version, e.position, e.inlined from events e where e.stream = g.s order by e.version desc limit 1
    ) last on true
    where g.k = 1
  ), added as (
    insert into events (id, stream, version, type, schema, data, meta, created_at, inlined)
    select g.i, g.s, t.current + g.k, g.t, g.v, g.d, g.m, g.a, case when t.takes then t.b end from given g join target t on t.s = g.s
    where t.first is null and (t.x in (-1, t.current))${groups.together}
    order by g.line
    returning events.stream, events.version, events.position, events.inlined
  )
  select a.stream, max(a.version), max(a.position), false, bool_or(a.inlined is not null) from added a group by a.stream
  union all
  select t.s, max(k.version), case when count(k.version) = t.n then max(k.position) end, true, false
  from target t join given g on g.s = t.s
  left join lateral (select e.stream, e.version, e.position from events e where e.id = g.i offset 0) k on k.stream = g.s
  where t.first > 0 group by t.s, t.n
  union all
  select t.s, 0, null, true, false from target t where t.first = 0;
  if announce then perform pg_notify('${appendedChannel}', ''); end if;
end $$;`;

const documentsAlways = 'g.b is not null and projections.takes_documents(g.b, g.s, last.position, last.inlined)';
const firstDocuments = appendWithDocuments({ create: 'alter table events add column inlined text;\ncreate function', takes: documentsAlways });
/**
 * A new stream is complete in the build, and so is a stream whose last event was stored with its documents. None of their events can be a dead
 * letter, because the projector handles none of them. Only other streams are checked.
 */
const secondDocuments = appendWithDocuments({
  create: 'create or replace function',
  takes: `g.b is not null and projections.is_in_use(g.b)
        and (last.position is null or last.inlined = g.b or projections.takes_documents(g.b, g.s, last.position, last.inlined))`,
});

/** Migration steps, in order; a new step is only added at the end. */
export const eventStoreSteps: readonly string[] = [tables, firstAppend, appendEvents(second), appendEvents(groups), firstDocuments, secondDocuments];

/**
 * Fast path: parts of a `with` statement for a batch without conflicts. Each stream is at its expected version, no other writer appends at this
 * moment, and documents may be stored. `added` has a row for each event, in order. In any other case it stores and returns nothing, or a unique index
 * refuses a concurrent write. The functions then find the reason. The fast path takes about half as long as the functions.
 */
const addExpected = (inlined: string, mayNot: string): string => `
  given as materialized (
    select * from json_to_recordset($1) as g(s text, x bigint, k int, i uuid, t text, v int, d jsonb, m jsonb, a timestamptz, b text)
  ), added as (
    insert into events (id, stream, version, type, schema, data, meta, created_at, inlined)
    select g.i, g.s, g.x + g.k, g.t, g.v, g.d, g.m, g.a, ${inlined} from given g
    where (select pg_try_advisory_xact_lock(${appendLock})) and not exists (
      select from given f
      left join lateral (select e.version, e.inlined from events e where e.stream = f.s order by e.version desc limit 1) last on true
      where f.k = 1 and (f.x is distinct from coalesce(last.version, 0)${mayNot})
    )
    returning events.stream, events.version, events.position, events.inlined, false as repeated
  )`;

export const expectedEvents = addExpected('null', '');
/**
 * Fast path with `appended`: a row for each stream, like the functions return. Cases that need a look-up by `takes_documents` are left to the
 * functions.
 */
export const expectedEventsWithDocuments = `${addExpected(
  'g.b',
  ` or (f.b is not null and (not projections.is_in_use(f.b) or (last.version > 0 and last.inlined is distinct from f.b)))`,
)}, appended as materialized (
    select a.stream, max(a.version) as version, max(a.position) as position, false as repeated, bool_or(a.inlined is not null) as inlined
    from added a group by a.stream
  )`;
