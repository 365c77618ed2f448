import { expect, test } from './people.ts';
import { createPublicStory } from './stories.ts';

test('User page lists followers, and the profile lists followed users', async ({ author, reader, pageOf }) => {
  const { id } = await createPublicStory(author, 'Followed on foot');
  const { accountId } = await author.api.getItinerary({ params: { id }, query: {} });
  await reader.api.createFollow({ body: { followingId: accountId } });

  const own = await pageOf(author);
  await own.goto(`/users/${accountId}`);
  await own.getByRole('link', { name: 'follower', exact: true }).click();
  await expect(own.getByRole('region', { name: 'People' }).getByRole('link', { name: `@${reader.userName}` })).toBeVisible();

  const readers = await pageOf(reader);
  await readers.goto('/profile');
  const people = readers.getByRole('region', { name: 'People' });
  await people.getByRole('tab', { name: 'You follow' }).click();
  await people.getByRole('link', { name: `@${author.userName}` }).waitFor();
  await readers.screenshot({ path: 'web/e2e/out/screens/people.png', fullPage: true });
  await people.getByRole('button', { name: `Following @${author.userName}` }).click();
  await expect(people.getByRole('button', { name: `Follow @${author.userName}` })).toBeVisible();
});
