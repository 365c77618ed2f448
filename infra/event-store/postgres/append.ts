import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  type AppendOutcome,
  type CompanionEvents,
  type DocumentChanges,
  DuplicateEvent,
  type ExpectedVersion,
  type NewEvent,
  type Position,
  UnstorableEvent,
  VersionConflict,
} from '../port.ts';
import type { GroupCommitJob } from '../postgres.ts';
import { appendedChannel, expectedEvents, expectedEventsWithDocuments } from './schema.ts';

/** An encoded append that waits for a group commit. */
export interface EncodedAppend extends GroupCommitJob {
  expected: ExpectedVersion;
  ids: string[];
  json: string;
  companions: readonly CompanionEvents[];
  beside: readonly string[];
  documents: DocumentChanges | null;
}

/** Encodes `any` for `append_events`; no stream is ever at this version. */
const anyVersion = -1;
/** Version that `append_events` returns when another stream holds the events. */
const elsewhere = 0;

/** Runs a prepared statement, which is planned once per connection. */
export type RunStatement = <R extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) => Promise<R[]>;

/**
 * Encodes an append with its companions, which precede it in the log.
 * @throws UnstorableEvent
 */
export function encodeAppend(
  main: Omit<CompanionEvents, 'expected'> & { expected: ExpectedVersion },
  companions: readonly CompanionEvents[],
  documents: DocumentChanges | null,
): EncodedAppend {
  const { stream, expected } = main;
  const group = companions.length > 0 ? stream : undefined;
  const all = [...companions, main];
  if (new Set(all.map((one) => one.stream)).size < all.length) throw new UnstorableEvent(`A companion of ${stream} is for a stream that comes twice`);
  const ids = all.flatMap(({ events }) => events.map(({ id }) => id));
  if (new Set(ids).size < ids.length) throw new UnstorableEvent(`Two events for ${stream} have the same id`);
  const json = all.map((one) => encode(one, group, one === main ? documents?.build : undefined)).join();
  return { stream, expected, ids, json, size: json.length, companions, beside: companions.map((one) => one.stream), documents };
}

interface EncodedEvents {
  stream: string;
  expected: ExpectedVersion;
  events: NewEvent[];
}

/** Encodes each append separately, so that one that cannot be encoded fails before it shares a batch. */
function encode({ stream, expected, events }: EncodedEvents, group: string | undefined, build: string | undefined): string {
  if (events.length === 0) throw new UnstorableEvent(`Nothing to append to ${stream}`);
  try {
    return events
      .map(({ id, type, schema, data, meta, at }, index) =>
        JSON.stringify({
          s: stream,
          x: expected === 'any' ? anyVersion : expected,
          n: events.length,
          k: index + 1,
          i: id,
          t: type,
          v: schema,
          d: data,
          m: meta,
          a: at,
          g: group,
          b: build,
        }),
      )
      .join();
  } catch (error) {
    throw new UnstorableEvent(`An event of ${stream} cannot be written as JSON`, { cause: error });
  }
}

interface AppendedRow {
  stream: string;
  version: string;
  position: string | null;
  repeated: boolean;
  inlined?: boolean;
}

/**
 * Writes appends to different streams in one statement, and returns the result of each append.
 * @param sender Id of the process in the notification; null for no notification.
 */
export async function write(
  run: RunStatement,
  batch: EncodedAppend[],
  sender: string | null,
  documents?: DocumentWriter,
): Promise<(AppendOutcome | Error)[]> {
  const jobs = withoutTwins(batch);
  const events = `[${Array.from(jobs, (job) => job.json).join()}]`;
  const along = [...jobs].flatMap((job) => (job.documents ? [{ stream: job.stream, documents: job.documents }] : []));
  const rows = await appendedRows(run, [...jobs], along, [events, sender], documents);
  // The last row of a stream belongs to its last event.
  const byStream = new Map(rows.map((row) => [row.stream, row]));
  if (documents) report(along, byStream, documents);
  return batch.map((job) => {
    const { stream, expected, beside } = job;
    const row = byStream.get(stream);
    const isElsewhere = [stream, ...beside].some((one) => Number(byStream.get(one)?.version) === elsewhere);
    if (!jobs.has(job) || isElsewhere) return new DuplicateEvent(stream);
    if (!row) return new VersionConflict(stream, expected);
    if (row.position === null) return new UnstorableEvent(`Some events are in ${stream} already and some are not`);
    return { version: Number(row.version), position: Number(row.position), repeated: row.repeated };
  });
}

/** Tries the fast path for conflict-free appends first, and then the general functions. */
async function appendedRows(
  run: RunStatement,
  jobs: readonly EncodedAppend[],
  along: readonly StreamDocuments[],
  common: readonly unknown[],
  documents?: DocumentWriter,
): Promise<AppendedRow[]> {
  const written = along.length > 0 ? documents : undefined;
  if (jobs.every(({ expected }) => expected !== 'any')) {
    const { name, text, values } = written ? withDocuments(expectedEventsWithDocuments, along, written) : expectedAlone;
    const rows = await run<AppendedRow>(name, text, [...common, ...values]).catch((error: unknown) => {
      if (isTaken(error)) return [];
      throw error;
    });
    if (rows.length > 0) return rows;
  }
  const { name, text, values } = written ? withDocuments(decidedWithDocuments, along, written) : without(jobs);
  return run<AppendedRow>(name, text, [...common, ...values]);
}

/** True when another writer has just stored this version or event id. */
const isTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23505';

interface AppendStatement {
  name: string;
  text: string;
  /** Parameters that follow the events and the sender of the notification. */
  values: unknown[];
}

/** Column that sends the notification, because the functions would send it without a sender. */
const announced = `, case when $2::text is not null then pg_notify('${appendedChannel}', $2)::text end as announced`;
const columns = 'stream, version, position, repeated';
const calling = (name: string, call: string): AppendStatement => ({
  name,
  text: `select ${columns}${announced} from ${call}($1, false)`,
  values: [],
});
const alone = calling('append', 'append_events');
const inGroups = calling('append-groups', 'append_groups');
const decidedWithDocuments = 'appended as materialized (select * from append_with_documents($1, false))';
const expectedAlone: AppendStatement = {
  name: 'append-expected',
  text: `with ${expectedEvents} select ${columns}${announced} from added`,
  values: [],
};

const without = (jobs: readonly EncodedAppend[]): AppendStatement => (jobs.some(({ companions }) => companions.length > 0) ? inGroups : alone);

/**
 * Prepared statements by their parts for documents, which are one array per set of collections. Without the cache, joining and hashing kilobytes for
 * each append took 5 % of its CPU time.
 */
const statements = new Map<string, WeakMap<readonly string[], Omit<AppendStatement, 'values'>>>();

function statementOf(appended: string, parts: readonly string[]): Omit<AppendStatement, 'values'> {
  const known = statements.get(appended) ?? new WeakMap();
  statements.set(appended, known);
  const before = known.get(parts);
  if (before) return before;
  const text = `with ${[appended, ...parts].join(', ')} select ${columns}, inlined${announced} from appended`;
  const statement = { name: `append/${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text };
  known.set(parts, statement);
  return statement;
}

/** Statement for a set of collections. The sets are few, so each is planned once per connection. */
function withDocuments(appended: string, along: readonly StreamDocuments[], documents: DocumentWriter): AppendStatement {
  try {
    const { parts, values } = documents.parts(along, 3);
    return { ...statementOf(appended, parts), values };
  } catch (error) {
    throw new UnstorableEvent('What an event makes of its documents cannot be stored', { cause: error });
  }
}

function report(along: readonly StreamDocuments[], rows: ReadonlyMap<string, AppendedRow>, documents: DocumentWriter): void {
  const positions = new Map<string, Position[]>();
  for (const { stream, documents: changes } of along) {
    const row = rows.get(stream);
    if (row?.inlined) positions.set(changes.build, [...(positions.get(changes.build) ?? []), Number(row.position)]);
    else if (row && !row.repeated) documents.passedBy(changes.build);
  }
  for (const [build, all] of positions) documents.stored(build, all);
}

/** Selects the first of several appends that share an event, because together they would make their whole batch fail. */
function withoutTwins(batch: readonly EncodedAppend[]): Set<EncodedAppend> {
  const taken = new Set<string>();
  return new Set(
    batch.filter(({ ids }) => {
      if (ids.some((id) => taken.has(id))) return false;
      for (const id of ids) taken.add(id);
      return true;
    }),
  );
}

/** Document changes of one stream in a batch. */
export interface StreamDocuments {
  stream: string;
  documents: DocumentChanges;
}

/** Stores documents in the same statement as the events that changed them. Read models in the same database provide it. */
export interface DocumentWriter {
  /**
   * Parts of a `with` statement after the part `appended`. Its columns are `stream`, the last event's `position`, and `inlined`: whether its
   * documents are stored. Equal parts are the same array.
   * @param from Number of the first free parameter.
   * @throws Error when a document cannot be stored.
   */
  parts(all: readonly StreamDocuments[], from: number): { parts: readonly string[]; values: unknown[] };
  /** Called after documents were stored, with the positions of their last events. */
  stored(build: string, positions: readonly Position[]): void;
  /** Called when documents were not stored, perhaps because another build is in use. */
  passedBy(build: string): void;
}
