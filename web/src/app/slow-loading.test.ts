import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cacheTimes } from '../model/query-client.ts';
import { SlowLoading } from './slow-loading.ts';

describe('Pending data', () => {
  let queries: QueryClient;
  let slow: SlowLoading;
  let leave: () => void;
  const listener = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    listener.mockReset();
    queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    slow = new SlowLoading(queries, cacheTimes.loadingSlow);
    leave = slow.subscribe(listener);
  });
  afterEach(() => {
    leave();
    queries.clear();
    vi.useRealTimers();
  });

  /** A page's query, answered by the test. */
  function ask(name: string) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const look = () => new QueryObserver(queries, { queryKey: [name], queryFn: () => promise }).subscribe(() => {});
    return { leave: look(), look, answer: resolve, fail: reject };
  }
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  test('is slow after 3 s until its answer', async () => {
    const { answer } = ask('story');
    await pass(2_999);
    expect(slow.isSlow()).toBe(false);
    await pass(1);
    expect(slow.isSlow()).toBe(true);
    answer('it');
    await pass(0);
    expect(slow.isSlow()).toBe(false);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('is not slow when each of several successive answers takes less than 3 s', async () => {
    for (const name of ['a', 'b', 'c']) {
      const { answer } = ask(name);
      await pass(2_000);
      answer(name);
      await pass(0);
    }
    expect(listener).not.toHaveBeenCalled();
  });

  test('is no longer slow once every pending query has failed or its page was left', async () => {
    const [story, places] = [ask('story'), ask('places')];
    await pass(3_000);
    story.fail(new Error('away'));
    await pass(0);
    expect(slow.isSlow()).toBe(true);
    places.leave();
    expect(slow.isSlow()).toBe(false);
  });

  test('is not slow during a background refresh', async () => {
    queries.setQueryData(['story'], 'of before');
    ask('story');
    await pass(10_000);
    expect(listener).not.toHaveBeenCalled();
  });
});
