// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LoadFailureDisplay, lazyPart } from './lazy-part.tsx';

const StoryMap = () => <p>The map</p>;

/** Renders within `act`, because suspended content continues only there. */
const renderSettled = (content: ReactNode) => act(async () => render(content));

/** Renders a lazy part whose code fails to load the given number of times. */
async function page(failures: number, failure: LoadFailureDisplay) {
  let left = failures;
  const load = vi.fn(async (): Promise<ComponentType> => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return StoryMap;
  });
  const Part = lazyPart(load, failure);
  await renderSettled(
    <>
      <p>The text</p>
      <Suspense fallback="Loading">
        <Part />
      </Suspense>
    </>,
  );
  return { load, Part };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('reportError', vi.fn());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('Lazy part that failed to load leaves the page unchanged, and loads when retried', async () => {
  await page(1, 'panel');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('The map');
  expect(screen.getByText('The text')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Lazy part that failed to load is retried on the online event', async () => {
  await page(1, 'panel');
  await screen.findByRole('alert');
  await act(async () => window.dispatchEvent(new Event('online')));
  await screen.findByText('The map');
});

test('Lazy part of kind "nothing" reports the error and renders nothing', async () => {
  const { load } = await page(5, 'nothing');
  await vi.waitFor(() => expect(reportError).toHaveBeenCalled());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('The text')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('Lazy part whose preload failed loads on its first render', async () => {
  const { load, Part } = await page(0, 'panel');
  await screen.findByText('The map');
  await Part.preload();
  expect(load).toHaveBeenCalledTimes(1);
  const failing = vi.fn().mockRejectedValueOnce(new TypeError('Failed')).mockResolvedValue(StoryMap);
  const Later = lazyPart(failing);
  await expect(Later.preload()).resolves.toBeUndefined();
  cleanup();
  await renderSettled(
    <Suspense fallback="Loading">
      <Later />
    </Suspense>,
  );
  await screen.findByText('The map');
  expect(failing).toHaveBeenCalledTimes(2);
});

test('Lazy part that throws shows the error message, and not the message about a lost connection', async () => {
  const Broken = (): ReactNode => {
    throw new RangeError('Invalid language tag: en-US@posix');
  };
  const Part = lazyPart(async () => Broken);
  await renderSettled(
    <>
      <p>The text</p>
      <Suspense fallback="Loading">
        <Part />
      </Suspense>
    </>,
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This part could not be shown');
  expect(alert.textContent).toContain('Invalid language tag: en-US@posix');
  expect(alert.textContent).not.toContain('broke off');
  expect(screen.getByText('The text')).toBeDefined();
});
