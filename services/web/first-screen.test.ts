import { expect, test } from 'vitest';
import { firstScreenMarkup } from './first-screen.ts';

const texts = {
  itineraries_one: '{{count}} itinerary',
  itineraries_other: '{{count}} itineraries',
  stops_one: '{{count}} stop',
  stops_other: '{{count}} stops',
  tours: { inspired: 'Get inspired', explore: 'Explore tours' },
};
const country = (code: string, name: string, itinerariesCount = 2) => ({
  id: '0198f000-0000-7000-8000-000000000000',
  code,
  name,
  imageUrl: '/photos/coast-day-landscape-84-1600.webp',
  bounds: { southWest: { lng: -9, lat: 37 }, northEast: { lng: -6, lat: 42 } },
  itinerariesCount,
  stopsCount: 1,
});

test('cards carry their names as text and their counts in words', () => {
  const html = firstScreenMarkup({ countries: [country('PT', '<Portugal>', 1)], texts, isSidebarOpen: false });
  expect(html).toContain('&#60;Portugal&#62;');
  expect(html).toContain('1 itinerary<');
  expect(html).toContain('1 stop<');
});

test('the picture of the first card is asked for in the size of a card, and no other', () => {
  const html = firstScreenMarkup({ countries: [country('PT', 'Portugal'), country('ES', 'Spain')], texts, isSidebarOpen: false });
  expect(html.match(/src="[^"]+"/g)).toEqual(['src="/photos/coast-day-landscape-84-640.webp"', 'src="/flags/PT.svg"']);
});
