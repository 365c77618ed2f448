import { expect } from 'vitest';
import type { Bus, Subscription } from '../../bus/port.ts';
import { postgresBus } from '../../bus/postgres.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import { postgresDeadLetters } from '../../dead-letters/postgres.ts';
import type { EventStore } from '../../event-store/port.ts';
import { postgresEventStore } from '../../event-store/postgres.ts';
import { createLog } from '../../log.ts';
import { type TestDatabase, testDatabase } from '../../postgres/test-database.ts';
import type { ProjectionStore } from '../../projection-store/port.ts';
import { postgresProjectionStore } from '../../projection-store/postgres.ts';
import { newEvent, type Step } from './projector-fixture.ts';

/** Engines of one process. */
export interface Adapters {
  events: EventStore;
  bus: Bus;
  store: ProjectionStore;
  deadLetters: DeadLetters;
}

export interface TestEngines extends Adapters {
  database: TestDatabase;
  /** Further instances over their own connections, like another process. */
  another(): Adapters;
  /** Registers something to be stopped at the end of the test, unless stopped before. */
  running<T extends Pick<Subscription, 'stop'>>(one: T): T;
  close(): Promise<void>;
}

export const log = createLog('silent');

/** Adapters on a database of their own. */
export async function testEngines(): Promise<TestEngines> {
  const database = await testDatabase();
  const opened: Adapters[] = [];
  const runs: Pick<Subscription, 'stop'>[] = [];
  const another = (): Adapters => {
    const events = postgresEventStore(database.pool);
    const engines = {
      events,
      bus: postgresBus(database.pool, events),
      store: postgresProjectionStore(database.pool),
      deadLetters: postgresDeadLetters(database.pool),
    };
    opened.push(engines);
    return engines;
  };
  return {
    ...another(),
    database,
    another,
    running: (one) => {
      runs.push(one);
      return one;
    },
    close: async () => {
      await Promise.all(runs.map((one) => one.stop()));
      for (const { events, bus, store, deadLetters } of opened) {
        await bus.close();
        await Promise.all([events.close(), store.close(), deadLetters.close()]);
      }
      await database.close();
    },
  };
}

/** Appends steps in order and returns the position of the last. */
export async function write(events: EventStore, steps: readonly Step[]): Promise<number> {
  let position = 0;
  for (const step of steps) position = (await events.append(step.stream, 'any', [newEvent(step)])).position;
  return position;
}

/** Waits until the condition holds. */
export const until = (condition: () => boolean | Promise<boolean>) => expect.poll(condition, { timeout: 20_000, interval: 10 }).toBe(true);

/** Waits until the build in use includes `position`. */
export const applied = (store: ProjectionStore, projection: string, position: number) =>
  until(async () => {
    const build = (await store.activeVersions())[projection];
    return ((await store.checkpoints(`${projection}@${build}`))['0']?.watermark ?? 0) >= position;
  });
