import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineCommand, EngineRun, LongCallOptions } from '../engine.ts';
import { run } from '../run-program.ts';

const version = '24.10.0';
const httpPort = 2113;
const probeWithinMs = 2_000;
const files = ['package.json', 'package-lock.json', 'run-container.mjs'];
/** Sources for running a container. */
const containerSources: readonly string[] = files.map((file) => join(import.meta.dirname, '../containers', file));
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

const installWithinMs = 5 * 60_000;
/** Installs testcontainers outside the workspaces, because only users of Docker need it. */
async function installContainers(folder: string, { signal }: LongCallOptions): Promise<void> {
  for (const [index, source] of containerSources.entries()) copyFileSync(source, join(folder, files[index] ?? ''));
  await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, timeout: installWithinMs, signal });
}

/** Runs an image with one published port. */
function containerCommand({ installed, ports: [outside] }: EngineRun, image: string, inside: number, args: readonly string[]): EngineCommand {
  return { program: process.execPath, args: [join(installed, 'run-container.mjs'), image, String(inside), String(outside), ...args] };
}
