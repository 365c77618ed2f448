import type { Connection } from '../harness/http/connection.ts';

/** Something with days that stops are added to. */
export interface Target {
  id: string;
  days: readonly string[];
  stops: number;
}

/** What is done again and again, as one user would do it. */
export interface Operation {
  /** Calls that it takes. */
  calls: number;
  /** Whether read models have to catch up before its cost is complete. */
  writes: boolean;
  run(connection: Connection, turn: number): Promise<void>;
  /** For stops: so many new things to add them to, which are then taken in turn. */
  renew?(count: number): Promise<void>;
}

/** A product that runs, filled with the same data as the other one. */
export interface Peer {
  name: string;
  port: number;
  /** Roots of the trees of processes that serve. */
  pids: readonly number[];
  /** Resolves when everything written can be read. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Does `count` things on some connections, outside of any measurement. */
export async function each(open: () => Promise<Connection>, callers: number, count: number, work: (on: Connection, index: number) => Promise<void>) {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(callers, count) }, async () => {
      const connection = await open();
      while (next < count) await work(connection, next++);
      connection.close();
    }),
  );
}

/** Targets that are taken in turn. */
export function inTurn(): { fill(targets: Target[]): void; next(): Target } {
  let all: Target[] = [];
  let turn = 0;
  return {
    fill: (targets) => {
      all = targets;
      turn = 0;
    },
    next: () => {
      const target = all[turn++ % all.length];
      if (!target) throw new Error('There is nothing to add stops to');
      return target;
    },
  };
}
