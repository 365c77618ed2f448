import { expect, test } from 'vitest';
import { firstScreenMarkup } from './first-screen.ts';

const texts = {
  itineraries_one: '{{count}} itinerary',
  itineraries_other: '{{count}} itineraries',
  stops_one: '{{count}} stop',
  stops_other: '{{count}} stops',
  sentence: 'Trips, told by "travellers"',
  search: 'Search stories',
  tours: { inspired: 'Get inspired', explore: 'Explore tours' },
};
const frame = { sidebar: 'collapsed', isConsentAsked: false } as const;
const country = (code: string, name: string, itinerariesCount = 2) => ({
  id: '0198f000-0000-7000-8000-000000000000',
  code,
  name,
  imageUrl: '/photos/coast-day-landscape-84-1600.webp',
  bounds: { southWest: { lng: -9, lat: 37 }, northEast: { lng: -6, lat: 42 } },
  itinerariesCount,
  stopsCount: 1,
});

test('First screen has country cards with escaped names and counts', () => {
  const html = firstScreenMarkup({ countries: [country('PT', '<Portugal>', 1)], texts }, frame);
  expect(html).toContain('&#60;Portugal&#62;');
  expect(html).toContain('1 itinerary <');
  expect(html).toContain('1 stop<');
});

test('First screen loads only the picture, 640 pixels wide, and the flag of the first card', () => {
  const html = firstScreenMarkup({ countries: [country('PT', 'Portugal'), country('ES', 'Spain')], texts }, frame);
  expect(html.match(/src="[^"]+"/g)).toEqual(['src="/photos/coast-day-landscape-84-640.webp"', 'src="/flags/PT.svg"']);
});

test('First screen has an introduction and a search form without scripts', () => {
  const html = firstScreenMarkup({ countries: null, texts }, frame);
  expect(html).toContain('Trips, told by &#34;travellers&#34;</h1>');
  expect(html).toContain('<form action="/search"><input name="q" type="search" aria-label="Search stories"');
});

test('First screen of a new visitor has a wide sidebar in wide windows, and space for the cookie notice', () => {
  const known = firstScreenMarkup({ countries: null, texts }, frame);
  const newcomer = firstScreenMarkup({ countries: null, texts }, { sidebar: 'new', isConsentAsked: true });
  expect([known, newcomer].map((html) => html.includes('xl:w-sidebar'))).toEqual([false, true]);
  expect([known, newcomer].map((html) => html.includes('h-36 shrink-0 border-line border-t bg-raised'))).toEqual([false, true]);
});
