import type { CollectionSpec, IndexSpec } from '../port.ts';
import type { MongoConnection } from './connection.ts';
import { checkedName, nestedPathOf, orderedKey, pathOf } from './names.ts';

/** Answer to creating what is there. */
const namespaceExists = 48;
/** Answer to dropping what is not there, by servers that do not take that for done; not all of them give it a code. */
const notFound = 'ns not found';

function indexKey({ kind, on }: IndexSpec): Record<string, 1 | -1> {
  const [first = '', second = ''] = on;
  switch (kind) {
    case 'ordered':
      return { ...Object.fromEntries(on.map(orderedKey)), _id: 1 };
    case 'set':
      return { [pathOf(first)]: 1 };
    case 'point':
      return { [nestedPathOf(first)]: 1, [nestedPathOf(second)]: 1 };
    default:
      throw new Error(`unknown kind of index ${JSON.stringify(kind satisfies never)}`);
  }
}

/** Creates the collection and its indexes unless they are there. */
export async function ensureCollection({ run }: MongoConnection, { name, indexes }: CollectionSpec): Promise<void> {
  const checked = checkedName(name);
  const keys = indexes.map((index) => ({ key: indexKey(index) }));
  await run(async (database) => {
    await unless({ code: namespaceExists }, () => database.createCollection(checked));
    if (keys.length > 0) await database.collection(checked).createIndexes(keys);
  });
}

export async function dropCollection({ run }: MongoConnection, name: string): Promise<void> {
  const checked = checkedName(name);
  await run((database) => unless({ message: notFound }, () => database.dropCollection(checked)));
}

/** Does something that may have been done before, by the error that says so. */
async function unless(done: { code: number } | { message: string }, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const said = error instanceof Error && Object.entries(done).every(([name, value]) => Reflect.get(error, name) === value);
    if (!said) throw error;
  }
}
