// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Image } from '@waystory/proto/media/image.ts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import texts from '../../../../public/locales/en/stop-form.json' with { type: 'json' };
import type { ChosenPhoto } from './photo-opener.tsx';
import { PhotoPicker } from './photo-picker.tsx';

// The service behind the typed client is not part of this test.
const { previewStopImages, previewImages } = vi.hoisted(() => ({
  previewStopImages: vi.fn<() => Promise<unknown>>(),
  previewImages: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('@waystory/client/api.ts', () => ({ api: { previewStopImages, previewImages } }));

const at = '2026-05-04T12:00:00.000Z';
const photo = (number: number): Image => ({
  ...{ id: `0190a000-0000-7000-8000-00000000000${number}`, version: 1, createdAt: at, updatedAt: at },
  ...{ url: `/photos/${number}-1200.webp`, previewUrl: `/photos/${number}-400.webp`, thumbnailUrl: `/photos/${number}-200.webp` },
  ...{ width: 1200, height: 800, source: 'illustration', attribution: 'Waystory', sourceUrl: null, authorName: 'Waystory', authorUrl: null },
  ...{ description: `Scene ${number}`, unsplashId: null, photographerUsername: null, downloadUrl: null },
});

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { 'stop-form': texts } }, interpolation: { escapeValue: false } });
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.resetAllMocks();
});

function open(value: ChosenPhoto | null, answer: () => Promise<Image[]>) {
  previewStopImages.mockImplementation(answer);
  previewImages.mockImplementation(answer);
  const onChange = vi.fn<(chosen: ChosenPhoto | null) => void>();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PhotoPicker words="Lello" itineraryId="i" stopQuery="Livraria Lello, Porto" value={value} onChange={onChange} />
    </QueryClientProvider>,
  );
  return { onChange };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
/** Lets the debounce and the pending answer pass. */
const settle = async (milliseconds = 1_000): Promise<void> => {
  for (const _ of ['pause', 'answer']) await act(() => vi.advanceTimersByTimeAsync(milliseconds));
};
const checked = () => screen.getAllByRole('radio').findIndex((radio) => radio.getAttribute('aria-checked') === 'true');
const three = async () => [photo(1), photo(2), photo(3)];

describe('picture picker', () => {
  test('searches by the location of the stop at first, then by typed words', async () => {
    open(null, three);
    press(/Add a picture/);
    await settle();
    expect(previewStopImages).toHaveBeenCalledWith({ params: { itineraryId: 'i' }, body: { locationQuery: 'Livraria Lello, Porto', count: 12 } });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'Lello');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'bookshop' } });
    await settle();
    expect(previewImages).toHaveBeenCalledExactlyOnceWith({ body: { word: 'bookshop', count: 12 } });
  });

  test('applies a picture only after confirmation', async () => {
    const { onChange } = open(null, three);
    press(/Add a picture/);
    await settle();
    const [, second] = screen.getAllByRole('radio');
    if (second) fireEvent.click(second);
    expect(checked()).toBe(1);
    expect(onChange).not.toHaveBeenCalled();
    press(texts.photo.take);
    expect(onChange).toHaveBeenCalledWith({ imageUrl: photo(2).url, imageId: photo(2).id });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('selects pictures with the arrow keys, within a single tab stop', async () => {
    open(null, three);
    press(/Add a picture/);
    await settle();
    const radios = screen.getAllByRole('radio');
    expect(radios.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    if (radios[0]) fireEvent.keyDown(radios[0], { key: 'ArrowRight' });
    expect(checked()).toBe(1);
    expect(document.activeElement).toBe(radios[1]);
    expect(radios.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  });

  test('checks the current picture in its dialog, and can remove it', async () => {
    const { onChange } = open({ imageUrl: photo(3).url, imageId: null }, three);
    press(texts.photo.change);
    await settle();
    expect(checked()).toBe(2);
    press(texts.photo.cancel);
    expect(onChange).not.toHaveBeenCalled();
    press(texts.photo.remove);
    expect(onChange).toHaveBeenCalledWith(null);
  });
});

describe('without pictures', () => {
  test('the picture dialog shows an empty state', async () => {
    open(null, async () => []);
    press(/Add a picture/);
    await settle();
    expect(screen.getByRole('heading', { name: texts.photo.noneTitle })).toBeTruthy();
  });

  test('the picture dialog offers a retry after a failed search', async () => {
    let isAway = true;
    open(null, () => (isAway ? Promise.reject(new Error('away')) : three()));
    press(/Add a picture/);
    await settle();
    expect(screen.getByRole('alert').textContent).toContain(texts.photo.failedTitle);
    isAway = false;
    press('Try again');
    await settle();
    expect(screen.getAllByRole('radio')).toHaveLength(3);
  });
});

test('button for more pictures requests 30, and disappears when the service has no more', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...photo(1), id: `p${index}`, url: `/photos/m${index}.webp` }));
  open(null, async () => many);
  press(/Add a picture/);
  await settle();
  press(texts.photo.more);
  await settle();
  expect(previewStopImages).toHaveBeenLastCalledWith({ params: { itineraryId: 'i' }, body: { locationQuery: 'Livraria Lello, Porto', count: 30 } });
  expect(screen.queryByRole('button', { name: texts.photo.more })).toBeNull();
});
