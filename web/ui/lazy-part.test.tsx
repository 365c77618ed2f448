// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Failure, lazyPart } from './lazy-part.tsx';

const StoryMap = () => <p>The map</p>;

/** What is suspended goes on within `act` alone. */
const renderSettled = (content: ReactNode) => act(async () => render(content));

/** A part whose code fails so many times, beside a text. */
async function page(failures: number, failure: Failure) {
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

test('a part that cannot be had leaves what is beside it, and comes when it is asked for again', async () => {
  await page(1, 'panel');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('The map');
  expect(screen.getByText('The text')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('it comes by itself when the network is back', async () => {
  await page(1, 'panel');
  await screen.findByRole('alert');
  await act(async () => window.dispatchEvent(new Event('online')));
  await screen.findByText('The map');
});

test('a part that the page is whole without leaves nothing in its place', async () => {
  const { load } = await page(5, 'nothing');
  await vi.waitFor(() => expect(reportError).toHaveBeenCalled());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('The text')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('what could not be fetched ahead is fetched when it is needed', async () => {
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

test('A part that throws while it is drawn names its mistake and leaves the connection alone', async () => {
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
