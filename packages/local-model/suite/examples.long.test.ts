import { readFileSync } from 'node:fs';
import { gazetteerPlaces } from '@waystory/infra/places/gazetteer.ts';
import { toolNames } from '@waystory/proto/assistant/tools/registry.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadAtlas } from '../world/atlas.ts';
import { type Check, changesOnly, createsItinerary, hasLongerStays, repliesWithoutChange } from './checks.ts';
import { converse, type SuiteFixture, type TurnResult, withLookupCache, worldCitiesFolder } from './run-conversation.ts';
import { recordedPlaces, type ToolStory } from './tools-in-memory.ts';

/** Examples that the page of the assistant offers, as its language files have them. */
function examplesIn(language: string) {
  const file = new URL(`../../../web/public/locales/${language}/assistant.json`, import.meta.url);
  const { welcome } = JSON.parse(readFileSync(file, 'utf8')) as { welcome: Record<Kind, { examples: string[] }> }; // the test of the language files checks this type
  return welcome;
}
type Kind = 'anywhere' | 'itinerary' | 'otherItinerary';
const english = examplesIn('en');

const cities = ['lisbon', 'copenhagen', 'kyoto', 'rome', 'porto', 'london', 'paris', 'barcelona', 'amsterdam', 'istanbul'];
const offered = [...toolNames, 'remove_stop'];

let world: SuiteFixture;
beforeAll(async () => {
  const atlas = await loadAtlas(worldCitiesFolder);
  world = { atlas, places: withLookupCache(gazetteerPlaces()), recorded: recordedPlaces(atlas) };
});

const nameOf = (slug: string): string => world.atlas.cities.find((city) => city.slug === slug)?.name ?? '';
const plan = (slug: string, days = 3): string => `${days} days in ${nameOf(slug)}`;
async function lastOf(says: readonly string[], instructions = ''): Promise<TurnResult> {
  const told = await converse(world, says, offered, instructions);
  const last = told.at(-1);
  if (!last) throw new Error('Nothing was said');
  return last;
}
const understood: Check = ({ reply }) => (/did not understand|I know nothing|I plan trips: tell me/.test(reply) ? [reply] : []);
const noDoubleStop: Check = ({ reply }) => (/\.\.(?!\.)/.test(reply) ? [reply] : []);

/** Checks for each example of the user's own itinerary, in the order of the language file. */
const own: readonly Check[][] = [
  [changesOnly(2), hasLongerStays(2)],
  [
    ({ before, after, reply }) => {
      const added = (after?.stops.length ?? 0) - (before?.stops.length ?? 0);
      // Without an unused viewpoint, the reply offers other sights, and does not take the words of the question for a name.
      const saysWhat =
        /I know no other view/.test(reply) && /I do know \*\*|All that I know there is in it/.test(reply) && !/stop with a view/.test(reply);
      return added === 1 || (added === 0 && saysWhat) ? [] : [`${added} added: ${reply}`];
    },
  ],
  [({ calls, reply }) => (calls.some(({ name }) => name === 'optimize_route') && /km/.test(reply) ? [] : [reply])],
];
const foreign: readonly Check[][] = [
  [repliesWithoutChange(/Near \*\*day 1\*\*|nearest is/)],
  [({ after, reply }) => (after?.days.length === 3 && after.stops.length > 3 ? [] : [`${after?.days.length} days: ${reply}`])],
  [repliesWithoutChange(/Good with children|made for children/)],
];
const faultsOf = (told: TurnResult, checks: readonly Check[]): string[] =>
  [understood, noDoubleStop, ...checks].flatMap((check) => check(told, world.atlas));

test('Each example about an itinerary in the English language file has checks in this suite', () => {
  expect([english.itinerary.examples.length, english.otherItinerary.examples.length]).toEqual([own.length, foreign.length]);
});

describe('planner executes the example of the assistant page', () => {
  test.each(english.anywhere.examples.map((example) => [example]))('%s', async (example) => {
    const told = await lastOf([example]);
    const days = Number(/^\d+/.exec(example)?.[0] ?? (/week\b/.test(example) && !/weekend/.test(example) ? 7 : 3));
    const slug = cities.find((city) => example.toLowerCase().includes(city)) ?? '';
    expect(faultsOf(told, [createsItinerary({ cities: [slug], days })])).toEqual([]);
  });

  describe.each(english.itinerary.examples.map((example, at) => [example, own[at] ?? []] as const))(
    'on an itinerary of the signed-in user: %s',
    (example, checks) => {
      test.each(cities)('in %s', async (city) => {
        for (const days of [2, 3]) expect(faultsOf(await lastOf([plan(city, days), example]), checks)).toEqual([]);
      });
    },
  );

  describe.each(english.otherItinerary.examples.map((example, at) => [example, foreign[at] ?? []] as const))(
    'on the itinerary of another author: %s',
    (example, checks) => {
      test.each(cities)('in %s', async (city) => {
        const { after } = await lastOf([plan(city)]);
        expect(faultsOf(await lastOf([example], openAs(after, false)), checks)).toEqual([]);
      });
    },
  );

  test.each(['de', 'fr'])('in the language file for %s', async (language) => {
    const { anywhere, itinerary, otherItinerary } = examplesIn(language);
    for (const example of anywhere.examples) expect((await lastOf([example])).after?.days.length).toBeGreaterThan(2);
    const { after } = await lastOf([plan('lisbon')]);
    for (const [at, example] of itinerary.examples.entries()) expect(faultsOf(await lastOf([plan('lisbon'), example]), own[at] ?? [])).toEqual([]);
    for (const [at, example] of otherItinerary.examples.entries())
      expect(faultsOf(await lastOf([example], openAs(after, false)), foreign[at] ?? [])).toEqual([]);
  });
});

test('Planner refuses to edit a story of another author, and makes no tool call', async () => {
  const { after } = await lastOf([plan('rome')]);
  for (const wish of ['Make day 2 slower', 'Add a stop with a view', 'remove the Colosseum', 'call it Roman holiday']) {
    const { calls, reply } = await lastOf([wish], openAs(after, false));
    expect([wish, calls, reply]).toEqual([wish, [], expect.stringContaining('somebody else’s')]);
  }
});

/** System prompt with the story as JSON. */
function openAs(story: ToolStory | null, isMine: boolean): string {
  if (!story) throw new Error('No story');
  const days = story.days.map((day) => ({
    ...day,
    stops: story.stops
      .filter(({ dayId }) => dayId === day.id)
      .map(({ id, title, place, durationMinutes }) => ({ id, title, placeName: place.name, coordinates: place.coordinates, durationMinutes })),
  }));
  return `\n\`\`\`json\n${JSON.stringify({ itinerary: { isMine, id: story.id, title: story.title, days } })}\n\`\`\``;
}
