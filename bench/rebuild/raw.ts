import { type CollectionSpec, physicalName, type StoredDoc } from '@waystory/infra/projection-store/port.ts';
import { layoutOf, tableName } from '@waystory/infra/projection-store/postgres/expressions.ts';
import { rowArrays, rowsShape } from '@waystory/infra/projection-store/postgres/rows.ts';
import { askedFields } from '@waystory/infra/read-models/asked-fields.ts';
import { MongoClient } from 'mongodb';
import type { Builds, Engine, EngineSettings } from './builder.ts';

/** Documents of one round trip. */
const batchSize = 1_000;

/** Writes documents with nothing but the driver. */
export interface RawWriter {
  write(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

type Insert = (spec: CollectionSpec, docs: readonly StoredDoc[]) => Promise<unknown>;

/** Reads the documents of some builds, to write them again into collections with the same indexes. */
export async function rawWriter({ mongodb }: EngineSettings, { projections, store, pool }: Engine, builds: Builds): Promise<RawWriter> {
  const client = mongodb === null ? null : await new MongoClient(mongodb, { writeConcern: { w: 'majority', journal: true } }).connect();
  const insert: Insert = client ? intoMongodb(client) : intoPostgres(pool);
  const collections: { spec: CollectionSpec; docs: StoredDoc[] }[] = [];
  for (const { name, collections: declared } of projections)
    for (const one of Object.values(declared)) {
      const docs: StoredDoc[] = [];
      for await (const doc of store.scan(physicalName(one.name, builds[name] ?? 0))) docs.push(doc);
      collections.push({ spec: { name: physicalName(`raw-${one.name}`, 1), fields: askedFields(one), indexes: one.indexes }, docs });
    }
  return {
    write: async () => {
      for (const { spec, docs } of collections) {
        await store.ensure(spec);
        for (let from = 0; from < docs.length; from += batchSize) await insert(spec, docs.slice(from, from + batchSize));
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

const intoMongodb =
  (client: MongoClient): Insert =>
  ({ name }, docs) =>
    client
      .db()
      .collection<Omit<StoredDoc, 'id'> & { _id: string }>(name)
      .insertMany(
        docs.map(({ id: _id, ...rest }) => ({ _id, ...rest })),
        { ordered: false },
      );
