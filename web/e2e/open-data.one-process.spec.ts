import type { Page, Route } from '@playwright/test';
import { type Author, expect, signUpAuthor, test } from './author.ts';
import { dayOf, expectAllSaved, stopsOf, unfoldDetails } from './editor.ts';
import { waitForIdleMap } from './maps.ts';
import { type OwnProduct, pageAt, startOwnProduct } from './own-product.ts';
import { signInStaff } from './people.ts';

/** A grey pixel in place of pictures on the hosts of Wikimedia. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** Open-data services on loopback, typed here because their fixture belongs to another TypeScript project. */
interface OpenServices {
  url: string;
  asked: string[];
  away: readonly string[];
  close(): Promise<void>;
}
const startOpenServices = async (): Promise<OpenServices> => {
  const { href } = new URL('../../infra/open-data/open-services.fixture.ts', import.meta.url);
  return ((await import(href)) as { startOpenServices: () => Promise<OpenServices> }).startOpenServices(); // as: the exports of the fixture
};

let services: OpenServices;
let product: OwnProduct;
let writer: Author;

test.beforeAll(async ({ browser }) => {
  services = await startOpenServices();
  const { url } = services;
  const settings = {
    ...{ OPEN_DATA: 'on', STREETS_URL: `${url}/streets/style`, PLACES_URL: `${url}/photon` },
    ...{ ROUTING_URL: `${url}/valhalla`, PHOTOS_URL: `${url}/wikimedia`, FACTS_URL: `${url}/facts` },
  };
  product = await startOwnProduct({ settings, withMap: true });
  writer = await signUpAuthor(browser, product.origin, 'cartographer');
});
test.afterAll(async () => {
  await product.stop();
  await services.close();
});

const asked = (path: string): string[] => services.asked.filter((one) => one.startsWith(path));

async function openPage(browser: Parameters<typeof pageAt>[0]): Promise<Page> {
  const page = await pageAt(browser, writer, product.origin);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const host of ['upload', 'thumb'])
    await page.route(`https://${host}.wikimedia.org/**`, (route: Route) => route.fulfill({ contentType: 'image/gif', body: pixel }));
  return page;
}

async function begin(page: Page, title: string): Promise<void> {
  await page.goto('/itineraries/create/manual');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Create story' }).click();
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit$/);
}

async function addPlace(page: Page, name: string, count: number): Promise<void> {
  const field = dayOf(page, 1).getByRole('combobox', { name: /Add a place/ });
  await field.fill(name);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await expect(stopsOf(dayOf(page, 1))).toHaveCount(count);
}

test('Editor uses the configured open-data services for places, streets, routes and pictures, and built-in data during their outages', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await openPage(browser);
  await begin(page, 'Lanes behind the river');

  await test.step('places of a service beside those that are built in', async () => {
    await addPlace(page, 'Kyoto Station', 1);
    await addPlace(page, 'Pontocho', 2);
    expect(asked('/photon/api').length).toBeGreaterThan(0);
  });

  await test.step('ways over streets, on a map of streets', async () => {
    await expectAllSaved(page);
    await expect.poll(() => asked('/valhalla/route').length).toBeGreaterThan(0);
    await waitForIdleMap(page);
    expect(asked('/streets/style')).toHaveLength(1);
    expect(asked('/streets/kyoto.json')).toHaveLength(1);
    await page.screenshot({ path: 'web/e2e/out/open-data-1440.png' });
  });

  await test.step('a picture with its author and its licence', async () => {
    await unfoldDetails(page);
    await page.getByRole('button', { name: 'Add a picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    await dialog.getByRole('radio').first().click();
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await expectAllSaved(page);
    await expect(page.getByText('Somebody & friends (CC BY-SA 4.0)').first()).toBeVisible();
  });

  // Each step uses another service, because an unavailable service is not retried for a while.
  await test.step('places go away, and those that are built in are found', async () => {
    services.away = ['/photon'];
    await addPlace(page, 'Gion', 3);
    await expectAllSaved(page);
  });
  await test.step('ways go away, and the straight line is told', async () => {
    services.away = ['/valhalla'];
    await addPlace(page, 'Tofuku-ji', 4);
    await expect(dayOf(page, 1).getByText(/4 stops · .* as the crow flies/)).toBeVisible();
  });
  await test.step('pictures go away, and drawn ones are offered', async () => {
    services.away = ['/wikimedia'];
    await page.getByRole('button', { name: 'Change picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    await dialog.getByRole('searchbox').fill('lanterns at night');
    await expect(dialog.locator('img[src^="/photos/"]').first()).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('streets go away, and the map that is built in is drawn', async () => {
    services.away = ['/streets'];
    await page.reload();
    await expect(stopsOf(dayOf(page, 1))).toHaveCount(4);
    await waitForIdleMap(page);
    services.away = [];
  });
  await page.close();
});

test('Place sheet shows facts of Wikipedia and Wikidata, and opens without them during an outage', async ({ browser }) => {
  test.setTimeout(240_000);
  const admin = await signInStaff(browser, product.origin, 'admin', 'gazetteer');
  /** Creates a place with a public stop; returns the id of the place. */
  const told = async (name: string, wikidataId: string): Promise<string> => {
    const { id: placeId } = await admin.api.createPlace({ body: { name, coordinates: { latitude: 35.0394, longitude: 135.7292 }, wikidataId } });
    const { id: itineraryId } = await writer.api.createItinerary({ body: { title: `To the ${name}`, visibility: 'PUBLIC' } });
    await writer.api.addStop({ params: { itineraryId }, body: { placeId } });
    return placeId;
  };
  const [temple, gate] = [await told('Temple of the river', 'Q42'), await told('Long gate', 'Q43')];
  const page = await openPage(browser);

  await page.goto(`/?place=${temple}`);
  const sheet = page.getByRole('dialog', { name: 'Temple of the river' });
  await expect(sheet.getByText(/wooden temple in Kyoto/)).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Wikipedia, CC BY-SA 4.0' })).toHaveAttribute('href', /^https:\/\/en\.wikipedia\.org\/wiki\//);
  await expect(sheet.getByRole('link', { name: 'Official website' })).toHaveAttribute('href', 'https://www.temple.example.org/en');
  await page.screenshot({ path: 'web/e2e/out/open-data-facts-1440.png' });

  services.away = ['/facts'];
  await page.goto(`/?place=${gate}`);
  const other = page.getByRole('dialog', { name: 'Long gate' });
  await expect(other.getByRole('heading', { name: 'About this location' })).toBeVisible();
  await expect.poll(() => asked('/facts/wikidata').filter((path) => path.includes('Q43')).length).toBeGreaterThan(0);
  await expect(other.getByRole('link', { name: /Wikipedia/ })).toHaveCount(0);
  await expect(other.getByText('To the Long gate')).toBeVisible();
  services.away = [];
  await page.close();
});

test('Privacy page lists each external service and the data sent to it', async ({ browser }) => {
  const page = await openPage(browser);
  await page.goto('/privacy');
  const section = page.getByRole('region', { name: 'Open services' }).or(page.locator('#open').locator('..'));
  await expect(section.first()).toContainText(/streets of 127\.0\.0\.1:\d+.*places of.*ways of.*pictures of.*facts of/);
  await page.close();
});
