import type { Locator } from '@playwright/test';
import { expect, test } from './author.ts';
import {
  balanceOf,
  clickButton,
  closeDialog,
  confirmPayment,
  creditsArrivedTitle,
  creditsRegion,
  dialogOf,
  explorerPackage,
  goToPay,
  leaveUnpaid,
  ledgerRegion,
  newestOrder,
  noticeOf,
  ordersRegion,
  payOrder,
  waitForPayPage,
} from './payments.ts';
import { axeFindings } from './tour.ts';

for (const { name, viewport, colorScheme } of [
  { name: 'a phone', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { name: 'a desktop', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const)
  test.describe(`On ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('bought credits appear without a reload, in the ledger and on a receipt', async ({ page, author }) => {
      const before = await balanceOf(author);
      await page.goto('/profile');
      await expect(creditsRegion(page).getByText('Payments here are tests')).toBeVisible();
      await expect(creditsRegion(page).getByText('Recommended')).toHaveCount(1);
      expect(await axeFindings(page, 'profile')).toEqual([]);
      await page.getByRole('button', { name: `Buy ${explorerPackage.name} for ${explorerPackage.price}` }).click();
      await expect(dialogOf(page).getByText('no money moves')).toBeVisible();
      expect(await axeFindings(page, 'payment')).toEqual([]);
      await confirmPayment(page);
      await payOrder(page);

      await page.waitForURL((url) => url.pathname === '/profile' && url.searchParams.has('order'));
      await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
      await expect(dialogOf(page).getByText(`You have ${before + explorerPackage.credits} credits now.`)).toBeVisible();
      expect(await axeFindings(page, 'notice')).toEqual([]);
      await page.reload();
      await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
      await clickButton(page, 'Go on');
      await expect(dialogOf(page)).toBeHidden();
      expect(new URL(page.url()).search).toBe('');

      await expect(creditsRegion(page).getByText(`${before + explorerPackage.credits} credits`, { exact: true })).toBeVisible();
      await expect(ordersRegion(page).getByRole('listitem').first()).toContainText('Paid');
      await expect(ledgerRegion(page).getByRole('listitem').first()).toContainText(/Bought.*\+200/s);
      await ledgerRegion(page).getByRole('link', { name: 'Show the order' }).first().click();

      await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
      const { id } = await newestOrder(author);
      for (const words of [id, author.userName, explorerPackage.price, 'Amount in EUR', 'Test payment: no money moved.'])
        await expect(page.getByRole('article')).toContainText(words);
      expect(await axeFindings(page, 'receipt')).toEqual([]);
    });
  });

test('Printed receipt is a single A4 page without navigation or buttons, black on white', async ({ page, author }) => {
  await page.goto('/profile');
  await goToPay(page);
  await payOrder(page);
  await noticeOf(page, creditsArrivedTitle).getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('article')).toBeVisible();
  for (const bar of [
    page.getByRole('banner'),
    page.getByRole('navigation').first(),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Print' }),
  ])
    await expect(bar).toBeHidden();
  const looks = (place: Locator, name: 'color' | 'background-color') =>
    place.evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name);
  expect(await looks(page.getByRole('heading', { level: 1 }), 'color')).toBe('rgb(0, 0, 0)');
  expect(await looks(page.locator('body > div > div').first(), 'background-color')).toBe('rgb(255, 255, 255)');
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect((await newestOrder(author)).status).toBe('FULFILLED');
});

test('Order stays unpaid after a declined card, and is paid at the second attempt', async ({ page, author }) => {
  await page.goto('/profile');
  await goToPay(page);
  await clickButton(page, 'Card is declined');
  await expect(page.getByRole('alert')).toContainText('declined');
  expect((await newestOrder(author)).status).toBe('PENDING');
  await payOrder(page);
  await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
});

test('Unpaid order can be cancelled, and the package bought again', async ({ page, author }) => {
  const before = await balanceOf(author);
  await page.goto('/profile');
  await goToPay(page);
  await leaveUnpaid(page);
  await expect(noticeOf(page, 'Not paid yet')).toBeVisible();
  await page.reload();
  await noticeOf(page, 'Not paid yet').getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click();
  await expect(noticeOf(page, 'The order is cancelled')).toBeVisible();
  expect(await balanceOf(author)).toBe(before);
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
  await noticeOf(page, 'Buy these credits?')
    .getByRole('button', { name: `Pay ${explorerPackage.price}` })
    .click();
  await waitForPayPage(page);
  await payOrder(page);
  await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
});

test('Unpaid order can be paid or cancelled from the list of orders', async ({ page, author }) => {
  await page.goto('/profile');
  await goToPay(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(dialogOf(page)).toBeHidden();
  const first = ordersRegion(page).getByRole('listitem').first();
  await expect(first).toContainText('Not paid yet');
  await first.getByRole('button', { name: 'Pay now' }).click();
  await confirmPayment(page);
  await payOrder(page);
  await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
  // Back leads to Stripe's page, on which the payment is no longer open.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'This is paid' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Waystory' }).click();
  await clickButton(page, 'Go on');

  await goToPay(page);
  await page.goto('/profile');
  await expect(first).toContainText('Not paid yet');
  await first.getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click();
  await first.getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click();
  await expect(first).toContainText('Cancelled');
  expect((await newestOrder(author)).status).toBe('CANCELLED');
});

test('Package of an expired order can be bought again', async ({ page }) => {
  await page.goto('/profile');
  await goToPay(page);
  await clickButton(page, 'Let this page expire');
  await page.getByRole('link', { name: 'Back to Waystory' }).click();
  await noticeOf(page, 'The time to pay has run out').getByRole('button', { name: 'Try again' }).click();
  await noticeOf(page, 'Buy these credits?')
    .getByRole('button', { name: `Pay ${explorerPackage.price}` })
    .click();
  await waitForPayPage(page);
  await payOrder(page);
  await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
});

test('Delayed payment shows its progress, and its credits appear without a reload', async ({ page, author }) => {
  const before = await balanceOf(author);
  await page.goto('/profile');
  await goToPay(page);
  await clickButton(page, 'Pay later, the money comes');
  await expect(noticeOf(page, 'Your payment is under way')).toBeVisible();
  await page.reload();
  await expect(noticeOf(page, 'Your payment is under way').or(noticeOf(page, creditsArrivedTitle))).toBeVisible();
  await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible({ timeout: 60_000 });
  await expect(dialogOf(page).getByText(`You have ${before + explorerPackage.credits} credits now.`)).toBeVisible();
});

test('Failed delayed payment is shown as declined and adds no credits', async ({ page, author }) => {
  const before = await balanceOf(author);
  await page.goto('/profile');
  await goToPay(page);
  await clickButton(page, 'Pay later, it does not');
  await expect(noticeOf(page, 'Your payment is under way')).toBeVisible();
  await closeDialog(page);
  await expect(ordersRegion(page).getByRole('listitem').first()).toContainText('Declined', { timeout: 60_000 });
  expect(await balanceOf(author)).toBe(before);
});
