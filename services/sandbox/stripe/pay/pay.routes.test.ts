import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payPath } from '../keys.ts';
import { sessionOf, startSandbox, type TestSandbox } from '../sandbox.fixture.ts';
import type { PayAction } from './pay-page.ts';

let database: TestDatabase;
let served: TestSandbox;

beforeAll(async () => {
  database = await testDatabase();
  served = await startSandbox(database.pool);
});
afterAll(async () => {
  await served?.close();
  await database?.close();
});

const session = async (more: Parameters<typeof sessionOf>[1] = {}): Promise<string> =>
  (await served.stripe.checkout.sessions.create(sessionOf('order-1', more))).id;
const page = async (id: string): Promise<string> => (await fetch(`${served.origin}${payPath(id)}`)).text();
const press = (id: string, action: PayAction | 'nothing', headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }): Promise<Response> =>
  fetch(`${served.origin}${payPath(id)}`, { method: 'POST', body: new URLSearchParams({ do: action }), headers, redirect: 'manual' });
const state = (id: string) => served.stripe.checkout.sessions.retrieve(id);
const success = (id: string): string => `http://localhost:4000/profile?order=1&session=${id}`;

describe('Hosted payment page', () => {
  test('has a test notice, the item and the price', async () => {
    const id = await session({
      line_items: [{ quantity: 2, price_data: { currency: 'eur', unit_amount: 1_499, product_data: { name: '<b>Explorer</b>' } } }],
    });
    const text = await page(id);
    expect(text).toContain('Test payment.');
    expect(text).toContain('no money moves');
    expect(text).toContain('&lt;b&gt;Explorer&lt;/b&gt;');
    expect(text).toContain('Pay €29.98');
    expect(text).toContain('href="http://localhost:4000/profile">Cancel');
  });

  test('shows amounts of currencies without cents', async () => {
    const id = await session({
      line_items: [{ quantity: 1, price_data: { currency: 'jpy', unit_amount: 900, product_data: { name: 'Explorer' } } }],
    });
    expect(await page(id)).toContain('Pay ¥900');
  });

  test('has a policy that allows the theme script only, no requests, and forms to the product only', async () => {
    const response = await fetch(`${served.origin}${payPath(await session())}`);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; font-src data:; script-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:\d+ http:\/\/localhost:4000; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toMatch(/<script [^>]|style="| onclick|src="http/);
  });

  test('answers 200 to a request with the header of a proxy', async () => {
    const { statusCode } = await served.app.inject({ url: payPath(await session()), headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(statusCode).toBe(200);
  });

  test('answers 404 for an unknown session', async () => {
    const response = await fetch(`${served.origin}${payPath('cs_test_none')}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('There is no such payment');
  });
});

describe('Button of the payment page', () => {
  test('pay completes the session and redirects to its success URL', async () => {
    const id = await session();
    const { status, headers } = await press(id, 'pay');
    expect([status, headers.get('location')]).toEqual([303, success(id)]);
    expect(await state(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
    const text = await page(id);
    expect(text).toContain('This is paid');
    expect(text).toContain(`href="${success(id).replaceAll('&', '&amp;')}"`);
    expect(text).not.toContain('<form');
  });

  test('pay of a paid session makes no second charge and redirects to its page', async () => {
    const id = await session();
    await press(id, 'pay');
    const { status, headers } = await press(id, 'pay');
    expect([status, headers.get('location')]).toEqual([303, payPath(id)]);
    expect((await served.stripe.charges.list({ payment_intent: String((await state(id)).payment_intent) })).data).toHaveLength(1);
  });

  test('decline shows an alert and allows another attempt', async () => {
    const id = await session();
    const { headers } = await press(id, 'decline');
    expect(headers.get('location')).toBe(payPath(id));
    expect(await page(id)).toContain('role="alert">Your card was declined');
    expect((await press(id, 'pay')).headers.get('location')).toBe(success(id));
  });

  test.each(['pay-later', 'fail-later'] as const)('%s completes the session unpaid, and its outcome follows after ten seconds', async (action) => {
    const id = await session();
    expect((await press(id, action)).headers.get('location')).toBe(success(id));
    expect(await state(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(await page(id)).toContain('Your payment is on its way');
    const { now } = served.sandbox;
    served.sandbox.now = () => now() + 11;
    expect(await page(id)).toContain(action === 'pay-later' ? 'This is paid' : 'The payment failed');
    served.sandbox.now = now;
  });

  test('expire ends the session, and its page links to the cancel URL', async () => {
    const id = await session();
    await press(id, 'expire');
    expect(await state(id)).toMatchObject({ status: 'expired' });
    const text = await page(id);
    expect(text).toContain('This page has expired');
    expect(text).toContain('href="http://localhost:4000/profile"');
  });

  test('is refused in a form of another site (403) and in an invalid one (400)', async () => {
    const id = await session();
    expect((await press(id, 'pay', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await press(id, 'pay', { origin: 'http://evil.test' })).status).toBe(403);
    expect((await press(id, 'nothing')).status).toBe(400);
    expect((await press('%00', 'pay')).status).toBe(404);
    expect(await state(id)).toMatchObject({ status: 'open' });
  });
});
