import { ask, expectAnswerComplete, inputOf, itineraryIdIn, panelOf, tripQuestion } from './assistant-panel.ts';
import { anonymousApi } from './author.ts';
import { choosePhoto } from './choose-photo.ts';
import { processIdsOf } from './cluster-processes.ts';
import { unfoldDetails } from './editor.ts';
import { expect, signUp, test } from './visitor.ts';

// A new person has no account yet.
test.use({ expectedErrors: /404.*\/api\/accounts\/me|401.*\/api\/chat/ });

/** Timeout of an answer after its worker is killed, milliseconds. The lease of the worker must expire first. */
const wholeWithin = 100_000;

/** In a cluster, kills the worker that runs the tool calls of the assistant. */
async function killWorker(): Promise<void> {
  const [worker] = processIdsOf('worker');
  if (worker === undefined) return;
  process.kill(worker, 'SIGKILL');
  await expect.poll(() => processIdsOf('worker').filter((pid) => pid !== worker).length).toBe(1);
}

for (const { name, viewport } of [
  { name: 'a phone', viewport: { width: 360, height: 740 } },
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
])
  test(`On ${name} a trip planned by chat becomes a public story`, async ({ page, origin }) => {
    test.setTimeout(300_000);
    await page.setViewportSize(viewport);
    const suggested = panelOf(page).locator('[data-suggestion=SUGGESTED]');

    await test.step('ask, and sign up for it', async () => {
      await page.goto('/itineraries/create');
      await page.getByRole('button', { name: 'Plan with the assistant' }).click();
      await ask(page, tripQuestion);
      await page.getByRole('dialog', { name: 'Authentication Required' }).getByRole('button', { name: 'Sign Up' }).click();
      await signUp(page, 'planner');
      await expect(inputOf(page)).toHaveValue(tripQuestion);
      await inputOf(page).press('Enter');
    });

    const { id, planned } = await test.step('it is planned on the page', async () => {
      await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit\?/);
      await expect(suggested.first()).toBeVisible();
      await killWorker();
      await expectAnswerComplete(page, wholeWithin);
      const titles = await suggested.getByRole('link').allInnerTexts();
      expect(titles.length).toBeGreaterThan(6);
      expect(new Set(titles).size).toBe(titles.length);
      return { id: itineraryIdIn(page), planned: titles.length };
    });

    await test.step('one stop is declined', async () => {
      await suggested
        .first()
        .getByRole('button', { name: /^Decline / })
        .click();
      await expect(panelOf(page).getByText('Declined')).toBeVisible();
      await expect(suggested).toHaveCount(planned - 1);
    });

    await test.step('the second day is made slower, and is as it was again', async () => {
      await ask(page, 'make day 2 slower');
      await expectAnswerComplete(page, wholeWithin);
      await panelOf(page).getByRole('button', { name: 'Undo', exact: true }).last().click();
      await expect(panelOf(page).getByText('Undone.', { exact: true }).first()).toBeVisible();
      // The removed stop returns before all stops are accepted.
      await expect(suggested).toHaveCount(planned - 1);
    });

    await test.step('the rest is accepted', async () => {
      await panelOf(page).getByRole('button', { name: 'Accept all' }).first().click();
      await expect(suggested).toHaveCount(0);
      await expect(panelOf(page).locator('[data-suggestion=ACCEPTED]')).toHaveCount(planned - 1);
    });

    await test.step('it is published', async () => {
      await panelOf(page).getByRole('button', { name: 'Close the assistant' }).click();
      await unfoldDetails(page);
      await choosePhoto(page);
      const everyone = page.getByRole('radio', { name: 'Public' });
      await everyone.click();
      await expect(everyone).toBeChecked();
      const read = async () => (await anonymousApi(origin).getItinerary({ params: { id }, query: { include: 'stops' } })).stops ?? [];
      await expect
        .poll(() =>
          read().then(
            (stops) => stops.length,
            () => 0,
          ),
        )
        .toBe(planned - 1);
      expect((await read()).map(({ state }) => state)).toEqual(Array(planned - 1).fill('ACCEPTED'));
    });
  });
