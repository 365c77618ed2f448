import { mongoConnection } from '../projection-store/mongodb/connection.ts';
import { type Processes, type ProcessRecord, processRetentionMs } from './port.ts';

const collectionName = 'processes';

interface StoredProcess {
  _id: string;
  toldAt: Date;
  record: ProcessRecord;
}

/** Registry in a MongoDB collection beside the read models. Connects at the first use. */
export function mongodbProcesses(url: string): Processes {
  const connection = mongoConnection(url);
  return {
    tell: (record) =>
      connection.run(async (database) => {
        const processes = database.collection<StoredProcess>(collectionName);
        const toldAt = new Date(record.toldAt);
        await processes.replaceOne({ _id: record.id }, { toldAt, record }, { upsert: true });
        await processes.deleteMany({ toldAt: { $lt: new Date(toldAt.getTime() - processRetentionMs) } });
      }),
    list: () =>
      connection.run(async (database) => {
        const stored = await database.collection<StoredProcess>(collectionName).find().sort({ 'record.startedAt': 1, _id: 1 }).toArray();
        return stored.map(({ record }) => record);
      }),
    close: () => connection.close(),
  };
}
