import { expect, test } from './author.ts';
import { createPublicStory } from './stories.ts';

/** Text that identifies zod in a script, because this name survives minification. */
const ofRules = 'ZodError';

test('Pages for readers load no script that contains zod', async ({ author, stranger }) => {
  const story = await createPublicStory(author, 'Light reading');
  const { accountId } = await author.api.getItinerary({ params: { id: story.id }, query: {} });
  const heavy: string[] = [];
  const looked: Promise<void>[] = [];
  stranger.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    looked.push(
      response.text().then(
        (text) => void (text.includes(ofRules) && heavy.push(response.url())),
        // A closed page has no content to check.
        () => {},
      ),
    );
  });
  for (const [path, heading] of [
    [`/itineraries/${story.id}`, 'Light reading'],
    [`/itineraries/${story.id}/stops/${story.stopIds[0]}`, 'First landing'],
    [`/users/${accountId}`, `@${author.userName}`],
  ] as const) {
    await stranger.goto(path);
    await expect(stranger.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await stranger.goto('/');
  await expect(stranger.getByRole('region', { name: 'Map' })).toBeVisible();
  await Promise.all(looked);
  expect(looked.length).toBeGreaterThan(10);
  expect(heavy).toEqual([]);
});
