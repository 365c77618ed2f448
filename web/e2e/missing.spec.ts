import { expect, test } from './author.ts';
import { createStory } from './stories.ts';

const someId = '019a0000-0000-7000-8000-000000000000';
test.use({ expectedErrors: /404|400/ });

test.describe('Missing content', () => {
  for (const [what, path, title] of [
    ['an unknown story id', `/itineraries/${someId}`, 'Story not found'],
    ['a malformed story id', '/itineraries/lisbon', 'This link is incomplete'],
    ['a stop of an unknown story', `/itineraries/${someId}/stops/${someId}`, 'Story not found'],
    ['the editor of an unknown story', `/itineraries/${someId}/edit`, 'Story not found'],
    ['a day of an unknown story', `/itineraries/${someId}/days/${someId}/edit`, 'Story not found'],
    ['the stop form of an unknown story', `/itineraries/${someId}/days/${someId}/stops/form`, 'Story not found'],
    ['an unknown path', '/no/such/page', 'Page not found'],
  ] as const)
    test(`${what} shows an error heading and a link`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    });

  test('private and deleted stories answer 404 without their title, and show the same page', async ({ author, page, stranger, request }) => {
    const secret = await createStory(author.api, { title: 'Nobody may know', days: [['A hidden cove']] });
    const gone = await createStory(author.api, { title: 'Soon forgotten', days: [['A lost beach']], visibility: 'PUBLIC' });
    await author.api.deleteItinerary({ params: { id: gone.id } });
    for (const { id, title, stopIds } of [secret, gone])
      for (const path of [`/itineraries/${id}`, `/itineraries/${id}/stops/${stopIds[0]}`]) {
        const answer = await request.get(path);
        expect(answer.status()).toBe(404);
        expect(await answer.text()).not.toContain(title);
        await stranger.goto(path);
        await expect(stranger.getByRole('heading', { level: 1, name: 'Story not found' })).toBeVisible();
      }
    await page.goto(`/itineraries/${secret.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Nobody may know' })).toBeVisible();
  });

  test('a removed stop shows an error heading and a link to its story', async ({ author, page }) => {
    const { id, stopIds } = await createStory(author.api, { title: 'One stop less', days: [['Stays', 'Goes']] });
    await author.api.deleteStop({ params: { itineraryId: id, id: stopIds[1] ?? '' } });
    await page.goto(`/itineraries/${id}/stops/${stopIds[1]}`);
    await expect(page.getByRole('heading', { level: 1, name: 'This stop is not part of the story' })).toBeVisible();
    await page.getByRole('link', { name: 'Read the story' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'One stop less' })).toBeVisible();
  });

  test('the editor of the story of another user shows an error heading', async ({ page, request }) => {
    const { items } = await (await request.get('/api/itineraries?limit=1&sort=createdAt ASC&filter={"visibility":"PUBLIC"}')).json();
    await page.goto(`/itineraries/${items[0].id}/edit`);
    await expect(page.getByRole('heading', { level: 1, name: 'This story is not yours' })).toBeVisible();
  });

  test('invalid URL parameters are ignored by the home page and the reels', async ({ page }) => {
    await page.goto('/?previewItineraryId=42&bounds=%5B1%2C2%5D&chatOpen=');
    await expect(page.getByRole('region', { name: 'Countries in view' }).getByRole('button').first()).toBeVisible();
    await page.goto(`/itineraries/reels/${someId}?activeIndex=third&bounds=here`);
    await expect(page.getByRole('heading', { level: 1, name: 'Story not found' })).toBeVisible();
  });
});
