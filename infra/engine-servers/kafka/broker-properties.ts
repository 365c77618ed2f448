import type { EngineRun } from '../engine.ts';

/** Configuration of one broker with its own controller (KRaft), for two cores and a few hundred megabytes. */
export function brokerProperties({ folder, ports: [port, controllerPort] }: EngineRun): string {
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
export const logFolder = (folder: string): string => `${folder}/log`;

/** Without these settings it would wait for two more replicas. */
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
