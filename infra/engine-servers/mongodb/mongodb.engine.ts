import { join } from 'node:path';
import type { Engine, EngineRun } from '../engine.ts';
import { assembleJars, endWithParent, javaArgs } from '../jvm.ts';

const pom = join(import.meta.dirname, 'pom.xml');
const sources = ['wire-server.java', 'guarded-backends.java', 'command-guard.java', 'code-point-order.java'].map((file) =>
  join(import.meta.dirname, file),
);
const probeWithinMs = 2_000;

/**
 * A server that speaks MongoDB's protocol, because no registry has MongoDB itself.
 * It proves our logic and use of the driver, not MongoDB's behaviour: no index choice, expiry, validation or failover.
 */
export const mongodb: Engine = {
  name: 'mongodb',
  title: 'mongo-java-server (MongoDB wire protocol)',
  version: '1.47.0',
  needs: ['jdk', 'maven'],
  sources: [pom, endWithParent, ...sources],
  usualPorts: [27017],
  memoryMb: 256,
  provision: (folder, { signal }) => assembleJars(folder, { pom, sources: [endWithParent, ...sources], signal }),
  prepare: async ({ installed, folder, inMemory, ports: [port], memoryMb }: EngineRun) => {
    const main = ['WireServer', String(port), inMemory ? '-' : folder];
    return { program: 'java', args: javaArgs(installed, { main, memoryMb, flags: ['-Xshare:auto'] }) };
  },
  probe: saysHello,
  settings: (port) => ({ PROJECTIONS: 'mongodb', MONGODB_URL: `mongodb://127.0.0.1:${port}/waystory` }),
};

async function saysHello(port: number): Promise<void> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(`mongodb://127.0.0.1:${port}`, { serverSelectionTimeoutMS: probeWithinMs, socketTimeoutMS: probeWithinMs });
  try {
    await client.db('admin').command({ hello: 1 });
  } finally {
    await client.close();
  }
}
