// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import texts from '../../../../public/locales/en/stop-form.json' with { type: 'json' };
import { PlaceCombobox } from './place-combobox.tsx';

// The service behind the typed client is not part of this test.
const { searchPlaces } = vi.hoisted(() => ({ searchPlaces: vi.fn<(sent: { query: { q: string } }) => Promise<unknown>>() }));
vi.mock('@waystory/client/api.ts', () => ({ api: { searchPlaces } }));

const nowhere = { addressLine1: null, addressLine2: null, city: null, state: null, postalCode: null, countryName: null, countryCode: null };
const find = (name: string, latitude: number): PlaceSearchResult => ({
  ...{ placeId: null, name, placeName: `${name}, Portugal`, featureType: 'place', coordinates: { latitude, longitude: -8.6 } },
  ...{
    address: nowhere,
    placeFormatted: 'Portugal',
    relevance: 1,
    mapboxId: null,
    poiCategories: [],
    maki: 'town',
    wikidataId: null,
    imageUrl: null,
  },
});
const porto = find('Porto', 41.15);
const portimao = find('Portimão', 37.14);

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { 'stop-form': texts } }, interpolation: { escapeValue: false } });
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.resetAllMocks();
});

/** Opens the field with a stubbed search, and records its queries. */
function open(answer: (q: string) => Promise<PlaceSearchResult[]>, takesFirst = false) {
  const queries: string[] = [];
  searchPlaces.mockImplementation(async ({ query: { q } }) => {
    queries.push(q);
    return { items: await answer(q) };
  });
  const onChoose = vi.fn<(chosen: PlaceSearchResult) => void>();
  const onPin = vi.fn();
  const onSubmit = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <form onSubmit={onSubmit}>
        <PlaceCombobox label="Place" near={{ latitude: 41.15, longitude: -8.6 }} onChoose={onChoose} onPin={onPin} takesFirst={takesFirst} />
      </form>
    </QueryClientProvider>,
  );
  return { queries, onChoose, onPin, onSubmit };
}
const input = () => screen.getByRole('combobox');
const type = (value: string) => fireEvent.change(input(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(input(), { key });
/** Lets the debounce and the pending answer pass. */
const settle = async (milliseconds = 1_000): Promise<void> => {
  for (const _ of ['pause', 'answer']) await act(() => vi.advanceTimersByTimeAsync(milliseconds));
};
/** Text of the option that `aria-activedescendant` of the input refers to. */
const active = (): string | null => {
  const id = input().getAttribute('aria-activedescendant');
  return id ? (document.getElementById(id)?.textContent ?? 'an option that is not there') : null;
};
const both = async () => [porto, portimao];

describe('typing in the place combobox', () => {
  test('is debounced, then shows the results', async () => {
    const { queries } = open(both);
    type('p');
    await settle(50);
    type('po');
    await settle();
    expect(queries).toEqual(['po']);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['PortoPortugal', expect.stringContaining('Portimão')]);
    expect(input().getAttribute('aria-expanded')).toBe('true');
  });

  test('of blanks sends no request', async () => {
    const { queries } = open(both);
    type('   ');
    await settle();
    expect(queries).toEqual([]);
    expect(input().getAttribute('aria-expanded')).toBe('false');
  });

  test('offers the pin when nothing is found', async () => {
    const { onPin } = open(async () => []);
    type('xyz');
    await settle();
    expect(screen.getByRole('status').textContent).toBe(texts.place.none);
    fireEvent.click(screen.getByRole('button', { name: texts.place.pinInstead }));
    expect(onPin).toHaveBeenCalledOnce();
  });

  test('offers a retry after a failed request', async () => {
    let isAway = true;
    open(async () => (isAway ? Promise.reject(new ResponseError(400, null)) : [porto]));
    type('po');
    await settle(5_000);
    expect(screen.queryByRole('option')).toBeNull();
    isAway = false;
    fireEvent.click(screen.getByRole('button', { name: texts.tryAgain }));
    await settle();
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });
});

describe('place combobox:', () => {
  test('arrow keys move through the list and wrap around at its ends', async () => {
    open(both);
    type('po');
    await settle();
    expect(active()).toBeNull();
    press('ArrowDown');
    expect(active()).toContain('Porto');
    press('ArrowDown');
    expect(active()).toContain('Portimão');
    press('ArrowDown');
    expect(active()).toContain('Porto');
    press('ArrowUp');
    expect(active()).toContain('Portimão');
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  });

  test('Enter chooses the active place, closes the list and never submits the form', async () => {
    const { onChoose, onSubmit } = open(both);
    type('po');
    await settle();
    press('Enter');
    expect(onChoose).not.toHaveBeenCalled();
    press('ArrowDown');
    press('Enter');
    expect(onChoose).toHaveBeenCalledWith(porto);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('Enter skips a distant first result while a place near the trip is found too', async () => {
    const { onChoose } = open(async () => [portimao, porto], true);
    type('po');
    await settle();
    expect(active()).toBeNull();
    press('Enter');
    expect(onChoose).not.toHaveBeenCalled();
    press('ArrowDown');
    press('ArrowDown');
    press('Enter');
    expect(onChoose).toHaveBeenCalledWith(porto);
  });

  test('Escape closes the list first, then empties the input', async () => {
    open(both);
    type('po');
    await settle();
    press('Escape');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(input()).toHaveProperty('value', 'po');
    press('ArrowDown');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    press('Escape');
    press('Escape');
    expect(input()).toHaveProperty('value', '');
  });
});

test('click on an option of the place combobox chooses its place', async () => {
  const { onChoose } = open(both);
  type('po');
  await settle();
  const [, second] = screen.getAllByRole('option');
  if (second) fireEvent.click(second);
  expect(onChoose).toHaveBeenCalledWith(portimao);
});

describe('place combobox with takesFirst', () => {
  test('chooses the first place on Enter, clears the input and keeps the focus', async () => {
    const { onChoose } = open(async () => [porto, portimao], true);
    type('port');
    await settle();
    expect(active()).toContain('Porto');
    press('Enter');
    expect(onChoose.mock.calls).toEqual([[porto]]);
    expect(input().getAttribute('value')).toBe('');
  });

  test('chooses the first place of a pending answer when it arrives, once', async () => {
    const { onChoose } = open(async () => [porto], true);
    type('porto');
    press('Enter');
    expect(onChoose).not.toHaveBeenCalled();
    await settle();
    expect(onChoose.mock.calls).toEqual([[porto]]);
    await settle();
    expect(onChoose).toHaveBeenCalledOnce();
  });

  test('chooses no place when the words change after Enter or no place is found', async () => {
    const { onChoose } = open(async (q) => (q === 'porto' ? [porto] : []), true);
    type('port');
    press('Enter');
    type('porto');
    await settle();
    type('xqz');
    press('Enter');
    await settle();
    expect(onChoose).not.toHaveBeenCalled();
    expect(input().getAttribute('value')).toBe('xqz');
  });
});
