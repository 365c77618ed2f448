import type { BrowserContext, Page } from '@playwright/test';
import { expect, signIn, test as visitorTest } from './visitor.ts';

/** Goes to a page of the admin app and signs in on the way. */
export async function enterAdmin(page: Page, name: 'traveller' | 'moderator' | 'admin', path = '/admin/'): Promise<void> {
  await page.goto(path);
  await page.waitForURL(/\/idp\//);
  await signIn(page, name);
  await page.waitForURL((url) => url.pathname.startsWith('/admin'));
}

type SignedIn = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

export { expect, type SignedIn };
export const test = visitorTest;
