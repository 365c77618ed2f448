import type { Page } from '@playwright/test';
import { answersOf, ask, expectAnswerComplete, inputOf, itineraryIdIn, panelOf, tripQuestion } from './assistant-panel.ts';
import { type Author, expect, test } from './author.ts';
import { axeFindings } from './tour.ts';

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Travel assistant', exact: false }).first().click();
  await expect(inputOf(page)).toBeVisible();
}

const stopsOf = async ({ api }: Author, id: string): Promise<string[]> =>
  ((await api.getItinerary({ params: { id }, query: { include: 'stops' } })).stops ?? []).map(({ title }) => title);

async function stopsOnDay({ api }: Author, id: string, number: number): Promise<number> {
  const { days = [] } = await api.getItinerary({ params: { id }, query: { include: 'days' } });
  return days.find((day) => day.number === number)?.stopIds.length ?? 0;
}

for (const { name, viewport } of [
  { name: 'a phone', viewport: { width: 360, height: 740 } },
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
])
  test.describe(`On ${name}`, () => {
    test.use({ viewport });

    test('the assistant streams a plan for three days, whose stops can be declined or accepted and persist after a reload', async ({
      page,
      author,
    }) => {
      await page.goto('/itineraries/create');
      await page.getByRole('button', { name: 'Plan with the assistant' }).click();
      await expect(panelOf(page).getByRole('heading', { name: 'Where would you like to go?' })).toBeVisible();
      await expect(panelOf(page).getByRole('list', { name: 'Examples' }).getByRole('button')).toHaveCount(3);
      expect(await axeFindings(page, 'welcome')).toEqual([]);

      await ask(page, tripQuestion);
      await expect(inputOf(page)).toBeDisabled();
      await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit\?.*chatThreadId=[\da-f-]{36}/);
      await expect(page.getByText('Your itinerary is created.', { exact: true })).toBeVisible();
      expect(await panelOf(page).locator('[data-tool]').count()).toBeLessThanOrEqual(3);
      await expectAnswerComplete(page);
      const id = itineraryIdIn(page);
      const planned = await stopsOf(author, id);
      expect(planned.length).toBeGreaterThan(6);
      await expect(panelOf(page).locator('[data-suggestion=SUGGESTED]')).toHaveCount(planned.length);
      expect(await axeFindings(page, 'answer')).toEqual([]);

      const [first = ''] = planned;
      await panelOf(page)
        .getByRole('button', { name: `Decline ${first}` })
        .click();
      await expect(panelOf(page).getByText('Declined')).toBeVisible();
      await panelOf(page).getByRole('button', { name: 'Accept day 3' }).click();
      await expect(panelOf(page).getByText('Accepted', { exact: true })).toHaveCount(await stopsOnDay(author, id, 3));
      expect(await stopsOf(author, id)).toEqual(planned.slice(1));
      if (viewport.width > 1_000) {
        // The page beside the panel shows the current plan.
        await expect(
          page
            .getByRole('main')
            .getByRole('link', { name: planned[1] ?? '' })
            .first(),
        ).toBeVisible();
        await expect(page.getByRole('main').getByRole('link', { name: first, exact: true })).toHaveCount(0);
      }

      const said = await answersOf(page).getByRole('listitem').filter({ hasText: 'Tell me what to change' }).first().innerText();
      await page.reload();
      await expect(answersOf(page).getByText(tripQuestion)).toBeVisible();
      await expect(answersOf(page).getByText('Tell me what to change')).toHaveCount(1);
      await expect(panelOf(page).getByText('Declined')).toBeVisible();
      expect(await answersOf(page).getByRole('listitem').filter({ hasText: 'Tell me what to change' }).first().innerText()).toBe(said);

      await panelOf(page).getByRole('link', { name: 'View Itinerary' }).click();
      await page.waitForURL((url) => url.pathname === `/itineraries/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: /Lisbon/ })).toBeVisible();
      if (viewport.width < 768) await expect(panelOf(page)).toBeHidden();
      else await expect(panelOf(page)).toBeVisible();
    });

    test('the assistant opens and closes on every page, with chatOpen in the URL', async ({ page }) => {
      for (const path of ['/', '/help', '/search', '/my-itineraries', '/profile']) {
        await page.goto(path);
        await openPanel(page);
        expect(new URL(page.url()).searchParams.get('chatOpen')).toBe('true');
        await panelOf(page).getByRole('button', { name: 'Close the assistant' }).click();
        await expect(panelOf(page)).toBeHidden();
        expect(new URL(page.url()).searchParams.has('chatOpen')).toBe(false);
      }
    });
  });

test('Assistant opens with Ctrl+J and closes with Escape; Shift+Enter breaks the line, and the draft is in the URL and kept after closing', async ({
  page,
}) => {
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(inputOf(page)).toBeFocused();
  await expect(panelOf(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await page.keyboard.type('Two lines');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('of text');
  await expect(inputOf(page)).toHaveValue('Two lines\nof text');
  await page.waitForURL((url) => url.searchParams.get('chat-input') === 'Two lines\nof text');
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(inputOf(page)).toHaveValue('Two lines\nof text');
});

test('Example question that was sent is removed from the URL, and a draft in the URL stays while its thread loads', async ({ page, browser }) => {
  await page.goto('/help?chatOpen=true');
  await panelOf(page).getByRole('list', { name: 'Examples' }).getByRole('button').first().click();
  await page.waitForURL((url) => !url.searchParams.has('chat-input') && ![null, 'new'].includes(url.searchParams.get('chatThreadId')));
  await expectAnswerComplete(page);
  expect(new URL(page.url()).searchParams.has('chat-input')).toBe(false);
  const thread = new URL(page.url()).searchParams.get('chatThreadId') ?? '';
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await elsewhere.newPage();
  await other.addInitScript(() => localStorage.removeItem('waystory_chat_drafts'));
  await other.goto(`/help?chatOpen=true&chatThreadId=${thread}&chat-input=Make+day+1+slower`);
  await expect(answersOf(other).getByText('Tell me what to change')).toHaveCount(1);
  await expect(inputOf(other)).toHaveValue('Make day 1 slower');
  expect(new URL(other.url()).searchParams.get('chat-input')).toBe('Make day 1 slower');
  await elsewhere.close();
});

test('Answer of the assistant can be stopped and continued, a message copied, and the thread reopened from the list of chats', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/help?chatOpen=true');
  await ask(page, 'A slow week in Kyoto with temples');
  await panelOf(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panelOf(page).getByText('You stopped this answer.')).toBeVisible();
  await expect(inputOf(page)).toBeFocused();
  await expect(panelOf(page).getByRole('button', { name: 'Ask again', exact: true })).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'Go on', exact: true }).click();
  await expect(panelOf(page).getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await expectAnswerComplete(page);
  // The question appears once, because continuing an answer does not send it again.
  await expect(answersOf(page).getByText('A slow week in Kyoto with temples', { exact: true })).toHaveCount(1);
  await expect(panelOf(page).locator('[data-suggestion]').first()).toBeVisible();

  await panelOf(page).getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByText('Copied.', { exact: true })).toBeVisible();
  await expect(panelOf(page).locator('[data-copied]')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A slow week in Kyoto with temples');
  await expect(panelOf(page).locator('[data-copied]')).toBeHidden();

  await panelOf(page).getByRole('button', { name: 'New chat' }).click();
  await page.waitForURL((url) => url.searchParams.get('chatThreadId') === 'new');
  await expect(answersOf(page).getByText('A slow week in Kyoto with temples')).toHaveCount(0);
  await panelOf(page).getByRole('button', { name: 'Earlier chats' }).click();
  const history = page.getByRole('dialog', { name: 'Earlier chats' });
  const all = history.getByRole('radio', { name: 'All chats' });
  // The list first shows the threads about the open itinerary, so all threads are selected.
  await expect(all.or(history.getByRole('region', { name: 'Today' })).first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await history
    .getByRole('region', { name: 'Today' })
    .getByRole('button', { name: /^A slow week in Kyoto with temples \d+m ago/ })
    .first()
    .click();
  await expect(answersOf(page).getByText('A slow week in Kyoto with temples').first()).toBeVisible();
});

/** Creates a trip of two days in Lisbon with six stops on the second day. */
async function fullDays({ api }: Author): Promise<string> {
  const { id } = await api.createItinerary({ body: { title: 'Lisbon, full', daysCount: 2 } });
  const { dayIds } = await api.getItinerary({ params: { id } });
  const places: [string, number, number][] = [
    ['Praça do Comércio', 38.7075, -9.1364],
    ['Sé de Lisboa', 38.7098, -9.1325],
    ['Castelo de São Jorge', 38.7139, -9.1335],
    ['Miradouro da Graça', 38.7167, -9.1312],
    ['Panteão Nacional', 38.715, -9.1247],
    ['Museu do Fado', 38.7113, -9.1276],
  ];
  for (const [title, latitude, longitude] of places) {
    const at = { coordinates: { latitude, longitude }, placeName: title, dayIds: dayIds.slice(1) };
    await api.addStop({ params: { itineraryId: id }, body: { title, durationMinutes: 60, ...at } });
  }
  return id;
}

/** Stops of the second day in order: id, title and duration. */
async function secondDay({ api }: Author, id: string): Promise<string[]> {
  const { days = [], stops = [] } = await api.getItinerary({ params: { id }, query: { include: 'days,stops' } });
  const onDay = days.find(({ number }) => number === 2)?.stopIds.map((stopId) => stops.find((stop) => stop.id === stopId));
  return (onDay ?? []).map((stop) => `${stop?.id} ${stop?.title} ${stop?.durationMinutes}`);
}

test('Undo of an answer restores the stops, also after a reload, and keeps and lists fields changed later', async ({ page, author }) => {
  const id = await fullDays(author);
  const before = await secondDay(author, id);
  await page.goto(`/itineraries/${id}/edit?chatOpen=true`);
  await ask(page, 'make day 2 slower');
  await expectAnswerComplete(page);
  const slower = await secondDay(author, id);
  expect(slower).not.toEqual(before);

  const undo = panelOf(page).getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  await expect(panelOf(page).getByText('Undone.', { exact: true }).first()).toBeVisible();
  const redo = panelOf(page).getByRole('button', { name: 'Redo', exact: true });
  await expect(redo).toBeFocused();
  expect(await secondDay(author, id)).toEqual(before);
  await panelOf(page)
    .getByRole('button', { name: /steps?$/ })
    .click();
  await expect(panelOf(page).locator('[data-tool][data-state=reversed]').first()).toBeVisible();
  expect(await axeFindings(page, 'taken back')).toEqual([]);
  await redo.click();
  await expect(undo).toBeFocused();
  expect(await secondDay(author, id)).toEqual(slower);

  await page.reload();
  const [stop] = slower;
  const params = { itineraryId: id, id: stop?.split(' ')[0] ?? '' };
  await author.api.patchStop({ params, body: { durationMinutes: 15 } });
  await undo.click();
  await expect(panelOf(page).locator('[data-reversal=takenBack]')).toContainText(/duration of “.+”, which was changed later/);
  expect((await author.api.getItineraryStop({ params })).durationMinutes).toBe(15);
  expect((await secondDay(author, id)).slice(1).map((one) => one.split(' ')[0])).toEqual(before.slice(1).map((one) => one.split(' ')[0]));
  await page.reload();
  await expect(panelOf(page).locator('[data-reversal=takenBack]')).toContainText('which was changed later');
  await expect(redo).toBeVisible();
});

test('Undo of an answer deletes the itinerary it created, and redo restores and opens it', async ({ page, author }) => {
  await page.goto('/help?chatOpen=true');
  await ask(page, tripQuestion);
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit/);
  await expectAnswerComplete(page);
  const id = itineraryIdIn(page);
  const planned = await stopsOf(author, id);
  await panelOf(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await page.waitForURL('**/my-itineraries?*');
  await expect(panelOf(page).getByText('Undone.', { exact: true }).first()).toBeVisible();
  await expect(panelOf(page).getByRole('link', { name: 'View Itinerary' })).toHaveCount(0);
  await expect(panelOf(page).locator('[data-suggestion=REVERSED]')).toHaveCount(planned.length);
  await expect(page.getByRole('main').locator(`a[href*="${id}"]`)).toHaveCount(0);
  await panelOf(page).getByRole('button', { name: 'Redo', exact: true }).click();
  await page.waitForURL(`**/itineraries/${id}/edit?*`);
  await expect(panelOf(page).locator('[data-suggestion=SUGGESTED]')).toHaveCount(planned.length);
  expect(await stopsOf(author, id)).toEqual(planned);
});

test('Answer of the assistant continues after a reload while it streams', async ({ page }) => {
  await page.goto('/help?chatOpen=true');
  await ask(page, tripQuestion);
  await page.waitForURL(/\/edit\?.*chatThreadId=[\da-f-]{36}/);
  await page.reload();
  await expect(panelOf(page).getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await expect(answersOf(page).getByText('Tell me what to change')).toHaveCount(1, { timeout: 60_000 });
  await expectAnswerComplete(page);
  await expect(answersOf(page).getByText(tripQuestion, { exact: true })).toHaveCount(1);
});

/** Breaks the first answer after this many bytes, as if the network were lost. */
function cutFirstAnswer(after: number): void {
  const send = window.fetch;
  let isCut = false;
  window.fetch = async (...request) => {
    const response = await send(...request);
    if (isCut || request[1]?.method !== 'POST' || !String(request[0]).endsWith('/api/chat')) return response;
    isCut = true;
    let seen = 0;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        if (seen > after) controller.error(new TypeError('network error'));
        else controller.enqueue(bytes);
        seen += bytes.length;
      },
    });
    return new Response(response.body?.pipeThrough(cut) ?? null, response);
  };
}

test('Answer of the assistant interrupted by a network error resumes without a click and appears once', async ({ page }) => {
  await page.addInitScript(cutFirstAnswer, 2_000);
  await page.goto('/help?chatOpen=true');
  await ask(page, tripQuestion);
  await expect(answersOf(page).getByText('Tell me what to change')).toHaveCount(1, { timeout: 60_000 });
  await expect(panelOf(page).getByRole('alert')).toHaveCount(0);
  await expectAnswerComplete(page);
  await expect(answersOf(page).getByText(tripQuestion, { exact: true })).toHaveCount(1);
});

test.describe('Assistant without a session', () => {
  test.use({ expectedErrors: /404.*\/api\/accounts\/me/ });
  test('shows the login prompt and keeps the typed text', async ({ stranger }) => {
    await stranger.goto('/help?chatOpen=true');
    await ask(stranger, tripQuestion);
    await expect(stranger.getByRole('dialog', { name: 'Authentication Required' })).toBeVisible();
    await expect(stranger.getByText('You need to be logged in to use this feature.')).toBeVisible();
    expect(new URL(stranger.url()).searchParams.get('chat-input')).toBe(tripQuestion);
  });
});

test.describe('Assistant that cannot answer', () => {
  test.use({ expectedErrors: /(401|402|500|409).*\/api\/chat|ERR_FAILED/ });

  test('shows the error of a 500 in the panel and in a toast, and keeps the question', async ({ page }) => {
    await page.route('**/api/chat', (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'The model is out for lunch' }));
    await page.goto('/help?chatOpen=true');
    await ask(page, tripQuestion);
    await expect(page.getByText('The model is out for lunch', { exact: true }).first()).toBeVisible();
    await expect(panelOf(page).getByRole('alert')).toContainText('The assistant could not answer.');
    await expect(inputOf(page)).toHaveValue(tripQuestion);
    await expect(inputOf(page)).toBeEnabled();
  });

  test('shows the login prompt after the session has expired', async ({ page }) => {
    await page.route('**/api/chat', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"auth/required"}' }),
    );
    await page.goto('/help?chatOpen=true');
    await ask(page, tripQuestion);
    await expect(page.getByRole('dialog', { name: 'Authentication Required' })).toBeVisible();
  });

  test('disables the input without credits and links to the profile', async ({ page }) => {
    await page.route('**/api/accounts/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), credits: 0 } });
    });
    await page.goto('/help?chatOpen=true');
    await expect(inputOf(page)).toBeDisabled();
    await panelOf(page)
      .getByRole('link', { name: /credits/ })
      .click();
    await page.waitForURL((url) => url.pathname === '/profile');
  });
});
