import { expect, test } from 'vitest';
import type { Position, RecordedEvent } from '../../event-store/port.ts';
import { createLogReader, type IdleConsumer } from './log-reader.ts';
import { recentLog } from './recent-log.ts';

const event = (position: number, type: string): RecordedEvent => ({
  id: `event-${position}`,
  stream: 'story-1',
  version: position,
  position,
  type,
  schema: 1,
  data: {},
  meta: { actorId: null, commandId: 'c' },
  at: '2026-01-01T00:00:00.000Z',
});

/** A log in memory that counts its reads, and consumers that record their calls. */
function setUp() {
  const all: RecordedEvent[] = [];
  const counts = { reads: 0 };
  const failing = { now: false };
  const readAll = async (after: Position, limit: number): Promise<RecordedEvent[]> => {
    counts.reads += 1;
    if (failing.now) throw new Error('away');
    return all.filter(({ position }) => position > after).slice(0, limit);
  };
  const log = createLogReader(recentLog({ readAll }));
  const append = (...types: string[]): void => {
    for (const type of types) all.push(event(all.length + 1, type));
    log.appended();
  };
  const reader = (...types: string[]) => {
    const heard: ('woken' | Position)[] = [];
    const own: IdleConsumer = { types: new Set(types), wake: () => heard.push('woken'), pass: (to) => heard.push(to) };
    return { own, heard };
  };
  return { log, append, reader, counts, failing };
}

test('Log reader wakes consumers with events of their types and only advances the others, in one read', async () => {
  const { log, append, reader, counts } = setUp();
  const [likes, stops] = [reader('Liked'), reader('StopAdded')];
  log.rest(likes.own, 0);
  log.rest(stops.own, 0);
  append('StopAdded', 'StopAdded');
  await expect.poll(() => likes.heard.at(-1)).toBe(2);
  await expect.poll(() => stops.heard).toEqual(['woken']);
  const before = counts.reads;
  log.leave(stops.own);
  log.rest(stops.own, 2);
  append('Liked');
  await expect.poll(() => [likes.heard.at(-1), stops.heard.at(-1)]).toEqual(['woken', 3]);
  expect(counts.reads - before).toBeLessThanOrEqual(2);
});

test('Log reader misses no append between the last read of a consumer and its idle state', async () => {
  const { log, append, reader } = setUp();
  const other = reader('StopAdded');
  log.rest(other.own, 0);
  await log.read(0);
  append('Liked');
  await expect.poll(() => other.heard.at(-1)).toBe(1);
  const late = reader('Liked');
  log.rest(late.own, 0);
  await expect.poll(() => late.heard).toEqual(['woken']);
});

test('Log reader delays appends by lingerMs, and reads them at once on hurry, even when their notification comes later', async () => {
  const { log, append, reader, counts } = setUp();
  const patient = reader('StopAdded');
  log.rest({ ...patient.own, lingerMs: 3_600_000 }, 0);
  await expect.poll(() => counts.reads).toBe(1);
  append('StopAdded');
  append('StopAdded');
  expect(patient.heard).toEqual([]);
  log.hurry();
  await expect.poll(() => patient.heard).toEqual(['woken']);
  expect(counts.reads).toBe(2);
  log.rest({ ...patient.own, lingerMs: 3_600_000 }, 2);
  log.hurry();
  append('StopAdded');
  await expect.poll(() => patient.heard).toHaveLength(2);
});

test('Log reader reads at once for all consumers when one of them has no lingerMs', async () => {
  const { log, append, reader } = setUp();
  const [patient, prompt] = [reader('StopAdded'), reader('StopAdded')];
  log.rest({ ...patient.own, lingerMs: 3_600_000 }, 0);
  log.rest(prompt.own, 0);
  for (const heard of [1, 2]) {
    append('StopAdded');
    await expect.poll(() => prompt.heard).toHaveLength(heard);
    log.rest(prompt.own, heard);
  }
  expect(patient.heard).toEqual(['woken']);
});

test('Log reader delays a recently woken consumer by lingerMs while it wakes others, until hurry', async () => {
  const { log, append, reader } = setUp();
  const [patient, prompt] = [reader('StopAdded'), reader('StopAdded')];
  const lingering = { ...patient.own, lingerMs: 3_600_000 };
  log.rest(lingering, 0);
  log.rest(prompt.own, 0);
  append('StopAdded');
  await expect.poll(() => [patient.heard.length, prompt.heard.length]).toEqual([1, 1]);
  log.rest(lingering, 1);
  log.rest(prompt.own, 1);
  append('StopAdded');
  await expect.poll(() => prompt.heard).toHaveLength(2);
  expect(patient.heard).toHaveLength(1);
  log.hurry();
  expect(patient.heard).toHaveLength(2);
  log.leave(lingering);
});

test('Log reader wakes a delayed consumer after lingerMs', async () => {
  const { log, append, reader } = setUp();
  const patient = reader('StopAdded');
  const lingering = { ...patient.own, lingerMs: 50 };
  log.rest(lingering, 0);
  for (const heard of [1, 2, 3]) {
    append('StopAdded');
    await expect.poll(() => patient.heard).toHaveLength(heard);
    log.rest(lingering, heard);
  }
});

test('Log reader wakes every consumer when the log is unreadable', async () => {
  const { log, append, reader, failing } = setUp();
  const [one, two] = [reader('Liked'), reader('StopAdded')];
  log.rest(one.own, 0);
  log.rest(two.own, 0);
  failing.now = true;
  append('Liked');
  await expect.poll(() => [one.heard.at(-1), two.heard.at(-1)]).toEqual(['woken', 'woken']);
});
