import { describe, expect, test } from 'vitest';
import { type PageContent, pageContentMarkup } from './story-screen.ts';

type Story = PageContent['story'];
type Stop = NonNullable<PageContent['stop']>;

// A stop with only the fields that the markup uses.
const stop = (id: string, fields: Partial<Stop> = {}) =>
  ({
    id,
    itineraryId: 'story',
    index: 0,
    state: 'ACCEPTED',
    title: `Stop ${id}`,
    placeName: 'Pier',
    highlight: null,
    description: null,
    ...fields,
  }) as Stop;
const story = (fields: Partial<Story>) =>
  ({
    id: 'story',
    title: 'Slow coast',
    shortDescription: null,
    description: null,
    highlights: [],
    days: [],
    stops: [],
    ...fields,
  }) as unknown as Story;
const day = (number: number, stopIds: string[]) =>
  ({ number, title: null, description: null, stopIds }) as unknown as NonNullable<Story['days']>[number];
const frame = { sidebar: 'collapsed', isConsentAsked: false } as const;
const markupOf = (fields: Partial<Story>): string => pageContentMarkup({ story: story(fields), stop: null }, frame);

describe('story markup without scripts', () => {
  test('has days and stops in order, and stops without a day last', () => {
    const html = markupOf({ days: [day(2, ['c']), day(1, ['b', 'a'])], stops: ['a', 'b', 'c', 'd'].map((id) => stop(id)) });
    const headings = Array.from(html.matchAll(/<h[123][^>]*>(?:<a [^>]*>)?([^<]+)/g), ([, text]) => text);
    expect(headings).toEqual(['Slow coast', 'Day 1', 'Stop b', 'Stop a', 'Day 2', 'Stop c', 'More stops', 'Stop d']);
  });

  test('escapes every text', () => {
    const evil = '</p><script>alert("1")</script>';
    const texts = {
      title: evil,
      shortDescription: evil,
      description: evil,
      highlights: [evil],
      accountUserName: evil,
      imageUrl: `/"><script>${evil}`,
    };
    const html = markupOf({
      ...texts,
      days: [{ ...day(1, ['a']), title: evil, description: evil }],
      stops: [stop('a', { title: evil, highlight: evil, description: evil, placeName: evil, addressCity: evil })],
    });
    expect(html).not.toContain('<script');
    expect(html.match(/&#60;script&#62;alert\(&#34;1&#34;\)/g)?.length).toBeGreaterThanOrEqual(11);
  });

  test('of a single stop has that stop and a link to the story', () => {
    const html = pageContentMarkup({ story: story({ stops: [stop('a'), stop('b')] }), stop: stop('a', { description: 'Salt and wind.' }) }, frame);
    expect(html).toContain('Salt and wind.');
    expect(html).toContain('href="/itineraries/story"');
    expect(html).not.toContain('Stop b');
  });
});
