import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Processes, type ProcessRecord, processRetentionMs } from './port.ts';

export interface ProcessesUnderTest {
  /** Opens another instance over its own connections, like another process. */
  open(): Processes;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

const now = Date.parse('2026-03-01T12:00:00.000Z');
const at = (secondsLater: number): string => new Date(now + secondsLater * 1_000).toISOString();

const process = (more: Partial<ProcessRecord> = {}): ProcessRecord => ({
  id: randomUUID(),
  host: 'ü-1.$host',
  pid: 7,
  release: '1.2.3',
  contexts: ['accounts', 'social'],
  roles: ['query'],
  startedAt: at(-60),
  toldAt: at(0),
  stoppedAt: null,
  memory: 123_456_789,
  eventLoop: 0.25,
  traffic: [{ at: now, reads: 3, writes: 2, failures: 1 }],
  ...more,
});

/** Contract of a process registry. */
export function processesContract(make: () => Promise<ProcessesUnderTest>): void {
  describe('process registry', () => {
    let made: ProcessesUnderTest;
    let [processes, other]: Processes[] = [];
    const both = () => {
      if (!processes || !other) throw new Error('not opened');
      return { processes, other };
    };
    beforeAll(async () => {
      made = await make();
      [processes, other] = [made.open(), made.open()];
    });
    afterAll(() => made.close());

    test('is empty before the first heartbeat', async () => {
      expect(await both().processes.list()).toEqual([]);
    });

    test('lists the last heartbeat of each process over every connection, oldest start first', async () => {
      const [young, old] = [process({ startedAt: at(-10) }), process({ startedAt: at(-20) })];
      await both().processes.tell(young);
      await both().other.tell(old);
      expect(await both().other.list()).toEqual([old, young]);
      const later = { ...young, toldAt: at(10), stoppedAt: at(10), traffic: [] };
      await both().processes.tell(later);
      await both().processes.tell(later);
      expect(await both().processes.list()).toEqual([old, later]);
    });

    test('removes a process that was silent for an hour when another process sends a heartbeat', async () => {
      const last = process({ toldAt: at(processRetentionMs / 1_000 + 5) });
      await both().processes.tell(last);
      const left = await both().other.list();
      expect(left).toContainEqual(last);
      expect(left.map(({ toldAt }) => toldAt).toSorted()).toEqual([at(10), last.toldAt]);
    });

    test('accepts concurrent heartbeats', async () => {
      const many = Array.from({ length: 30 }, (_, index) => process({ startedAt: at(index), toldAt: at(processRetentionMs / 1_000 + 6) }));
      await Promise.all(many.map((one, index) => (index % 2 ? both().processes : both().other).tell(one)));
      expect(await both().processes.list()).toEqual(expect.arrayContaining(many));
    });
  });
}
