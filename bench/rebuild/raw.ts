import { type CollectionSpec, physicalName, type StoredDoc } from '@waystory/infra/projection-store/port.ts';
import { layoutOf } from '@waystory/infra/projection-store/postgres/columns.ts';
import { tableName } from '@waystory/infra/projection-store/postgres/expressions.ts';
import { rowArrays, rowsShape } from '@waystory/infra/projection-store/postgres/rows.ts';
import { askedFields } from '@waystory/infra/read-models/asked-fields.ts';
import { type Collection, MongoClient } from 'mongodb';
import type { Builds } from './builder.ts';
import type { Engine, RebuildSettings } from './engine.ts';

/** Documents of one round trip. */
const chunk = 1_000;

/** Writes documents that were read before, with nothing but the driver. */
export interface RawWriter {
  write(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

type Insert = (spec: CollectionSpec, docs: readonly StoredDoc[]) => Promise<unknown>;

/** Takes the documents of these builds. Collections and indexes are made as the store makes them. */
export async function rawWriter({ mongodb }: RebuildSettings, { projections, store, pool }: Engine, builds: Builds): Promise<RawWriter> {
  const client = mongodb === null ? null : await new MongoClient(mongodb, { writeConcern: { w: 'majority', journal: true } }).connect();
  const insert: Insert = client ? intoMongo((name) => client.db().collection<Raw>(name)) : intoPostgres(pool);
  const collections: { spec: CollectionSpec; docs: StoredDoc[] }[] = [];
  for (const { name, collections: declared } of projections) {
    for (const one of Object.values(declared)) {
      const docs: StoredDoc[] = [];
      for await (const doc of store.scan(physicalName(one.name, builds[name] ?? 0))) docs.push(doc);
      collections.push({ spec: { name: physicalName(`raw-${one.name}`, 1), fields: askedFields(one), indexes: one.indexes }, docs });
    }
  }
  return {
    write: async () => {
      for (const { spec, docs } of collections) {
        await store.ensure(spec);
        for (let from = 0; from < docs.length; from += chunk) await insert(spec, docs.slice(from, from + chunk));
      }
    },
    clear: async () => {
      for (const { spec } of collections) await store.drop(spec.name);
    },
    close: async () => {
      await client?.close();
    },
  };
}

const intoPostgres =
  (pool: Engine['pool']): Insert =>
  (spec, docs) => {
    const layout = layoutOf(spec);
    const { names, values, unnested } = rowsShape(layout);
    return pool.query(`insert into ${tableName(spec.name)} (rev, ${names}) select rev, ${values} from ${unnested(1)}`, rowArrays(layout, docs));
  };

type Raw = Omit<StoredDoc, 'id'> & { _id: string };

const intoMongo =
  (collection: (name: string) => Collection<Raw>): Insert =>
  ({ name }, docs) =>
    collection(name).insertMany(
      docs.map(({ id: _id, ...rest }) => ({ _id, ...rest })),
      { ordered: false },
    );
