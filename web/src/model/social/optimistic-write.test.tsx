// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toastStore } from '@waystory/ui/toast-store.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../query-client.ts';
import { useOptimisticWrite, usePendingWrite } from './optimistic-write.ts';

const key = ['count'];
const list = ['list', 'of', 'counts'];
let stored = 0;
const read = vi.fn(async () => stored);

/** A request that the test answers. */
interface Sent {
  to: number;
  answer: (error?: Error) => void;
}
let sent: Sent[] = [];
const send = (to: number): Promise<void> =>
  new Promise((resolve, reject) => {
    sent.push({
      to,
      answer: (error) => {
        if (error) return reject(error);
        stored = to;
        resolve();
      },
    });
  });

function Counter() {
  const { data } = useQuery({ queryKey: key, queryFn: read, staleTime: 60_000 });
  const write = useOptimisticWrite<number>({
    key: 'counter',
    queries: [key],
    outdates: [list],
    show: (to) => queryClient.setQueryData(key, to),
    send,
    failed: (to) => `not ${to}`,
  });
  return (
    <button type="button" onClick={() => write((data ?? 0) + 1, data ?? 0)}>
      {data}
    </button>
  );
}

/** A switch whose query is answered after the press. */
function LateSwitch({ answer }: { answer: Promise<boolean> }) {
  const { data } = useQuery({ queryKey: key, queryFn: async () => (stored > 0 ? true : answer), staleTime: 60_000 });
  const pending = usePendingWrite<number>('switch');
  const isOn = data ?? pending === 1;
  const write = useOptimisticWrite<number>({
    key: 'switch',
    queries: [key],
    show: (to) => queryClient.setQueryData<boolean>(key, (before) => before && to === 1),
    send,
    failed: (to) => `not ${to}`,
  });
  return (
    <button type="button" aria-pressed={isOn} onClick={() => write(1, 0)}>
      switch
    </button>
  );
}

async function show(): Promise<HTMLElement> {
  stored = 0;
  sent = [];
  read.mockClear();
  queryClient.setQueryData(list, []);
  render(
    <QueryClientProvider client={queryClient}>
      <Counter />
    </QueryClientProvider>,
  );
  return screen.findByText('0').then(() => screen.getByRole('button'));
}
const answer = (place: number, error?: Error) => act(async () => sent[place]?.answer(error));
const toasts = (): unknown[] => toastStore.read().map(({ message }) => message);

afterEach(() => {
  cleanup();
  queryClient.clear();
  for (const { serial } of toastStore.read()) toastStore.close(serial);
});

test('Optimistic change is shown before its answer and causes no refetch', async () => {
  const button = await show();
  fireEvent.click(button);
  await waitFor(() => expect(button.textContent).toBe('1'));
  await waitFor(() => expect(sent).toHaveLength(1));
  await answer(0);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(button.textContent).toBe('1');
  expect(read).toHaveBeenCalledOnce();
  expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true);
});

test('Refused optimistic change is rolled back and reported, and the data is refetched', async () => {
  const button = await show();
  fireEvent.click(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  await answer(0, new Error('refused'));
  await waitFor(() => expect(button.textContent).toBe('0'));
  expect(toasts()).toContain('not 1');
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
});

test('Query whose outdated answer arrives during an optimistic write is refetched', async () => {
  const button = await show();
  fireEvent.click(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(() => queryClient.refetchQueries({ queryKey: key }));
  await waitFor(() => expect(button.textContent).toBe('0'));
  await answer(0);
  await waitFor(() => expect(button.textContent).toBe('1'));
});

test('Query in flight at the time of an optimistic write is repeated', async () => {
  const button = await show();
  const { promise, resolve } = Promise.withResolvers<number>();
  read.mockReturnValueOnce(promise);
  void queryClient.refetchQueries({ queryKey: key });
  fireEvent.click(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  resolve(0);
  await answer(0);
  await waitFor(() => expect(read).toHaveBeenCalledTimes(3));
  expect(button.textContent).toBe('1');
});

test('Optimistic changes are sent in sequence, and a failed change does not roll back a later change', async () => {
  const button = await show();
  fireEvent.click(button);
  await waitFor(() => expect(button.textContent).toBe('1'));
  fireEvent.click(button);
  await waitFor(() => expect(button.textContent).toBe('2'));
  expect(sent.map(({ to }) => to)).toEqual([1]);
  await answer(0, new Error('refused'));
  await waitFor(() => expect(sent.map(({ to }) => to)).toEqual([1, 2]));
  expect(button.textContent).toBe('2');
  await answer(1);
  // One of the changes failed, so the shown value may be wrong.
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(button.textContent).toBe('2'));
});

test('Optimistic change before the first answer of its query is shown at once and stays', async () => {
  stored = 0;
  sent = [];
  render(
    <QueryClientProvider client={queryClient}>
      <LateSwitch answer={new Promise(() => {})} />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button');
  const seen: (string | null)[] = [];
  const watch = new MutationObserver(() => seen.push(button.getAttribute('aria-pressed')));
  watch.observe(button, { attributes: true });
  fireEvent.click(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await answer(0);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  watch.disconnect();
  expect(seen).toEqual(['true']);
});
