import { moneyText } from '@waystory/proto/billing/money.ts';
import { type Html, html } from '../../pages/html.ts';
import { type Page, page } from '../../pages/page.ts';
import { type Checkout, type Item, paidCharge } from '../checkout/checkout.ts';
import { payPath } from '../keys.ts';

/** Values of the buttons on the hosted page. */
export const payActions = ['pay', 'decline', 'pay-later', 'fail-later', 'expire'] as const;
export type PayAction = (typeof payActions)[number];

const money = (amount: number, currency: string): string => moneyText(amount, currency, 'en');

/** Redirect URL after a payment. */
export const successUrlOf = ({ id, successUrl }: Checkout): string => successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
/** Redirect URL after a cancelled payment. */
export const cancelUrlOf = ({ cancelUrl }: Checkout, origin: string): string => cancelUrl ?? `${origin}/`;

const notice = html`<p class="notice"><strong>Test payment.</strong> No card is asked for and no money moves.</p>`;

const row = ({ name, description, quantity, unitAmount }: Item, currency: string): Html =>
  html`<li><span><strong>${name}</strong>${quantity > 1 ? ` × ${quantity}` : ''}${description ? html`<br><span class="fine">${description}</span>` : null}</span> <span>${money(quantity * unitAmount, currency)}</span></li>`;

const summary = ({ items, amount, currency }: Checkout): Html => html`<section class="bill" aria-label="What you buy">
<ul>${items.map((item) => row(item, currency))}</ul>
<p><strong>Total</strong> <strong>${money(amount, currency)}</strong></p>
</section>`;

const button = (action: PayAction, words: string, look: 'primary' | 'secondary'): Html =>
  html`<button class="${look}" name="do" value="${action}">${words}</button>`;

/** Hosted page of a session: payment buttons while it is open, then its outcome. */
export function payPage(checkout: Checkout, origin: string): Page {
  const content = checkout.status === 'open' ? openSession(checkout, origin) : endedSession(checkout, origin);
  const leadsTo = new URL(successUrlOf(checkout)).origin;
  return page({ title: 'Test payment', origin, content, leadsTo });
}

function openSession(checkout: Checkout, origin: string): Html {
  const { id, amount, currency, intent } = checkout;
  const wasDeclined = intent?.charges.at(-1)?.status === 'failed';
  return html`<h1>Pay ${money(amount, currency)}</h1>
${notice}
${summary(checkout)}
${wasDeclined ? html`<p class="alert" role="alert">Your card was declined. Nothing was taken; try again or pay another way.</p>` : null}
<form method="post" action="${payPath(id)}">
${button('pay', `Pay ${money(amount, currency)}`, 'primary')}
<h2 class="apart">Or try what else can happen</h2>
${button('decline', 'Card is declined', 'secondary')}
${button('pay-later', 'Pay later, the money comes', 'secondary')}
${button('fail-later', 'Pay later, it does not', 'secondary')}
${button('expire', 'Let this page expire', 'secondary')}
</form>
<p class="other"><a href="${cancelUrlOf(checkout, origin)}">Cancel and go back</a></p>`;
}

function endedSession(checkout: Checkout, origin: string): Html {
  const said = (title: string, text: string, address: string): Html => html`<h1>${title}</h1>
<p class="lead">${text}</p>
${notice}
${summary(checkout)}
<a class="primary" href="${address}">Back to Waystory</a>`;
  if (checkout.status === 'expired')
    return said(
      'This page has expired',
      'Nothing was paid, and nothing can be paid here any more. Begin once more from where you came.',
      cancelUrlOf(checkout, origin),
    );
  const address = successUrlOf(checkout);
  if (paidCharge(checkout)) return said('This is paid', 'Thank you. You need not pay again.', address);
  if (checkout.intent?.status === 'processing')
    return said('Your payment is on its way', 'The bank has not sent the money yet. You need not do anything.', address);
  return said(
    'The payment failed',
    'The money did not come, and nothing was taken. Begin once more from where you came.',
    cancelUrlOf(checkout, origin),
  );
}
