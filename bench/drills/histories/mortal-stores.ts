import { type MongoConnection, mongoConnection } from '@waystory/infra/projection-store/mongodb/connection.ts';
import { mongodbProjectionStore, projectionStoreOn } from '@waystory/infra/projection-store/mongodb.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import type pg from 'pg';

export class SimulatedCrash extends Error {}

/** The store of a process that dies within a commit. */
export interface CrashingStore {
  store: ProjectionStore;
  /** Makes each commit die after a number of engine calls: before the next call, or before the last reply. */
  dieAfter(calls: number): void;
  leave(): void;
}

/** Opens stores on one engine, each as if in its own process. */
export interface HistoryEngine {
  name: string;
  store: ProjectionStore;
  open(): CrashingStore;
  close(): Promise<void>;
}

export function mongodbHistoryEngine(url: string): HistoryEngine {
  const connection = mongoConnection(url);
  const open = (): CrashingStore =>
    mortal((call) => {
      const counted: MongoConnection = {
        run: (work) => call(() => connection.run(work)),
        on: (collection, work) => call(() => connection.on(collection, work)),
        close: async () => {},
      };
      return projectionStoreOn(counted);
    });
  const store = mongodbProjectionStore(url);
  return { name: 'MongoDB', store, open, close: () => Promise.all([store.close(), connection.close()]).then(() => {}) };
}

export function postgresHistoryEngine(pool: pg.Pool): HistoryEngine {
  // Between commits a store keeps only its list of tables, so a dead store can be reused.
  const left: Body[] = [];
  const open = (): CrashingStore => {
    const body = left.pop() ?? bodyOn(pool);
    const one = mortal((call) => {
      body.call = call;
      return body.store;
    });
    return { ...one, leave: () => void left.push(body) };
  };
  const store = postgresProjectionStore(pool);
  return { name: 'Postgres', store, open, close: store.close };
}

interface Body {
  store: ProjectionStore;
  call: Call;
}

function bodyOn(pool: pg.Pool): Body {
  const query = (...statement: unknown[]): Promise<unknown> => body.call(() => Reflect.apply(pool.query, pool, statement));
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    const counted = (...statement: unknown[]): Promise<unknown> => body.call(() => Reflect.apply(client.query, client, statement));
    // The connection of a dead process rolls back.
    return Object.create(client, { query: { value: counted }, release: { value: () => client.release(true) } });
  };
  const counted: pg.Pool = Object.create(pool, { query: { value: query }, connect: { value: connect } });
  const body: Body = { store: postgresProjectionStore(counted), call: (work) => work() };
  return body;
}

type Call = <T>(work: () => Promise<T>) => Promise<T>;

function mortal(openOn: (call: Call) => ProjectionStore): CrashingStore {
  let limit = Number.POSITIVE_INFINITY;
  let left = Number.POSITIVE_INFINITY;
  let isDead = false;
  const store = openOn(async (work) => {
    if (isDead || left === 0) {
      isDead = true;
      throw new SimulatedCrash();
    }
    left -= 1;
    return work();
  });
  const commit: ProjectionStore['commit'] = async (work) => {
    left = limit;
    const conflicts = await store.commit(work);
    if (left === 0 && conflicts.length === 0) {
      isDead = true;
      throw new SimulatedCrash();
    }
    left = Number.POSITIVE_INFINITY;
    return conflicts;
  };
  return {
    store: { ...store, commit },
    dieAfter: (calls) => {
      limit = calls;
    },
    leave: () => {
      isDead = true;
      // Unstored work is lost and must not be retried.
      void store.close().catch(() => {});
    },
  };
}

/** A store without atomic commits, for the negative control: it writes each collection separately, and the checkpoint last. */
export const withoutAtomicCommits = (mortal: CrashingStore): CrashingStore => ({ ...mortal, store: { ...mortal.store, commit: torn(mortal.store) } });

const torn =
  (store: ProjectionStore): ProjectionStore['commit'] =>
  async (commit) => {
    const conflicts: string[] = [];
    // Writes name another partition, so that the checkpoint of this partition stays unchanged.
    for (const one of commit.writes) conflicts.push(...(await store.commit({ ...commit, partition: `${commit.partition}-pieces`, writes: [one] })));
    return conflicts.length > 0 ? conflicts : store.commit({ ...commit, writes: [] });
  };
