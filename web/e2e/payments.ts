import { expect, type Locator, type Page } from '@playwright/test';
import type { Order } from '@waystory/proto/billing/order.ts';
import type { Author } from './author.ts';

/** Credit package that these tests buy. */
export const explorerPackage = { name: 'Explorer', credits: 200, price: '€14.99' } as const;

/** Dialog before the redirect to Stripe, and notice after the return. */
export const dialogOf = (page: Page): Locator => page.getByRole('dialog');
export const noticeOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title, exact: true });
export const creditsArrivedTitle = `${explorerPackage.credits} credits are yours`;

export const creditsRegion = (page: Page): Locator => page.getByRole('region', { name: 'Credits', exact: true });
export const ordersRegion = (page: Page): Locator => page.getByRole('region', { name: 'Orders' });
export const ledgerRegion = (page: Page): Locator => page.getByRole('region', { name: 'Credit history' });

export const waitForPayPage = (page: Page): Promise<void> => page.waitForURL(/\/sandbox\/stripe\/pay\//, { timeout: 60_000 });

/** Goes from the credit packages of the profile to the payment page of Stripe. */
export async function goToPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Buy ${explorerPackage.name} for ${explorerPackage.price}` }).click();
  await confirmPayment(page);
}

export async function confirmPayment(page: Page): Promise<void> {
  await dialogOf(page)
    .getByRole('button', { name: `Pay ${explorerPackage.price}` })
    .click();
  await waitForPayPage(page);
}

export const clickButton = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
export const payOrder = (page: Page): Promise<void> => clickButton(page, `Pay ${explorerPackage.price}`);

/** Returns from the payment page without payment, by its link. */
export const leaveUnpaid = (page: Page): Promise<void> => page.getByRole('link', { name: 'Cancel and go back' }).click();

export async function closeDialog(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(dialogOf(page)).toBeHidden();
}

export const accountIdOf = async ({ api }: Author): Promise<string> => (await api.getMyAccount({})).id;
export const balanceOf = async ({ api }: Author): Promise<number> => (await api.getMyAccount({})).credits;

export async function newestOrder({ api }: Author): Promise<Order> {
  const { id: accountId } = await api.getMyAccount({});
  const { items } = await api.listOrders({ params: { accountId }, query: { sort: 'createdAt DESC', limit: 1 } });
  const [order] = items;
  if (!order) throw new Error('Nothing was ordered');
  return order;
}

export async function orderCount(author: Author): Promise<number> {
  const { total } = await author.api.listOrders({ params: { accountId: await accountIdOf(author) }, query: { limit: 1 } });
  return total;
}
