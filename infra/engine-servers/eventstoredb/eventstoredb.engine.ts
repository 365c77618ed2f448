import { containerCommand, containerSources, installContainers } from '../containers/containers.ts';
import type { Engine } from '../engine.ts';

const version = '24.10.0';
const httpPort = 2113;
const probeWithinMs = 2_000;
/** Single node without certificates, with its log in memory: a restart begins empty. */
const args = ['--insecure', '--mem-db', '--run-projections=None'];

/** The real server, published as a container image only. */
export const eventstoredb: Engine = {
  name: 'eventstoredb',
  title: 'EventStoreDB',
  version,
  needs: ['docker'],
  sources: containerSources,
  usualPorts: [httpPort],
  memoryMb: 512,
  provision: installContainers,
  prepare: async (run) => containerCommand(run, `eventstore/eventstore:${version}-bookworm-slim`, httpPort, args),
  probe: readsLog,
  settings: (port) => ({ EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: addressOf(port) }),
};

const addressOf = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`;

async function readsLog(port: number): Promise<void> {
  const { EventStoreDBClient } = await import('@eventstore/db-client');
  const client = EventStoreDBClient.connectionString(`${addressOf(port)}&defaultDeadline=${probeWithinMs}&maxDiscoverAttempts=1`);
  try {
    for await (const _ of client.readAll({ maxCount: 1 })) return;
  } finally {
    await client.dispose();
  }
}
