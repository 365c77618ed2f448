import type { Variant } from '../harness/comparison.ts';
import { type Connection, openConnection } from '../harness/http-load.ts';
import { closedLoop, measure } from '../harness/measurement.ts';
import { untilIdle } from '../harness/process-usage.ts';

/** Test data of both products. */
export const commonData = {
  dayCount: 7,
  stopCount: 50,
  /** Number of trips in the measured list. */
  listedCount: 1_000,
  trip: { title: 'Seven days by the sea', summary: 'Harbours, markets and a long way home', highlights: ['Harbour', 'Market'] },
  description: 'A place to stay a while. '.repeat(8).trim(),
};

/** Data of the stop with an index; its coordinates lie in the south-west of Europe. */
export const stopFieldsOf = (index: number) => ({
  title: `Stop ${index}`,
  minutes: 90,
  latitude: Number((36 + ((index * 0.618034) % 8)).toFixed(6)),
  longitude: Number((-9 + ((index * 0.414214) % 12)).toFixed(6)),
});

/** One operation of a user, repeated under load. */
export interface Operation {
  /** Whether the cost includes the catch-up of the read models. */
  isWrite: boolean;
  run(connection: Connection, turn: number): Promise<void>;
  /** Creates `count` new stories, to which `run` adds stops in turn. */
  renew?(count: number): Promise<void>;
}

/** Running product with the common data. */
export interface Peer {
  name: string;
  port: number;
  /** Roots of the serving process trees. */
  pids: readonly number[];
  operations: Readonly<Record<string, Operation>>;
  /** Resolves when the read models contain every acknowledged write. */
  caughtUp(): Promise<void>;
}

/** Story that stops are added to. */
export interface TargetStory {
  id: string;
  days: readonly string[];
  stops: number;
}

/** Runs `work` `count` times over `concurrency` connections, outside of any measurement. */
export async function repeatConcurrently(
  open: () => Promise<Connection>,
  concurrency: number,
  count: number,
  work: (on: Connection) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(concurrency, count) }, async () => {
      const connection = await open();
      while (next++ < count) await work(connection);
      connection.close();
    }),
  );
}

/** Operation that adds stops to targets in turn. */
export function addStopsOperation(
  open: () => Promise<Connection>,
  concurrency: number,
  create: (on: Connection) => Promise<TargetStory>,
  add: (on: Connection, target: TargetStory, turn: number) => Promise<void>,
): Operation {
  let targets: TargetStory[] = [];
  let next = 0;
  return {
    isWrite: true,
    renew: async (count) => {
      [targets, next] = [[], 0];
      await repeatConcurrently(open, concurrency, count, async (connection) => void targets.push(await create(connection)));
    },
    run: async (connection, turn) => {
      const target = targets[next++ % targets.length];
      if (!target) throw new Error('There is no story to add stops to');
      await add(connection, target, turn);
    },
  };
}

/** Day of the next stop of a target; days take turns. */
export const takeNextDayId = (target: TargetStory): string => target.days[target.stops++ % commonData.dayCount] ?? '';

/** Intended maximum number of stops that one story receives in a block. */
const stopsPerStory = 50;
/** Assumed rate of added stops in the first block, stops per second. */
const firstRate = 300;
/** Largest CPU usage of an idle product, as a share of one core. */
const restingShare = 0.124;

/** Measures one operation in blocks. The cost of a write includes the work of the read models. */
export function measuredBlocksOf(peer: Peer, operation: Operation, concurrency: number, seconds: number): Variant {
  let [turn, rate] = [0, firstRate];
  const settled = async (): Promise<void> => {
    await peer.caughtUp();
    await waitUntilAtRest(peer);
  };
  return async () => {
    if (operation.renew) {
      await operation.renew(Math.max(32, Math.ceil(((rate * seconds + concurrency) * 1.33) / stopsPerStory)));
      await settled();
    }
    const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(peer.port)));
    const once = async (caller: number): Promise<void> => {
      const connection = connections[caller];
      if (connection) await operation.run(connection, turn++);
    };
    // Connections are warmed up before the clock runs.
    await Promise.all(connections.map((_, caller) => once(caller)));
    const measurement = await measure(async () => {
      const result = await closedLoop(concurrency, seconds, once);
      if (operation.isWrite) await settled();
      return result;
    }, peer.pids);
    for (const connection of connections) connection.close();
    rate = measurement.rate;
    return measurement;
  };
}

/** Waits until a product is idle. @param most timeout, seconds */
export const waitUntilAtRest = ({ pids }: Peer, most = 10): Promise<void> => untilIdle(pids, { share: restingShare, overMs: 250, looks: most * 4 });
