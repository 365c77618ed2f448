// @vitest-environment happy-dom
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { planFixture } from '../testing/plan.fixture.ts';
import { applyMove, columnsOf, type Move, type MoveWrite, orderIn, type Plan } from './arrangement.ts';
import { MoveQueue } from './move-queue.ts';

const move = (stopId: string, from: string, to: string, before: string | null = null): Move => ({ stopId, from, to, before });

/** A test server that checks versions and stores the order of days. */
function open(start = planFixture({ one: ['a', 'b', 'c'], two: ['d', 'e'] })) {
  const server = { plan: start, version: 1, failures: [] as unknown[], writes: [] as MoveWrite[] };
  const client = { plan: start };
  const refused: [Move, string][] = [];
  const read = async (): Promise<Plan> => {
    client.plan = server.plan;
    return server.plan;
  };
  const queue = new MoveQueue({
    current: () => client.plan,
    refresh: read,
    refreshAround: read,
    write: async (write, ifMatch) => {
      const failure = server.failures.shift();
      if (failure) throw failure;
      const id = write.kind === 'day' ? write.dayId : write.stopId;
      const target = write.kind === 'day' ? server.plan.days : server.plan.stops;
      if (target.find((one) => one.id === id)?.version !== ifMatch) throw new ResponseError(412, null);
      server.writes.push(write);
      server.version += 1;
      server.plan = written(server.plan, write, server.version);
      return server.version;
    },
    onRefused: (move, problem) => refused.push([move, problem]),
  });
  const stopsByColumn = () =>
    Object.fromEntries(columnsOf(queue.over(client.plan)).map(({ id, stops }) => [id, stops.map((stop) => stop.id).join('')]));
  return { queue, server, stopsByColumn, refused };
}

function written(plan: Plan, write: MoveWrite, version: number): Plan {
  if (write.kind === 'day')
    return { ...plan, days: plan.days.map((day) => (day.id === write.dayId ? { ...day, stopIds: write.stopIds, version } : day)) };
  const stops = plan.stops.map((stop) => (stop.id === write.stopId ? { ...stop, dayIds: write.dayIds, index: write.index, version } : stop));
  const indexOf = (id: string): number => stops.find((stop) => stop.id === id)?.index ?? 0;
  const days = plan.days.map((day) => {
    const others = day.stopIds.filter((id) => id !== write.stopId);
    const stopIds = write.dayIds.includes(day.id) ? [...others, write.stopId].toSorted((a, b) => indexOf(a) - indexOf(b)) : others;
    return stopIds.join() === day.stopIds.join() ? day : { ...day, stopIds, version };
  });
  return { days, stops };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('Move', () => {
  test('in progress and all queued moves are written before run() of the queue resolves', async () => {
    const { queue, server } = open();
    queue.add(move('c', 'one', 'two', 'e'));
    queue.add(move('a', 'one', 'two', 'd'));
    await queue.run();
    expect(server.writes.map((write) => ('stopId' in write ? write.stopId : null))).toEqual(['c', 'a']);
  });

  test('is shown at once and written in one request', async () => {
    const { queue, server, stopsByColumn } = open();
    queue.add(move('c', 'one', 'two', 'e'));
    expect(stopsByColumn()).toEqual({ one: 'ab', two: 'dce' });
    expect(queue.store.state.phase).toBe('saving');
    await pass(0);
    expect(queue.store.state).toMatchObject({ phase: 'saved', pending: [] });
    expect(server.writes).toHaveLength(1);
    expect(orderIn(server.plan, 'two')).toEqual(['d', 'c', 'e']);
  });

  test('is written after the previous move', async () => {
    const { queue, server, stopsByColumn } = open();
    queue.add(move('c', 'one', 'one', 'a'));
    queue.add(move('c', 'one', 'two', 'd'));
    queue.add(move('b', 'one', 'one', 'a'));
    expect(stopsByColumn()).toEqual({ one: 'ba', two: 'cde' });
    await pass(0);
    expect(orderIn(server.plan, 'one')).toEqual(['b', 'a']);
    expect(orderIn(server.plan, 'two')).toEqual(['c', 'd', 'e']);
  });

  test('that is refused is undone without the later moves, and reported', async () => {
    const { queue, server, stopsByColumn, refused } = open();
    server.failures = [new ResponseError(403, null)];
    queue.add(move('c', 'one', 'one', 'a'));
    queue.add(move('e', 'two', 'two', 'd'));
    await pass(0);
    expect(stopsByColumn()).toEqual({ one: 'abc', two: 'ed' });
    expect(refused).toEqual([[move('c', 'one', 'one', 'a'), 'internal/error']]);
  });

  test('is retried while the server is unreachable', async () => {
    const { queue, server, stopsByColumn } = open();
    server.failures = [new FetchError('away'), new FetchError('away')];
    queue.add(move('c', 'one', 'one', 'a'));
    await pass(0);
    expect(queue.store.state.phase).toBe('retrying');
    expect(stopsByColumn().one).toBe('cab');
    await pass(10_000);
    expect(queue.store.state.phase).toBe('saved');
    expect(orderIn(server.plan, 'one')).toEqual(['c', 'a', 'b']);
  });
});

describe('Change of a day by another person', () => {
  const theirMove = move('b', 'one', 'one', 'a');
  const bumped = (plan: Plan): Plan => ({ ...plan, days: plan.days.map((day) => ({ ...day, version: 7 })) });

  async function conflicting() {
    const opened = open();
    opened.server.plan = bumped(applyMove(opened.server.plan, theirMove));
    opened.queue.add(move('c', 'one', 'one', 'a'));
    await pass(0);
    return opened;
  }

  test('to its text does not prevent the move', async () => {
    const { queue, server } = open();
    server.plan = bumped(server.plan);
    queue.add(move('c', 'one', 'one', 'a'));
    await pass(0);
    expect(queue.store.state.phase).toBe('saved');
    expect(orderIn(server.plan, 'one')).toEqual(['c', 'a', 'b']);
  });

  test('to its order shows both orders and writes nothing', async () => {
    const { queue, server } = await conflicting();
    expect(queue.store.state).toMatchObject({ phase: 'conflict', conflict: { mine: ['c', 'a', 'b'], theirs: ['b', 'a', 'c'] } });
    expect(server.writes).toEqual([]);
  });

  test('to its order is overwritten on request', async () => {
    const { queue, server, stopsByColumn } = await conflicting();
    queue.resolve('mine');
    await pass(0);
    expect(orderIn(server.plan, 'one')).toEqual(['c', 'a', 'b']);
    expect(stopsByColumn().one).toBe('cab');
  });

  test('to its order is kept on request', async () => {
    const { queue, server, stopsByColumn } = await conflicting();
    queue.resolve('theirs');
    await pass(0);
    expect(orderIn(server.plan, 'one')).toEqual(['b', 'a', 'c']);
    expect(stopsByColumn().one).toBe('bac');
    expect(queue.store.state.phase).toBe('saved');
  });
});
