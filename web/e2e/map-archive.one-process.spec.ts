import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Author, expect, signUpAuthor, test } from './author.ts';
import { dayOf, expectAllSaved, stopsOf } from './editor.ts';
import { waitForIdleMap } from './maps.ts';
import { type OwnProduct, pageAt, startOwnProduct } from './own-product.ts';

/** Archive server on loopback, typed here because its fixture belongs to another TypeScript project. */
interface ArchiveServer {
  url: string;
  asked: string[];
  answers: 'parts' | 'busy';
  busyFor: number;
  close(): Promise<void>;
}
interface Fixture {
  writeStreetArchive(path: string): Promise<unknown>;
  serveArchive(path: string): Promise<ArchiveServer>;
}
const fixture = async (): Promise<Fixture> => {
  const { href } = new URL('../../services/basemap/street-archive.fixture.ts', import.meta.url);
  return (await import(href)) as Fixture; // as: the exports of the fixture
};

let folder: string;
let server: ArchiveServer;
let product: OwnProduct;
let writer: Author;

test.beforeAll(async ({ browser }) => {
  const { writeStreetArchive, serveArchive } = await fixture();
  folder = await mkdtemp(join(tmpdir(), 'waystory-archive-'));
  const path = join(folder, 'kyoto.pmtiles');
  await writeStreetArchive(path);
  server = await serveArchive(path);
  product = await startOwnProduct({ settings: { MAP_PMTILES: server.url }, withMap: true });
  writer = await signUpAuthor(browser, product.origin, 'surveyor');
});
test.afterAll(async () => {
  await product.stop();
  await server.close();
  await rm(folder, { recursive: true });
});

/** Counts the street tiles that a page receives, and collects the other origins that it requests. */
function follow(page: Page): { tiles: () => number; others: () => string[] } {
  const tiles: string[] = [];
  const others: string[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (response.status() === 200 && pathname.startsWith('/streets/')) tiles.push(pathname);
    if (/^https?:/.test(origin) && origin !== product.origin) others.push(origin);
  });
  return { tiles: () => tiles.length, others: () => others };
}

/** Street archive in the map status of the product; `away` during its outage. */
const streets = async (page: Page) => (await (await page.request.get(`${product.origin}/basemap/status`)).json()).streets;
const credits = (page: Page) => page.locator('.maplibregl-ctrl-attrib');

test('Map draws the configured street archive, and the built-in map during an outage of the archive', async ({ browser }) => {
  test.setTimeout(240_000);
  const page = await pageAt(browser, writer, product.origin);
  const seen = follow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/itineraries/create/manual');
  await page.getByLabel('Title').fill('Lanes behind the river');
  await page.getByRole('button', { name: 'Create story' }).click();
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit$/);
  for (const [index, name] of ['Kyoto Station', 'Gion'].entries()) {
    await dayOf(page, 1)
      .getByRole('combobox', { name: /Add a place/ })
      .fill(name);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await expect(stopsOf(dayOf(page, 1))).toHaveCount(index + 1);
  }
  await expectAllSaved(page);

  await test.step('streets, from this product alone', async () => {
    await expect.poll(seen.tiles).toBeGreaterThan(0);
    await waitForIdleMap(page);
    await expect(credits(page)).toContainText('© OpenStreetMap contributors, Protomaps');
    expect(seen.others()).toEqual([]);
    await page.screenshot({ path: 'web/e2e/out/map-archive-light.png' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitForIdleMap(page);
    await page.screenshot({ path: 'web/e2e/out/map-archive-dark.png' });
  });

  await test.step('the archive goes away, and the map that is built in is drawn', async () => {
    server.answers = 'busy';
    server.busyFor = 1;
    // A tile that was not shown before, because a cached tile causes no request to the archive.
    const { version } = await streets(page);
    await page.request.get(`${product.origin}/streets/${version}/14/14367/6493`);
    expect(await streets(page)).toBe('away');
    await page.reload();
    await expect(stopsOf(dayOf(page, 1))).toHaveCount(2);
    await waitForIdleMap(page);
    await expect(credits(page)).not.toContainText('Protomaps');
  });

  await test.step('it is there again, and so are the streets', async () => {
    server.answers = 'parts';
    await expect.poll(() => streets(page)).not.toBe('away');
    await page.reload();
    await waitForIdleMap(page);
    await expect(credits(page)).toContainText('Protomaps');
  });
  await page.close();
});
