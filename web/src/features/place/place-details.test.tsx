// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { ConfigContext } from '@waystory/client/config-context.tsx';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { PlaceFacts as Facts } from '@waystory/proto/itineraries/place-facts.ts';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlaceFacts } from './place-details.tsx';

// The service behind the typed client is not part of this test.
const { getPlaceFacts } = vi.hoisted(() => ({ getPlaceFacts: vi.fn<(sent: unknown) => Promise<{ facts: Facts | null }>>() }));
vi.mock('@waystory/client/api.ts', () => ({ api: { getPlaceFacts }, problemCode: () => null }));

const tower = { id: '0198f000-0000-7000-8000-000000000001', wikidataId: 'Q243' } as Place; // only the fields that are read
const summary = {
  text: 'A tower by the river.',
  language: 'en',
  source: 'Wikipedia',
  licence: 'CC BY-SA 4.0',
  url: 'https://en.wikipedia.org/wiki/Tower',
} as const;

function show(place: Place | undefined, things: string[] = ['facts']) {
  const config = { openServices: things.map((thing) => ({ thing, host: 'x' })) } as ComponentProps<typeof ConfigContext>['value']; // only the fields that are read
  const { container } = render(
    <ConfigContext value={config}>
      <QueryClientProvider client={new QueryClient()}>
        <PlaceFacts place={place} />
      </QueryClientProvider>
    </ConfigContext>,
  );
  return container;
}

beforeEach(() => void getPlaceFacts.mockResolvedValue({ facts: { summary, website: 'https://tower.example.org/' } }));
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test('place facts show a summary with its credit and language, and a link to the website', async () => {
  show(tower);
  const text = await screen.findByText(/A tower by the river/);
  expect(text.getAttribute('lang')).toBe('en');
  expect(screen.getByRole('link', { name: 'Wikipedia, CC BY-SA 4.0' }).getAttribute('href')).toBe(summary.url);
  // Without a translation the key is the text.
  expect(screen.getByRole('link', { name: 'facts.website' }).getAttribute('href')).toBe('https://tower.example.org/');
  expect(getPlaceFacts).toHaveBeenCalledWith({ params: { id: tower.id }, query: { language: 'en' } });
});

test.each([
  ['no open service provides facts', tower, ['places']],
  ['the place has no Wikidata id', { ...tower, wikidataId: null }, ['facts']],
  ['the place is still loading', undefined, ['facts']],
])('place facts, where %s: no request is sent and nothing is rendered', (_, place, things) => {
  expect(show(place, things).innerHTML).toBe('');
  expect(getPlaceFacts).not.toHaveBeenCalled();
});

test.each([
  ['the answer is null', () => getPlaceFacts.mockResolvedValue({ facts: null })],
  ['the request fails', () => getPlaceFacts.mockRejectedValue(new Error('away'))],
])('place facts, where %s: nothing is rendered', async (_, answer) => {
  answer();
  const container = show(tower);
  await waitFor(() => expect(getPlaceFacts).toHaveBeenCalledOnce());
  expect(container.innerHTML).toBe('');
});
