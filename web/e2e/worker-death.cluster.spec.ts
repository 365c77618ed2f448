import { expect, test } from './author.ts';
import { processesOf } from './cluster-processes.ts';

/** A step of a worker that died is given to the next after some seconds; on a busy machine that takes its time to come. */
const wholeWithin = 100_000;

test('a plan is whole although the worker of its tools is killed in its middle', async ({ page, author }) => {
  await page.goto('/itineraries/create');
  await page.getByRole('button', { name: 'Plan with the assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Travel assistant' });
  const input = panel.getByLabel('Message to the assistant');
  await input.fill('3 days in Lisbon with food and views');
  await input.press('Enter');
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit\?/);
  await expect(panel.locator('[data-suggestion=SUGGESTED]').first()).toBeVisible();

  const [worker = Number.NaN, ...others] = processesOf('worker');
  expect(others).toEqual([]);
  process.kill(worker, 'SIGKILL');
  await expect.poll(() => processesOf('worker').filter((pid) => pid !== worker).length).toBe(1);
  await expect(input).toBeDisabled();

  await expect(input).toBeEnabled({ timeout: wholeWithin });
  await expect(panel.getByText('Tell me what to change')).toBeVisible();
  const [, id = ''] = /itineraries\/([\da-f-]{36})/.exec(page.url()) ?? [];
  const { days = [], stops = [] } = await author.api.getItinerary({ params: { id }, query: { include: 'days,stops' } });
  expect(days).toHaveLength(3);
  for (const { stopIds } of days) expect(stopIds.length).toBeGreaterThan(1);
  expect(new Set(stops.map(({ title }) => title)).size).toBe(stops.length);
  await expect(panel.locator('[data-suggestion=SUGGESTED]')).toHaveCount(stops.length);
});
