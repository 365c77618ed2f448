import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { hostile, hostileStrings } from '@waystory/proto/testing/hostile-markup.fixture.ts';
import sharp from 'sharp';
import { adminListPath } from './admin.ts';
import { ask, expectAnswerComplete } from './assistant-panel.ts';
import { type Author, signUpAuthor } from './author.ts';
import { pageAt, startOwnProduct } from './own-product.ts';
import { accountIdOf } from './payments.ts';
import { expect, signInStaff, test } from './people.ts';

// Expected, because hostile user text contains URLs of pictures that do not exist.
test.use({ expectedErrors: /Failed to load resource/ });

const perStory = 10;
const chunks = Array.from({ length: Math.ceil(hostileStrings.length / perStory) }, (_, row) =>
  hostileStrings.slice(row * perStory, (row + 1) * perStory),
);

/** Navigates within the app without a page load. */
const walkTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Text and field values of a page without white space, which differs between fields and texts. */
const said = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ value }) => value);
    return [document.body.textContent, ...fields].join('\n').replace(/\s/g, '');
  });
const bare = (text: string): string => text.replace(/\s/g, '');

/** Effects of hostile text on the page: executed scripts, inserted elements, links to other origins, and overflow. */
const harm = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ mark }) => [
      ...('hostile' in window ? [`It ran: ${String(window.hostile)}`] : []),
      ...[...document.querySelectorAll(`.${mark}, iframe, object, base, [http-equiv=refresh]`)].map(({ outerHTML }) => outerHTML),
      ...[...document.links].filter(({ origin }) => origin !== location.origin).map(({ href }) => href),
      ...(document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} px wide`] : []),
    ],
    hostile,
  );

/** Cells of a CSV file by RFC 4180. */
const cellsOf = (csv: string): string[] =>
  [...csv.replace(/^\uFEFF/, '').matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );

test('Hostile user text is shown as plain text on every page of the admin app and in every export', async ({ browser }) => {
  test.setTimeout(400_000);
  // Own product, because the stories and reports would disturb tests that read the first list item.
  const product = await startOwnProduct();
  try {
    await walk(browser, product.origin);
  } finally {
    await product.stop();
  }
});

/** Asks the assistant and uploads a picture in a browser, because the API client of the tests cannot. Resolves with the id of the conversation. */
async function useBy(browser: Browser, person: Author, origin: string, question: string, fileName: string): Promise<string> {
  const page = await pageAt(browser, person, origin);
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#0e6069' } })
    .jpeg()
    .toBuffer();
  await page.goto('/profile');
  const area = page.getByRole('region', { name: 'Picture of your own' });
  await area.locator('input[type=file]').setInputFiles({ name: fileName, mimeType: 'image/jpeg', buffer: picture });
  await page.getByRole('button', { name: 'Remove the picture' }).waitFor();
  await page.goto('/itineraries/create');
  await page.getByRole('button', { name: 'Plan with the assistant' }).click();
  await ask(page, question);
  await page.waitForURL(/chatThreadId=/);
  await expectAnswerComplete(page);
  const chatId = new URL(page.url()).searchParams.get('chatThreadId') ?? '';
  await page.context().close();
  return chatId;
}

async function walk(browser: Browser, origin: string): Promise<void> {
  const author = await signUpAuthor(browser, origin, 'author');
  const reader = await signUpAuthor(browser, origin, 'reader');
  const admin = await signInStaff(browser, origin, 'admin', 'book_keeper');
  expect(new Set(hostileStrings.map((text) => text.trim())).size).toBe(250);
  const written = await Promise.all(
    chunks.map(async (chunk) => {
      const [title = '', shortDescription = ''] = chunk;
      const description = chunk.join('\n');
      const story = await author.api.createItinerary({ body: { title, shortDescription, description, visibility: 'PUBLIC' } });
      const itineraryId = story.id;
      const day = await author.api.addDay({ params: { itineraryId }, body: { title, description } });
      const stopIds: string[] = [];
      const postIds: string[] = [];
      for (const text of chunk) {
        const at = { latitude: -60, longitude: 10 };
        const body = { title: text, description: text, highlight: text, placeName: text, dayIds: [day.id], coordinates: at };
        stopIds.push((await author.api.addStop({ params: { itineraryId }, body })).id);
        postIds.push((await reader.api.createPost({ body: { postableType: 'itinerary', postableId: itineraryId, text } })).id);
      }
      const report = await reader.api.fileReport({
        body: { reportableType: 'itinerary', reportableId: itineraryId, reason: 'copyright', text: chunk.slice(0, 8).join('\n') },
      });
      return { chunk, story, dayId: day.id, stopIds, postIds, reportId: report.id };
    }),
  );
  const [first] = written;
  if (!first) throw new Error('Nothing was written');
  const reason = chunks[0]?.slice(0, 5).join('\n') ?? '';
  await admin.api.patchItinerary({ params: { id: first.story.id }, body: { hidden: true, reason } });
  const readerId = await accountIdOf(reader);
  const authorId = await accountIdOf(author);
  const aboutMe = chunks[1]?.slice(0, 5).join('\n') ?? '';
  await reader.api.updateAccount({ params: { id: readerId }, body: { aboutMe } });
  await admin.api.correctCredits({ params: { accountId: readerId }, body: { credits: 1, reason } });

  const placeIds = await Promise.all(
    hostileStrings.map(async (name) => (await admin.api.createPlace({ body: { name, coordinates: { latitude: -61, longitude: 10 } } })).id),
  );
  const question = chunks[2]?.slice(0, 5).join('\n') ?? '';
  const fileName = hostileStrings.find((text) => text.startsWith('<img') && !/[/\\]/.test(text)) ?? '';
  const chatId = await useBy(browser, author, origin, question, `${fileName}.jpg`);

  const page = await pageAt(browser, admin, origin);
  await page.setViewportSize({ width: 1024, height: 700 });
  const events: string[] = [];
  page.on('dialog', (dialog) => {
    events.push(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin && !/^(data|blob):/.test(request.url())) events.push(request.url());
  });
  const found: string[] = [];
  const look = async (path: string, texts: readonly string[]): Promise<void> => {
    await walkTo(page, path);
    for (const text of texts) await expect.poll(async () => (await said(page)).includes(bare(text)), { message: `${path}: ${text}` }).toBe(true);
    found.push(...(await harm(page)).map((one) => `${path}: ${one}`));
  };
  const ids = written.map(({ story }) => story.id);
  const lists: readonly [resource: string, filter: object, count: number, texts: readonly string[]][] = [
    ['itineraries', { id: ids }, ids.length, written.map(({ story }) => story.title)],
    ['stops', { itineraryId: ids.slice(0, 10) }, 100, chunks.slice(0, 10).flat()],
    ['stops', { itineraryId: ids.slice(10, 20) }, 100, chunks.slice(10, 20).flat()],
    ['stops', { itineraryId: ids.slice(20) }, 50, chunks.slice(20).flat()],
    ['posts', { itineraryId: ids.slice(0, 10) }, 100, chunks.slice(0, 10).flat()],
    ['posts', { itineraryId: ids.slice(10, 20) }, 100, chunks.slice(10, 20).flat()],
    ['posts', { itineraryId: ids.slice(20) }, 50, chunks.slice(20).flat()],
    ['reports', { reportableId: ids }, ids.length, chunks.map(([text = '']) => text)],
    ['places', { id: placeIds.slice(0, 100) }, 100, hostileStrings.slice(0, 100)],
    ['places', { id: placeIds.slice(100, 200) }, 100, hostileStrings.slice(100, 200)],
    ['places', { id: placeIds.slice(200) }, 50, hostileStrings.slice(200)],
    // Browsers percent-encode quotation marks in the file names of forms.
    ['files', { accountId: authorId }, 1, [fileName.replaceAll('"', '%22')]],
    ['accounts', { id: readerId }, 1, []],
    ['audit', { subjectId: first.story.id }, 1, []],
  ];
  await page.goto('/admin/itineraries');
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty({ timeout: 60_000 });
  for (const [resource, filter, , texts] of lists) {
    await look(`${adminListPath(resource, filter)}&perPage=100`, texts);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const cells = cellsOf(await readFile(await (await download).path(), 'utf8'));
    expect(cells.filter((cell) => /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))).toEqual([]);
    const cellTexts = new Set(cells.map((cell) => bare(cell.replace(/^'/, ''))));
    if (['stops', 'posts', 'places'].includes(resource)) expect(texts.filter((text) => !cellTexts.has(bare(text.replace(/^'/, ''))))).toEqual([]);
  }

  await page.setViewportSize({ width: 360, height: 740 });
  for (const [resource, filter] of lists) await look(`${adminListPath(resource, filter)}&perPage=100`, []);
  for (const { story, chunk } of written) await look(`/admin/itineraries/${story.id}/show`, chunk);
  await look(`/admin/itineraries/${first.story.id}/show`, reason.split('\n'));
  const [stopId] = first.stopIds;
  const [postId] = first.postIds;
  for (const [path, texts] of [
    [`itineraries/${first.story.id}`, first.chunk],
    [`stops/${stopId}/show`, first.chunk.slice(0, 1)],
    [`stops/${stopId}`, first.chunk.slice(0, 1)],
    [`posts/${postId}/show`, first.chunk.slice(0, 1)],
    [`posts/${postId}`, first.chunk.slice(0, 1)],
    [`days/${first.dayId}/show?itineraryId=${first.story.id}`, first.chunk],
    [`days/${first.dayId}?itineraryId=${first.story.id}`, first.chunk],
    [`reports/${first.reportId}/show`, first.chunk.slice(0, 8)],
    [`reports/${first.reportId}`, []],
    [`accounts/${readerId}/show`, [...aboutMe.split('\n'), ...reason.split('\n')]],
    [`accounts/${readerId}`, aboutMe.split('\n')],
    [`accounts/${authorId}/show`, []],
    [`places/${placeIds[0]}/show`, hostileStrings.slice(0, 1)],
    [`places/${placeIds[0]}`, hostileStrings.slice(0, 1)],
    ['queue', []],
    ...['', 'follows', 'reactions', 'images', 'files', 'chats', 'orders', 'places', 'countries', 'jobs', 'audit'].map((name) => [name, []] as const),
  ] as const)
    await look(`/admin/${path}`, texts);

  // The wide viewport, because the open menu of a small window would cover the page.
  await page.setViewportSize({ width: 1024, height: 700 });
  // Full load, because a list that is still opening writes its filter into the URL and would navigate back.
  await page.goto(`/admin/chats/${chatId}/show`);
  await page.getByRole('button', { name: 'Read it, with a reason' }).click();
  await page.getByRole('dialog').getByLabel('Why').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: 'Read it', exact: true }).click();
  await look(`/admin/chats/${chatId}/show`, question.split('\n'));

  await page.goto(adminListPath('posts', { itineraryId: first.story.id }));
  await page.getByRole('button', { name: 'All matching' }).click();
  await page.getByRole('menuitem', { name: 'Delete all matching' }).click();
  await expect(page.getByRole('dialog').getByText('10 match')).toBeVisible();
  found.push(...(await harm(page)));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill(first.story.id);
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('link')).toBeVisible();
  found.push(...(await harm(page)));
  expect([...found, ...events]).toEqual([]);
  await page.context().close();
}
