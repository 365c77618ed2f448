import type { Locator, Page } from '@playwright/test';
import type { ChatMessage, ToolInvocation } from '@waystory/proto/assistant/message.ts';
import { answersOf, ask, expectAnswerComplete, inputOf, panelOf, tripQuestion } from './assistant-panel.ts';
import { expect, test } from './author.ts';
import { createStory } from './stories.ts';
import { axeFindings } from './tour.ts';

const rowsOf = (page: Page): Locator => answersOf(page).locator('> ol > li:not([aria-hidden])');

/** Asks a short question and resolves with the id of the new thread. */
async function begin(page: Page, text = 'Hello'): Promise<string> {
  await page.goto('/help?chatOpen=true&chatThreadId=new');
  await ask(page, text);
  await page.waitForURL(/chatThreadId=[\da-f-]{36}/);
  await expectAnswerComplete(page);
  return new URL(page.url()).searchParams.get('chatThreadId') ?? '';
}

const saidIn = async (page: Page): Promise<string[]> => (await rowsOf(page).locator('> div p[dir=auto]').allInnerTexts()).map((text) => text.trim());

test.describe('Question to the assistant', () => {
  test('can be edited in place or left unchanged, and an edit deletes the later messages', async ({ page }) => {
    await begin(page, 'Hello');
    await ask(page, 'Thank you');
    await expect(rowsOf(page)).toHaveCount(4);
    await expectAnswerComplete(page);
    const edit = panelOf(page).getByRole('button', { name: 'Edit and ask again' });
    await edit.first().click();
    const editor = panelOf(page).getByLabel('Edit your message');
    await expect(editor).toBeFocused();
    await expect(editor).toHaveValue('Hello');
    expect(await axeFindings(page, 'editor')).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('editor.png') });
    await editor.fill('Something else');
    await editor.press('Escape');
    await expect(panelOf(page)).toBeVisible();
    await expect(edit.first()).toBeFocused();
    expect(await saidIn(page)).toEqual(['Hello', 'Thank you']);

    await edit.first().press('Enter');
    await editor.fill('What can you do?');
    // The Enter key that confirms a suggestion of an input method does not submit the message.
    await editor.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await expect(editor).toBeVisible();
    await editor.press('Enter');
    await expect(rowsOf(page)).toHaveCount(2);
    await expectAnswerComplete(page);
    expect(await saidIn(page)).toEqual(['What can you do?']);
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(2);
    expect(await saidIn(page)).toEqual(['What can you do?']);
  });

  test('that is asked again has its answer replaced', async ({ page }) => {
    await begin(page, 'Hello');
    await panelOf(page).getByRole('button', { name: 'Ask again', exact: true }).click();
    await expectAnswerComplete(page);
    await expect(rowsOf(page)).toHaveCount(2);
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(2);
  });

  test('with markup and bidirectional control characters is shown as plain text in the thread and in the list of chats', async ({ page }) => {
    const text = '<img src=x onerror=alert(1)> \u202eevil\u202c \u200b\u2066**x**';
    page.on('dialog', () => expect('no dialog').toBe('a dialog'));
    await begin(page, text);
    const [said = ''] = await saidIn(page);
    expect(said).toContain('<img src=x onerror=alert(1)>');
    await panelOf(page).getByRole('button', { name: 'Earlier chats' }).click();
    const history = page.getByRole('dialog', { name: 'Earlier chats' });
    await expect(history.getByRole('button', { name: /<img src=x/ }).first()).toBeVisible();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

test.describe('Conversation in two tabs', () => {
  test.use({ expectedErrors: /409.*\/api\/chat/ });

  test('refuses a second message while an answer is written, and keeps its text in the input', async ({ page }) => {
    const trip = '2 days in Rome with art';
    const thread = await begin(page);
    const other = await page.context().newPage();
    await other.goto(`/help?chatOpen=true&chatThreadId=${thread}`);
    await expect(rowsOf(other)).toHaveCount(2);
    await expectAnswerComplete(other);
    await ask(page, trip);
    await expect(panelOf(page).getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await ask(other, 'And with a boat');
    await expect(panelOf(other).getByText('An answer is still being written in this conversation.')).toBeVisible();
    await expect(answersOf(other).getByText('Tell me what to change')).toHaveCount(1, { timeout: 60_000 });
    await expectAnswerComplete(other);
    await expect(inputOf(other)).toHaveValue('And with a boat');
    await expect(answersOf(other).getByText(trip, { exact: true })).toHaveCount(1);
    await inputOf(other).press('Enter');
    await expect(answersOf(other).getByText('And with a boat', { exact: true })).toHaveCount(1);
    await expectAnswerComplete(other);
    await other.close();
  });
});

/** Simulates that going offline breaks open connections, because Chromium keeps them open in tests. */
function breakWhenOffline(): void {
  const send = window.fetch;
  window.fetch = async (...request) => {
    const response = await send(...request);
    if (request[1]?.method !== 'POST' || !String(request[0]).endsWith('/api/chat')) return response;
    const breaking = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => window.addEventListener('offline', () => controller.error(new TypeError('network error'))),
    });
    return new Response(response.body?.pipeThrough(breaking) ?? null, response);
  };
}

test.describe('Assistant without a network', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/ });

  test('resumes an interrupted answer after the reconnection', async ({ page, context }) => {
    await page.addInitScript(breakWhenOffline);
    await page.goto('/help?chatOpen=true&chatThreadId=new');
    await ask(page, tripQuestion);
    await page.waitForURL(/\/edit\?.*chatThreadId=[\da-f-]{36}/);
    await context.setOffline(true);
    await expect(panelOf(page).getByRole('alert')).toContainText('The connection was lost');
    await context.setOffline(false);
    await expect(answersOf(page).getByText('Tell me what to change')).toHaveCount(1, { timeout: 60_000 });
    await expect(panelOf(page).getByRole('alert')).toHaveCount(0);
    await expectAnswerComplete(page);
    await expect(answersOf(page).getByText(tripQuestion, { exact: true })).toHaveCount(1);
  });
});

const blank = { annotations: [], toolInvocations: [], attachments: [], createdAt: '2026-01-01T00:00:00.000Z' };
const spoken = (role: 'user' | 'assistant', text: string): ChatMessage => ({
  ...blank,
  ...{ id: crypto.randomUUID(), role, content: text },
  parts: [{ type: 'text', text }],
});

test('Thread of 2000 messages opens at its end with at most 120 rows, and renders earlier rows when scrolled', async ({ page }) => {
  const thread = await begin(page);
  const answer = (number: number): string =>
    `**Answer ${number}**\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${'Words about a town. '.repeat(20)}`;
  const messages = Array.from({ length: 2_000 }, (_, at) => (at % 2 === 0 ? spoken('user', `Question ${at}`) : spoken('assistant', answer(at))));
  await page.route(`**/api/chat/${thread}`, (route) => route.fulfill({ json: messages }));
  await page.goto(`/help?chatOpen=true&chatThreadId=${thread}`);
  await expect(answersOf(page).getByText('Answer 1999', { exact: true })).toBeInViewport();
  expect(await rowsOf(page).count()).toBeLessThanOrEqual(120);
  const longest = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let last = performance.now();
        let [most, frames] = [0, 0];
        const log = document.querySelector('[role=log]');
        const look = (now: number): void => {
          most = Math.max(most, now - last);
          last = now;
          log?.scrollBy(0, -120);
          if (++frames < 60) requestAnimationFrame(look);
          else resolve(most);
        };
        requestAnimationFrame(look);
      }),
  );
  // A busy machine misses frames; rendering two thousand Markdown trees took seconds.
  expect(longest).toBeLessThan(1_000);
  // Scrolls back until the text is rendered.
  const readBackTo = (text: string): Promise<void> =>
    page.evaluate(async (sought) => {
      const log = document.querySelector('[role=log]');
      while (!log?.textContent?.includes(sought)) {
        log?.scrollBy(0, -400);
        await new Promise(requestAnimationFrame);
      }
    }, text);
  await readBackTo('Question 1700');
  expect(await rowsOf(page).count()).toBeLessThanOrEqual(420);
  await panelOf(page).getByRole('button', { name: 'Latest message' }).click();
  await expect(answersOf(page).getByText('Answer 1999', { exact: true })).toBeInViewport();
});

test.describe('Changes proposed after the assistant read a web page', () => {
  test.use({ expectedErrors: /409.*\/decisions/ });

  for (const { name, viewport, colorScheme } of [
    { name: 'phone-light', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
    { name: 'desktop-light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    { name: 'phone-dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
    { name: 'desktop-dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  ] as const)
    test(`show old and new text, and are made or declined by the user (${name})`, async ({ page, author }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const trip = await createStory(author.api, { title: 'Lisbon by the sea', days: [['Old church', 'Harbour']] });
      const { stops = [] } = await author.api.getItinerary({ params: { id: trip.id }, query: { include: 'stops' } });
      const thread = await begin(page);
      const calls = [
        { toolName: 'update_itinerary', args: { itineraryId: trip.id, title: 'Lisbon, as the page says' } },
        { toolName: 'update_stop', args: { itineraryId: trip.id, stopId: stops[0]?.id, startTime: '10:30' } },
        { toolName: 'remove_stop', args: { itineraryId: trip.id, stopId: stops[1]?.id } },
      ] as const;
      const invocations = calls.map((call): ToolInvocation => ({ ...call, step: 0, toolCallId: crypto.randomUUID(), state: 'call' }));
      let answer: ChatMessage = {
        ...spoken('assistant', 'The museum opens at half past ten. I would change this.'),
        toolInvocations: invocations,
        annotations: invocations.map(({ toolCallId }) => ({ type: 'proposal', toolCallId })),
      };
      await page.route(`**/api/chat/${thread}`, (route) => route.fulfill({ json: [spoken('user', 'When is it open?'), answer] }));
      let isElsewhere = false;
      await page.route(`**/api/chat/${thread}/decisions`, async (route) => {
        if (isElsewhere) return route.fulfill({ status: 409, contentType: 'application/problem+json', body: '{"code":"chat/decision-taken"}' });
        const { toolCallIds, decision } = route.request().postDataJSON() as { toolCallIds: string[]; decision: string }; // as: the panel sends this body
        const result =
          decision === 'ALLOWED' ? { id: trip.id, title: 'Done' } : { error: { code: 'tool/declined', detail: 'The user declined this change.' } };
        const toolInvocations = answer.toolInvocations.map(
          (call): ToolInvocation => (toolCallIds.includes(call.toolCallId) ? { ...call, state: 'result', result } : call),
        );
        answer = { ...answer, toolInvocations, annotations: [...answer.annotations, { type: 'decision', toolCallIds, decision }] };
        return route.fulfill({ json: answer });
      });
      await page.goto(`/help?chatOpen=true&chatThreadId=${thread}`);
      const card = panelOf(page).getByRole('region', { name: 'The assistant has read text by others, so it asks before it changes anything' });
      await expect(card.getByText('Lisbon, as the page says')).toBeVisible();
      await expect(card.locator('del').first()).toHaveText('Lisbon by the sea');
      await expect(card.locator('[data-change=WAITING]')).toHaveCount(3);
      expect(await axeFindings(page, `changes-${name}`)).toEqual([]);
      await page.screenshot({ path: `web/e2e/out/screens/assistant-changes-${name}.png` });

      await card.getByRole('button', { name: 'Don’t: Harbour' }).click();
      await expect(card.locator('[data-change=DECLINED]')).toHaveCount(1);
      await card.getByRole('button', { name: 'Allow all' }).click();
      await expect(card.locator('[data-change=DONE]')).toHaveCount(2);
      await expect(card.getByRole('button')).toHaveCount(0);
      await expect(panelOf(page).getByRole('button', { name: 'Go on', exact: true })).toBeVisible();
      await page.screenshot({ path: `web/e2e/out/screens/assistant-decided-${name}.png` });

      // The decision is refused with 409, because another tab has decided. The panel then shows the current state.
      const decided = answer;
      answer = { ...decided, toolInvocations: invocations, annotations: decided.annotations.slice(0, 3) };
      await page.reload();
      isElsewhere = true;
      await expect(card.locator('[data-change=WAITING]')).toHaveCount(3);
      answer = decided;
      await card.getByRole('button', { name: 'Allow all' }).click();
      await expect(card.locator('[data-change=DONE]')).toHaveCount(2);
    });
});
