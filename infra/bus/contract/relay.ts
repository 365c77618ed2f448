import { expect, test } from 'vitest';
import { append, type BusUnderTest, consume, holds, newGroup, newStreams, until } from '../contract.ts';
import type { Bus } from '../port.ts';

/** Relay that the rest of the contract relies on. */
export interface FirstRelay {
  start(): void;
  stop(): Promise<void>;
}

/** Contract of the relay, which publishes events of the log to consumers. */
export function describeRelay(made: () => BusUnderTest, bus: () => Bus, first: FirstRelay): void {
  test('loses and repeats no event with competing relays, even when the active relay stops', async () => {
    const others = [(await made().open()).bus, (await made().open()).bus];
    const streams = newStreams(6);
    const consumer = consume(bus(), newGroup(), await bus().heads());
    const errors: unknown[] = [];
    const [second, third] = others.map((other) => other.relay({ onError: (error) => errors.push(error) }));
    const ids = await append(made().events, streams, 5);
    await until(() => holds(consumer.ids(), ids));
    for (const stop of [first.stop, second?.stop]) {
      const stopped = stop?.();
      ids.push(...(await append(made().events, streams, 5)));
      await stopped;
      await until(() => holds(consumer.ids(), ids));
    }
    first.start();
    await third?.stop();
    ids.push(...(await append(made().events, streams, 5)));
    await until(() => holds(consumer.ids(), ids));
    expect(consumer.ids().toSorted()).toEqual(ids.toSorted());
    expect(errors).toEqual([]);
  });

  test('relays events that were appended while no relay was active', async () => {
    const consumer = consume(bus(), newGroup(), await bus().heads());
    await first.stop();
    const ids = await append(made().events, newStreams(6), 5);
    first.start();
    await until(() => holds(consumer.ids(), ids));
    expect(consumer.records).toHaveLength(ids.length);
  });
}
