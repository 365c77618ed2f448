import { expect, test } from './author.ts';
import { randomCoordinates } from './stories.ts';

/** Number of stops at the place: the limit of ids per list request, plus one. */
const stops = 101;

test('Place sheet counts 101 stops, one more than the limit of ids per request', async ({ author: { api }, page }) => {
  test.setTimeout(240_000);
  const { id } = await api.createItinerary({ body: { title: 'The same pier every day', visibility: 'PUBLIC', imageUrl: '/flags/SH.svg' } });
  const params = { itineraryId: id };
  const first = await api.addStop({ params, body: { title: 'Pier', coordinates: randomCoordinates(), placeName: 'Pier' } });
  let last = first;
  for (let count = 1; count < stops; count += 1) last = await api.addStop({ params, body: { title: 'Pier', placeId: first.placeId } });
  for (const { id: postableId } of [first, last]) await api.createPost({ body: { postableType: 'stop', postableId, text: 'Windy' } });
  for (const { id: reactableId } of [first, last]) await api.createReaction({ body: { reactableType: 'stop', reactableId, reactionType: 'like' } });

  await page.goto(`/?previewItineraryId=${id}`);
  await page.getByRole('region', { name: 'Stops on the map' }).getByRole('listitem').nth(1).getByRole('button').click();
  const sheet = page.getByRole('dialog');
  for (const text of ['itinerary 1', 'stops 101', 'likes 2', 'comments 2']) await expect(sheet).toContainText(text);
});
