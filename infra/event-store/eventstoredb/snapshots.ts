import { randomUUID } from 'node:crypto';
import type { EventStore, Snapshot } from '../port.ts';
import { kindOf } from './calls.ts';
import type { Connection } from './client.ts';
import { snapshotStream } from './names.ts';

/** Snapshots as events of streams of their own, of which the server keeps the last event. */
export function snapshotsIn(connected: () => Promise<Connection>): Pick<EventStore, 'readSnapshot' | 'writeSnapshot'> {
  async function latest(name: string): Promise<{ snapshot: Snapshot; revision: bigint } | null> {
    const [event] = await (await connected()).readStream(name, { from: 'end', limit: 1, backwards: true });
    if (!event) return null;
    // Only `writeSnapshot` writes to these streams, under a name that says which schema the state has.
    return { snapshot: event.data as unknown as Snapshot, revision: event.revision };
  }
  return {
    readSnapshot: async (stream, schema) => (await latest(snapshotStream(stream, schema)))?.snapshot ?? null,
    writeSnapshot: async (stream, schema, { version, state }) => {
      // The client would not survive what cannot be written as JSON.
      const data: Record<string, unknown> = JSON.parse(JSON.stringify({ version, state }));
      const name = snapshotStream(stream, schema);
      const [connection, last] = [await connected(), await latest(name)];
      if (last && last.snapshot.version >= version) return;
      if (!last) await connection.keepLast(name);
      const event = { id: randomUUID(), contentType: 'application/json' as const, type: 'Snapshot', data, metadata: undefined };
      await connection.append(name, last ? last.revision : 'no_stream', [event]).catch((error: unknown) => {
        // Another process has just written one, which serves as well.
        if (kindOf(error) !== 'wrong-expected-version') throw error;
      });
    },
  };
}
