import type { Page } from '@playwright/test';
import { ask, expectAnswerComplete, itineraryIdIn, panelOf, tripQuestion } from './assistant-panel.ts';
import { accountIdOf, balanceOf, creditsArrivedTitle, explorerPackage, goToPay, newestOrder, noticeOf, payOrder } from './payments.ts';
import { expect, test } from './people.ts';
import { createPublicStory } from './stories.ts';
import { axeFindings, themesAndViewports } from './tour.ts';

// Expected, because an undisclosed conversation is refused, and a new user has no account yet.
test.use({ expectedErrors: /Failed to load resource|No token could be had/ });

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const disclosed = 'An administrator was allowed to read this chat';

test('Refund of an order removes its credits and shows its reason in the history', async ({ page, author, admin, pageOf }) => {
  await page.goto('/profile');
  await goToPay(page);
  await payOrder(page);
  await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
  const before = await balanceOf(author);
  const order = await newestOrder(author);

  const office = await pageOf(admin);
  await office.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ accountId: order.accountId }))}`);
  await office.getByRole('row').filter({ hasText: 'Paid' }).getByText(explorerPackage.name).first().click();
  await expect(region(office, 'History').getByText('Order fulfilled')).toBeVisible();
  await office.getByRole('button', { name: 'Refund' }).click();
  const give = dialog(office).getByRole('button', { name: `Give ${explorerPackage.price} back` });
  await expect(give).toBeDisabled();
  await dialog(office).getByLabel('Why').fill('Bought twice');
  await give.click();
  await expect(office.getByText('Refunded', { exact: true }).first()).toBeVisible();
  await expect(office.getByRole('button', { name: 'Refund' })).toBeHidden();
  await expect(region(office, 'History').getByText('Refund requested')).toBeVisible();
  await expect(region(office, 'History').getByText('Bought twice')).toBeVisible();
  await expect.poll(() => balanceOf(author)).toBe(before - explorerPackage.credits);
});

test('Credit correction appears in the ledger with its reason, and changes the balance', async ({ author, admin, pageOf }) => {
  const id = await accountIdOf(author);
  const before = await balanceOf(author);
  const office = await pageOf(admin);
  await office.goto(`/admin/accounts/${id}/show`);
  const correct = async (credits: string, reason: string, label: string): Promise<void> => {
    await office.getByRole('button', { name: 'Correct credits' }).click();
    await dialog(office).getByLabel('Credits').fill(credits);
    await dialog(office).getByLabel('Why').fill(reason);
    await dialog(office).getByRole('button', { name: label }).click();
    await expect(dialog(office)).toBeHidden();
  };
  await correct('25', 'For a broken answer', 'Give 25');
  await expect(region(office, 'Credits').getByRole('row').filter({ hasText: 'For a broken answer' })).toContainText(String(before + 25));
  await correct('-5', 'Given too many', 'Take 5');
  await expect(region(office, 'Credits').getByRole('row').filter({ hasText: 'Given too many' })).toContainText(String(before + 20));
  await expect.poll(() => balanceOf(author)).toBe(before + 20);
});

test('Story history links writes of the assistant to the conversation, which opens only with a reason shown to its owner', async ({
  page,
  author,
  admin,
  pageOf,
}) => {
  test.setTimeout(240_000);
  await page.goto('/itineraries/create');
  await page.getByRole('button', { name: 'Plan with the assistant' }).click();
  await ask(page, tripQuestion);
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit\?/);
  await expectAnswerComplete(page, 120_000);
  const id = itineraryIdIn(page);
  await author.api.patchItinerary({ params: { id }, body: { title: 'Lisbon, as I like it' } });

  const office = await pageOf(admin);
  await office.goto(`/admin/itineraries/${id}/show`);
  const history = region(office, 'History');
  await expect(history.getByText('Itinerary rewritten').first()).toBeVisible();
  await expect(history.locator('ins').getByText('as I like it').first()).toBeVisible();
  await expect(history.getByText('Stop added').first()).toBeVisible();
  await expect(history.getByText(/^The assistant, with call/).first()).toBeVisible();
  await expect(history.getByRole('link', { name: author.userName }).first()).toBeVisible();
  await history
    .getByRole('link', { name: /^Conversation/ })
    .first()
    .click();
  await office.waitForURL(/\/admin\/chats\/[\da-f-]{36}\/show/);
  await expect(office.getByText(tripQuestion)).toBeHidden();
  await office.getByRole('button', { name: 'Read it, with a reason' }).click();
  await dialog(office).getByLabel('Why').fill('A complaint about an answer');
  await dialog(office).getByRole('button', { name: 'Read it', exact: true }).click();
  await expect(region(office, 'Conversation').getByText(tripQuestion)).toBeVisible();
  await office.reload();
  await expect(region(office, 'Conversation').getByText(tripQuestion)).toBeVisible();

  const threadId = new URL(page.url()).searchParams.get('chatThreadId') ?? '';
  const params = { accountId: await accountIdOf(author), id: threadId };
  await admin.api.discloseChat({ params, body: { reason: 'Another <b>complaint</b>' } });
  await page.reload();
  const reasons = panelOf(page).getByRole('list', { name: disclosed });
  await expect(reasons.getByRole('paragraph')).toHaveText(['Another <b>complaint</b>', 'A complaint about an answer']);
  await panelOf(page).getByRole('button', { name: 'Earlier chats' }).click();
  const row = page.getByRole('dialog', { name: 'Earlier chats' }).getByRole('listitem').filter({ hasText: tripQuestion });
  await expect(row.getByRole('img', { name: disclosed })).toBeVisible();
});

test('Admin app refuses orders, chats and files to moderators, and every page to users without a role', async ({ author, moderator, pageOf }) => {
  const story = await createPublicStory(author, 'Looked at by moderators');
  const watch = await pageOf(moderator);
  for (const path of ['orders', 'chats', 'files']) {
    await watch.goto(`/admin/${path}`);
    await expect(watch.getByText('This page is not for your role')).toBeVisible();
  }
  await watch.goto(`/admin/itineraries/${story.id}/show`);
  await expect(region(watch, 'History').getByText('Itinerary created')).toBeVisible();
  await watch.goto(`/admin/accounts/${await accountIdOf(author)}/show`);
  await expect(region(watch, 'History').getByText('Account created')).toBeVisible();
  await expect(region(watch, 'Credits')).toBeHidden();
  const traveller = await pageOf(author);
  await traveller.goto('/admin/orders');
  await expect(traveller.getByRole('heading', { name: 'This is not for your account' })).toBeVisible();
});

for (const { theme, viewport } of themesAndViewports)
  test(`${theme}, ${viewport.width} px: axe reports no serious finding on admin pages of orders, chats, pictures and history`, async ({
    author,
    admin,
    pageOf,
  }) => {
    const story = await createPublicStory(author, 'Pictured in the office');
    await author.api.patchItinerary({ params: { id: story.id }, body: { description: 'Two landings, one after the other.' } });
    const accountId = await accountIdOf(author);
    await author.api.createOrder({ params: { accountId }, body: { packageId: 'starter' } });
    const order = await newestOrder(author);
    const [image] = await author.api.previewImages({ body: { word: 'sea', count: 3 } });
    const office = await pageOf(admin);
    await office.setViewportSize(viewport);
    await office.emulateMedia({ colorScheme: theme });
    const sights: [name: string, path: string, shown: string][] = [
      ['orders', '/admin/orders', 'Not paid yet'],
      ['order', `/admin/orders/${order.id}/show`, 'Order placed'],
      ['account', `/admin/accounts/${accountId}/show`, 'Account created'],
      ['story', `/admin/itineraries/${story.id}/show`, 'Itinerary created'],
      ['chats', '/admin/chats', 'Chats'],
      ['images', '/admin/images', image?.description ?? ''],
      ['image', `/admin/images/${image?.id}/show`, 'Attribution'],
      ['files', '/admin/files', 'Files'],
    ];
    const found: string[] = [];
    for (const [name, path, shown] of sights) {
      await office.goto(path);
      await expect(office.getByText(shown).first()).toBeVisible();
      await office.waitForLoadState('networkidle');
      await office.screenshot({ path: `web/e2e/out/screens/admin-${name}-${theme}-${viewport.width}.png`, fullPage: true });
      found.push(...(await axeFindings(office, name)));
      const isWide = await office.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      if (isWide) found.push(`${name}: wider than the window`);
    }
    expect(found).toEqual([]);
  });
