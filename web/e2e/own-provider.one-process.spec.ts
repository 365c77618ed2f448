import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type OwnProduct, startOwnProduct } from './own-product.ts';

/** Identity provider on loopback, typed here because its fixture belongs to another TypeScript project. */
interface Provider {
  issuer: string;
  frame: 'answers' | 'sees no cookie' | 'denies' | 'is silent';
  token: 'jwt' | 'opaque';
  framesAsked: number;
  signInsAsked: number;
  close(): void;
}
const startProvider = async (audience: string): Promise<Provider> => {
  const { href } = new URL('../../infra/identity/provider-server.fixture.ts', import.meta.url);
  return ((await import(href)) as { startProviderServer: typeof startProvider }).startProviderServer(audience); // as: the exports of the fixture
};
let provider: Provider;
let product: OwnProduct;

test.beforeAll(async () => {
  provider = await startProvider('urn:waystory:api');
  // The setting ends with a slash, unlike the issuer itself, because this is a common configuration error.
  product = await startOwnProduct({ settings: { OIDC_ISSUER: `${provider.issuer}/` } });
});
test.afterAll(async () => {
  await product.stop();
  provider.close();
});
test.beforeEach(() => Object.assign(provider, { frame: 'answers', token: 'jwt', framesAsked: 0, signInsAsked: 0 }));

const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' }).first();
const logIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log in' });

async function signIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${product.origin}/help`);
  await logIn(page).click();
  await page.getByRole('link', { name: 'Sign in as Mia' }).click();
  await page.waitForURL(`${product.origin}/help`);
  return page;
}

async function giveName(page: Page, name: string): Promise<void> {
  const field = page.getByLabel('Username');
  await expect(field.or(accountMenu(page)).first()).toBeVisible();
  if (!(await field.isVisible())) return;
  await field.fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(accountMenu(page)).toBeVisible();
}

/** Creates a private story with the access token of the page; returns its id. */
const privateStory = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept = Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? '{}';
    const { access_token: token } = JSON.parse(kept) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch('/api/itineraries', { method: 'POST', headers, body: JSON.stringify({ title: 'Quiet days', visibility: 'PRIVATE' }) });
    return ((await answer.json()) as { id: string }).id;
  });

for (const frame of ['answers', 'sees no cookie', 'denies', 'is silent'] as const)
  test(`Provider whose silent frame ${frame}: a private story opens with at most one click, and the frame is used once`, async ({ browser }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await signIn(context);
    await giveName(page, 'mia_l');
    const id = await privateStory(page);
    Object.assign(provider, { frame, framesAsked: 0, signInsAsked: 0 });

    const second = await context.newPage();
    const from = Date.now();
    await second.goto(`${product.origin}/itineraries/${id}`);
    const story = second.getByRole('heading', { name: 'Quiet days' });
    if (frame !== 'answers') {
      const button = second.getByRole('main').getByRole('button', { name: /Log in|Sign in/ });
      await expect(button).toBeVisible();
      expect(Date.now() - from).toBeLessThan(10_000);
      await second.reload();
      await expect(button).toBeVisible();
      expect(provider.framesAsked).toBe(1);
      await button.click();
    }
    await expect(story).toBeVisible();
    expect(provider.signInsAsked).toBe(frame === 'answers' ? 0 : 1);
    await page.reload();
    await expect(accountMenu(page)).toBeVisible();
    await context.close();
  });

test('Provider of opaque tokens: the page reports that the sign-in does not work, and starts no redirect', async ({ browser }) => {
  provider.token = 'opaque';
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await signIn(context);
  await expect(page.getByText('The sign-in does not work here')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /Help/ })).toBeVisible();
  const before = provider.signInsAsked;
  await page.goto(`${product.origin}/itineraries/create/manual`);
  await expect(page.getByText('The sign-in does not work here').first()).toBeVisible();
  await page.waitForTimeout(3_000);
  expect(provider.signInsAsked).toBe(before);
  await context.close();
});
