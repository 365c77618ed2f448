import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineCommand, EngineRun } from '../engine.ts';
import { archiveClasses, archiveFlags, assembleJars, endWithParent, javaArgs } from '../jvm.ts';
import { run as runProgram } from '../run-program.ts';

const pom = join(import.meta.dirname, 'pom.xml');
const logging = join(import.meta.dirname, 'log4j2.xml');
const startedWithinMs = 60_000;
const probeWithinMs = 2_000;

/** A real broker from its published jars, with its own controller. */
export const kafka: Engine = {
  name: 'kafka',
  title: 'Kafka',
  version: '4.1.2',
  needs: ['jdk', 'maven'],
  sources: [pom, logging, endWithParent],
  usualPorts: [9092, 9093],
  memoryMb: 256,
  provision: async (folder, { signal }) => {
    await assembleJars(folder, { pom, sources: [endWithParent], signal });
    copyFileSync(logging, join(folder, 'log4j2.xml'));
  },
  accelerate: (run) => archiveClasses(run, (flags) => prepare(run, flags), 'Kafka Server started'),
  prepare: (run) => prepare(run),
  probe: findsCoordinator,
  settings: (port) => ({ BUS: 'kafka', KAFKA_BROKERS: `127.0.0.1:${port}` }),
};

async function prepare(run: EngineRun, flags: readonly string[] = []): Promise<EngineCommand> {
  const { installed, folder, memoryMb } = run;
  const properties = join(folder, 'server.properties');
  mkdirSync(logFolder(folder), { recursive: true });
  writeFileSync(properties, brokerProperties(run));
  const logs = [`-Dlog4j2.configurationFile=${join(installed, 'log4j2.xml')}`];
  if (!existsSync(join(logFolder(folder), 'meta.properties'))) {
    const main = ['kafka.tools.StorageTool', 'format', '-t', clusterId(), '-c', properties];
    await runProgram('java', javaArgs(installed, { main, memoryMb: 128, flags: [...logs, '-XX:TieredStopAtLevel=1'] }), { timeout: startedWithinMs });
  }
  const args = javaArgs(installed, { main: ['kafka.Kafka', properties], memoryMb, flags: [...logs, ...archiveFlags(installed), ...flags] });
  return { program: 'java', args };
}

/** A random id of 16 bytes in URL-safe base64, without a leading dash, which would look like an option. */
function clusterId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? clusterId() : id;
}

/** Checks that a group coordinator exists, because consumers need one. The broker opens its port before it has created the coordinator's topic. */
async function findsCoordinator(port: number): Promise<void> {
  const { Kafka, logLevel } = await import('kafkajs');
  const timeouts = { connectionTimeout: probeWithinMs, requestTimeout: probeWithinMs, enforceRequestTimeout: true };
  // The client looks for brokers only on a retry.
  const retry = { retries: 3, initialRetryTime: 50, maxRetryTime: 200 };
  const client = new Kafka({ brokers: [`127.0.0.1:${port}`], logLevel: logLevel.NOTHING, retry, ...timeouts });
  const admin = client.admin();
  try {
    await admin.connect();
    await admin.describeGroups(['waystory.probe']);
  } finally {
    await admin.disconnect();
  }
}

/** Configuration of one broker with its own controller (KRaft), for two cores and a few hundred megabytes. */
function brokerProperties({ folder, ports: [port, controllerPort] }: EngineRun): string {
  const lines = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': logFolder(folder),
    // A misspelt topic must fail, and topics must have their declared partitions.
    'auto.create.topics.enable': false,
    ...aloneInItsCluster,
    ...quick,
    ...small,
  };
  return Object.entries(lines)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}

/** Folder of the broker's partitions. */
const logFolder = (folder: string): string => `${folder}/log`;

/** Settings of a cluster with one broker, which would otherwise wait for two more replicas. */
const aloneInItsCluster = {
  'default.replication.factor': 1,
  'min.insync.replicas': 1,
  'offsets.topic.replication.factor': 1,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
};

const quick = {
  // The default waits 3 s for further members of a new group.
  'group.initial.rebalance.delay.ms': 0,
  // Lets drills observe a dead consumer without waiting 6 s.
  'group.min.session.timeout.ms': 500,
  // A broker restarted after kill -9 need not wait 9 s for its old registration.
  'broker.session.timeout.ms': 3_000,
  'broker.heartbeat.interval.ms': 300,
};

const small = {
  'num.partitions': 1,
  'offsets.topic.num.partitions': 4,
  'transaction.state.log.num.partitions': 4,
  'share.coordinator.state.topic.num.partitions': 4,
  'num.network.threads': 2,
  'num.io.threads': 4,
  // The default of 128 MB is half the heap.
  'log.cleaner.dedupe.buffer.size': 4_194_304,
};
