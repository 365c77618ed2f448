import { restoreSession, signUpAuthor } from './author.ts';
import {
  accountIdOf,
  balanceOf,
  clickButton,
  closeDialog,
  creditsArrivedTitle,
  creditsRegion,
  dialogOf,
  explorerPackage,
  goToPay,
  ledgerRegion,
  newestOrder,
  noticeOf,
  orderCount,
  ordersRegion,
  payOrder,
  waitForPayPage,
} from './payments.ts';
import { expect, test } from './people.ts';

// These tests cause refused and failed requests.
test.use({ expectedErrors: /Failed to load resource|No token could be had/ });

/** True for the URL that creates an order. */
const making = (url: URL): boolean => /\/api\/accounts\/[^/]+\/orders$/.test(url.pathname);

test.describe('Purchase creates exactly one order', () => {
  test('when the page is reloaded before the response', async ({ page, author }) => {
    const before = await orderCount(author);
    const { promise: made, resolve: reached } = Promise.withResolvers<void>();
    await page.goto('/profile');
    await page.route(making, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      // The order is created, but the response never reaches the page.
      reached();
    });
    await page.getByRole('button', { name: `Buy ${explorerPackage.name}` }).click();
    await dialogOf(page)
      .getByRole('button', { name: `Pay ${explorerPackage.price}` })
      .dblclick();
    await expect(dialogOf(page).getByText('Creating your order').first()).toBeVisible();
    await made;
    await page.reload();
    // Released only after the reload, because the held response would redirect the page.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(ordersRegion(page).getByRole('listitem').first()).toContainText('Not paid yet');
    await goToPay(page);
    expect(await orderCount(author)).toBe(before + 1);
    await payOrder(page);
    await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
  });

  test('when the response is lost', async ({ page, author }) => {
    const before = await orderCount(author);
    await page.goto('/profile');
    let isLost = false;
    await page.route(making, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await goToPay(page);
    expect(await orderCount(author)).toBe(before + 1);
  });
});

test('Purchase without a network creates no order, and is possible after the reconnection', async ({ page, context, author }) => {
  const before = await orderCount(author);
  await page.goto('/profile');
  const buy = page.getByRole('button', { name: `Buy ${explorerPackage.name}` });
  await buy.click();
  await expect(dialogOf(page)).toBeVisible();
  await context.setOffline(true);
  await dialogOf(page)
    .getByRole('button', { name: `Pay ${explorerPackage.price}` })
    .click();
  await expect(dialogOf(page).getByText('You are offline.')).toBeVisible();
  await expect(dialogOf(page).getByText('Nothing was paid.')).toBeVisible();
  await closeDialog(page);
  await expect(buy).toBeDisabled();
  await expect(creditsRegion(page).getByText('when the connection is back')).toBeVisible();
  await context.setOffline(false);
  await expect(buy).toBeEnabled();
  await goToPay(page);
  expect(await orderCount(author)).toBe(before + 1);
});

test('Purchase during an outage shows an error and can be retried', async ({ page }) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: `Buy ${explorerPackage.name}` }).click();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await dialogOf(page)
    .getByRole('button', { name: `Pay ${explorerPackage.price}` })
    .click();
  await expect(noticeOf(page, 'The order was not created').getByText('Waystory cannot be reached right now.')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
  await waitForPayPage(page);
});

test('Order paid in one tab cannot be paid again in another', async ({ page, context }) => {
  await page.goto('/profile');
  await goToPay(page);
  const other = await context.newPage();
  await other.goto('/profile');
  await ordersRegion(other).getByRole('button', { name: 'Pay now' }).first().click();
  await payOrder(page);
  await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
  await dialogOf(other)
    .getByRole('button', { name: `Pay ${explorerPackage.price}` })
    .click();
  await noticeOf(other, 'This order can no longer be paid').getByRole('button', { name: 'See the order' }).click();
  await expect(noticeOf(other, creditsArrivedTitle)).toBeVisible();
});

test('Refund by an administrator appears on the receipt, in orders, ledger and balance', async ({ page, author, admin }) => {
  const before = await balanceOf(author);
  await page.goto('/profile');
  await goToPay(page);
  await payOrder(page);
  await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
  const { id, accountId } = await newestOrder(author);
  await admin.api.refundOrder({ params: { accountId, id }, body: { reason: 'Asked for within fourteen days' } });
  await expect.poll(async () => (await newestOrder(author)).status).toBe('REFUNDED');
  await page.reload();
  await expect(noticeOf(page, 'Refunded')).toBeVisible();
  await noticeOf(page, 'Refunded').getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('article')).toContainText('Asked for within fourteen days');
  await expect(page.getByRole('article')).toContainText('-€14.99');
  await page.getByRole('link', { name: 'To your profile' }).click();
  await expect(ordersRegion(page).getByRole('listitem').first()).toContainText('Refunded');
  await expect(ledgerRegion(page).getByRole('listitem').first()).toContainText('Removed with a refund');
  await expect.poll(() => balanceOf(author)).toBe(before);
});

test('Credit ledger shows 5 entries, and older entries on demand', async ({ browser, context, page, admin, origin }) => {
  const saver = await signUpAuthor(browser, origin, 'saver');
  await restoreSession(context, saver);
  const accountId = await accountIdOf(saver);
  for (let gift = 1; gift <= 7; gift++) {
    await admin.api.correctCredits({ params: { accountId }, body: { credits: gift, reason: `Gift number ${gift}` } });
  }
  await page.goto('/profile');
  const rows = ledgerRegion(page).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText(/Gift number 7.*\+7.*Balance: 48/s);
  await clickButton(page, 'Show older entries');
  await expect(rows.last()).toContainText('Starting credits');
  await expect(rows).toHaveCount(8);
  await expect(ordersRegion(page).getByText('You have not bought any credits yet.')).toBeVisible();
});

test('Purchase by a suspended account shows the suspension', async ({ browser, context, page, moderator, origin }) => {
  const offender = await signUpAuthor(browser, origin, 'offender');
  await restoreSession(context, offender);
  await page.goto('/profile');
  await page.getByRole('button', { name: `Buy ${explorerPackage.name}` }).click();
  await moderator.api.updateAccount({ params: { id: await accountIdOf(offender) }, body: { suspended: true } });
  await dialogOf(page)
    .getByRole('button', { name: `Pay ${explorerPackage.price}` })
    .click();
  await expect(dialogOf(page).getByText('Your account was suspended by a moderator')).toBeVisible();
});

test('Order URL with an unknown or malformed id shows an error, and without a sign-in a login prompt', async ({ page, stranger }) => {
  const nobodys = '0198f000-0000-7000-8000-0000000000aa';
  await page.goto(`/help?order=${nobodys}`);
  await noticeOf(page, 'Order not found').getByRole('link', { name: 'To your credits' }).click();
  await expect(page.getByRole('heading', { name: 'Credits', exact: true })).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  // At desktop width, the assistant panel opens beside the page, in addition to the notice about the order.
  await page.goto(`/help?order=${nobodys}&chatOpen=true`);
  await expect(
    page.getByRole('dialog').filter({ hasText: 'Travel assistant' }).or(page.getByLabel('Message to the assistant')).first(),
  ).toBeAttached();
  await page.goto('/help?order=none');
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  for (const id of [nobodys, 'none']) {
    await page.goto(`/profile/orders/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Order not found' })).toBeVisible();
  }
  await stranger.goto(`/help?order=${nobodys}`);
  await expect(noticeOf(stranger, 'Log in to see your order')).toBeVisible();
  await stranger.goto(`/profile/orders/${nobodys}`);
  await stranger.waitForURL(/\/idp\/interaction\//);
});
