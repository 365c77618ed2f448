import type { Page } from '@playwright/test';
import { signIn } from './visitor.ts';

/** Opens a page of the admin app as a visitor, and signs in on the way. */
export async function enterAdmin(page: Page, name: 'traveller' | 'moderator' | 'admin', path = '/admin/'): Promise<void> {
  await page.goto(path);
  await page.waitForURL(/\/idp\//);
  await signIn(page, name);
  await page.waitForURL((url) => url.pathname.startsWith('/admin'));
}

/** Path of an admin list with a filter. */
export const adminListPath = (resource: string, filter: object): string => `/admin/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
