import { expect, test } from 'vitest';
import { append, type BusUnderTest, consume, holds, newGroup, newStreams, until } from '../contract.ts';
import type { Bus } from '../port.ts';

/** The relay that the rest of the contract relies on. */
export interface FirstRelay {
  start(): void;
  stop(): Promise<void>;
}

/** The part of the contract that is about who brings events to the consumers. */
export function describeRelay(made: () => BusUnderTest, bus: () => Bus, first: FirstRelay): void {
  test('relays that compete lose nothing and bring nothing twice, also when the one at work stops', async () => {
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

  test('a relay brings what was appended while none was at work', async () => {
    const consumer = consume(bus(), newGroup(), await bus().heads());
    await first.stop();
    const ids = await append(made().events, newStreams(6), 5);
    first.start();
    await until(() => holds(consumer.ids(), ids));
    expect(consumer.records).toHaveLength(ids.length);
  });
}
