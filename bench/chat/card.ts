// Some of it runs in the page.
/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { firstVisit, launchBrowser } from '../home/browser.ts';
import type { Stage } from './stage.ts';
import { addStops } from './stop-script.ts';

declare global {
  interface Window {
    /** When the title of each stop was first to be seen, milliseconds since 1970. */
    titles: Record<string, number>;
  }
}

/** Runs in the page: notes when titles of stops are there to be read, after the frame that shows them. */
function watchTitles(): void {
  window.titles = {};
  const look = (): void => {
    for (const [title = ''] of document.querySelector('main')?.textContent?.matchAll(/Stop [\da-f-]{36}/g) ?? [])
      requestAnimationFrame(() => setTimeout(() => (window.titles[title] ??= Date.now())));
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** As the ready traveller of the embedded provider. */
async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/profile`);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('E-mail').fill('traveller@waystory.example');
  await page.getByLabel('Password').fill('waystory');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === '/profile');
}

/** Milliseconds from each stop being in the log, which a tool wrote, to its being seen in the editor beside the panel. */
export async function stopsToCards({ product }: Stage, turns: number, stopsPerTurn: number): Promise<number[]> {
  const client = createClient(
    { ...accountRoutes, ...itineraryRoutes, ...dayRoutes, ...stopRoutes },
    { baseUrl: `http://127.0.0.1:${product.port}/api`, token: async () => product.token },
  );
  const origin = `http://localhost:${product.port}`;
  const { id: accountId } = await client.getMyAccount({});
  // Whoever has no name is asked for one first.
  await client.updateAccount({ params: { id: accountId }, body: { userName: 'bench_traveller' } });
  const browser = await launchBrowser();
  try {
    const lags: number[] = [];
    const { page } = await firstVisit(browser, 1, { serviceWorkers: 'block' });
    await page.context().addCookies(['waystory_consent', 'waystory_visited'].map((name) => ({ name, value: '1', url: origin })));
    await signIn(page, origin);
    await page.addInitScript(watchTitles);
    for (let turn = 0; turn < turns; turn++) {
      const { id } = await client.createItinerary({ body: { title: `Turn ${turn}` } });
      const day = await client.addDay({ params: { itineraryId: id }, body: { title: 'One' } });
      await page.goto(`${origin}/itineraries/${id}/edit?chatOpen=true&chatThreadId=new`);
      const input = page.getByLabel('Message to the assistant');
      await input.fill(addStops(id, day.id, stopsPerTurn));
      await input.press('Enter');
      await page.waitForFunction((count) => Object.keys(window.titles).length === count, stopsPerTurn, { timeout: 120_000 });
      const seen = await page.evaluate(() => window.titles);
      const { items } = await client.listItineraryStops({ params: { itineraryId: id }, query: { limit: 100 } });
      lags.push(...items.map(({ title, createdAt }) => (seen[title] ?? Number.NaN) - Date.parse(createdAt)));
    }
    return lags;
  } finally {
    await browser.close();
  }
}
