import { type MongoConnection, mongoConnection } from '@waystory/infra/projection-store/mongodb/connection.ts';
import { mongodbProjectionStore, projectionStoreOn } from '@waystory/infra/projection-store/mongodb.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import type pg from 'pg';

/** What a process that dies does not live to see. */
export class Died extends Error {}

/** A store as one process has it, which dies in the middle of a commit. */
export interface MortalStore {
  store: ProjectionStore;
  /** Dies after so many calls of each commit to the engine: before the next one, or before it hears that it was the last. */
  dieAfter(calls: number): void;
  /** Nobody uses it any more. */
  leave(): void;
}

/** Opens stores on one engine, each as if it were in a process of its own. */
export interface HistoryEngine {
  name: string;
  /** For what is asked about the outcome. */
  store: ProjectionStore;
  open(): MortalStore;
  close(): Promise<void>;
}

export function onMongodb(url: string): HistoryEngine {
  const connection = mongoConnection(url);
  const open = (): MortalStore =>
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

export function onPostgres(pool: pg.Pool): HistoryEngine {
  // A store remembers nothing between commits but that its tables are there, which takes long to find out: who died leaves it to the next.
  const left: Body[] = [];
  const open = (): MortalStore => {
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

/** A store and who lives in it. */
interface Body {
  store: ProjectionStore;
  call: Call;
}

function bodyOn(pool: pg.Pool): Body {
  const query = (...statement: unknown[]): Promise<unknown> => body.call(() => Reflect.apply(pool.query, pool, statement));
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    const counted = (...statement: unknown[]): Promise<unknown> => body.call(() => Reflect.apply(client.query, client, statement));
    // What a dead process left open is rolled back with its connection.
    return Object.create(client, { query: { value: counted }, release: { value: () => client.release(true) } });
  };
  // Everything else of the pool is as it is.
  const counted: pg.Pool = Object.create(pool, { query: { value: query }, connect: { value: connect } });
  const body: Body = { store: postgresProjectionStore(counted), call: (work) => work() };
  return body;
}

type Call = <T>(work: () => Promise<T>) => Promise<T>;

/** Passes calls on to the engine as long as the process lives. */
function mortal(openOn: (call: Call) => ProjectionStore): MortalStore {
  let limit = Number.POSITIVE_INFINITY;
  let left = Number.POSITIVE_INFINITY;
  let isDead = false;
  const store = openOn(async (work) => {
    if (isDead || left === 0) {
      isDead = true;
      throw new Died();
    }
    left -= 1;
    return work();
  });
  const commit: ProjectionStore['commit'] = async (work) => {
    left = limit;
    const conflicts = await store.commit(work);
    if (left === 0 && conflicts.length === 0) {
      isDead = true;
      throw new Died();
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
      // What it had not stored yet is lost with it; it must not go on trying.
      void store.close().catch(() => {});
    },
  };
}

/** Writes each collection of a commit in a commit of its own and the checkpoint at the end, as a store would that has no whole commits. */
export const inPieces = (mortal: MortalStore): MortalStore => ({ ...mortal, store: { ...mortal.store, commit: torn(mortal.store) } });

const torn =
  (store: ProjectionStore): ProjectionStore['commit'] =>
  async (commit) => {
    const conflicts: string[] = [];
    // Under a partition that nobody asks for, so that the checkpoint stays where it is.
    for (const one of commit.writes) conflicts.push(...(await store.commit({ ...commit, partition: `${commit.partition}-pieces`, writes: [one] })));
    return conflicts.length > 0 ? conflicts : store.commit({ ...commit, writes: [] });
  };
