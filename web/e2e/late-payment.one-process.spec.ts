import { balanceOf, creditsArrivedTitle, dialogOf, explorerPackage, goToPay, noticeOf, payOrder } from './payments.ts';
import { expect, test } from './people.ts';

/** Sends a command to the Stripe sandbox. The sandbox accepts commands only from its own machine, not through a gateway. */
async function atStripe(origin: string, command: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${origin}/sandbox/stripe/control`, { method: 'POST', headers, body: JSON.stringify(command) });
  expect(status).toBe(200);
}

test('Return from Stripe before its webhook shows a notice, and the credits arrive with the webhook', async ({ page, author, origin }) => {
  const before = await balanceOf(author);
  const completed = 'checkout.session.completed';
  await atStripe(origin, { do: 'deliver', how: { mode: 'delayed', seconds: 6 }, type: completed });
  try {
    await page.goto('/profile');
    await goToPay(page);
    await payOrder(page);
    await expect(noticeOf(page, 'Waiting for word of Stripe').getByText(`Stripe has your payment of ${explorerPackage.price}`)).toBeVisible();
    await expect(dialogOf(page).getByRole('button', { name: 'Pay now' })).toHaveCount(0);
    await page.reload();
    await expect(noticeOf(page, 'Waiting for word of Stripe').or(noticeOf(page, creditsArrivedTitle))).toBeVisible();
    await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
    await expect(dialogOf(page).getByText(`You have ${before + explorerPackage.credits} credits now.`)).toBeVisible();
  } finally {
    await atStripe(origin, { do: 'deliver', how: { mode: 'normal' }, type: completed });
  }
});
