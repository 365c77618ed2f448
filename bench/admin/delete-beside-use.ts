// Some of it runs in the page.
/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { storyId } from '../harness/numbered-ids.ts';
import { quantile } from '../harness/quantiles.ts';
import { numberText } from '../harness/report.ts';
import { firstVisit, type LongTask } from '../home/browser.ts';
import type { Figure } from '../home/figures.ts';
import { storyCount } from './fill.ts';
import { type Stage, signIn } from './stage.ts';

/** Rounds without a job, to compare with. */
const roundsBefore = 4;
/** How long nobody does anything after each round, milliseconds: what is a long task then is nobody's but the job's. */
const restMs = 4_000;
const jobWithinMs = 40 * 60_000;

/** What somebody noticed of one round of use, and of the rest after it. */
interface Round {
  inUse: LongTask[];
  atRest: LongTask[];
  /** Milliseconds that the round took. */
  took: number;
}

async function listOf(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Resources' }).getByRole('link', { name, exact: true }).click();
  // Comments name their stories: those of the list before are no rows of this one.
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
const storyRow = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByText(title, { exact: true }) })
    .first();

/** Opens another list, goes to its next page and back, and searches it. */
async function use(page: Page): Promise<void> {
  await listOf(page, 'Itineraries');
  await storyRow(page, 'Story 99').waitFor();
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await storyRow(page, 'Story 60').waitFor();
  await page.getByRole('button', { name: 'Go to previous page' }).click();
  await storyRow(page, 'Story 99').waitFor();
  const title = page.getByRole('textbox', { name: 'Title contains' });
  await title.fill('Story 7');
  await storyRow(page, 'Story 7').waitFor();
  await title.fill('');
  await storyRow(page, 'Story 99').waitFor();
  await listOf(page, 'Posts');
  await page.getByRole('main').getByRole('row').nth(1).waitFor();
}

const now = (page: Page): Promise<number> => page.evaluate(() => performance.now());

async function round(page: Page, observed: () => Promise<{ longTasks: LongTask[] }>): Promise<Round> {
  const begin = await now(page);
  await use(page);
  const end = await now(page);
  await page.waitForTimeout(restMs);
  const { longTasks } = await observed();
  // What the round began may end within the first second of the rest.
  const settled = end + 1_000;
  return {
    inUse: longTasks.filter(({ start }) => start >= begin && start < settled),
    atRest: longTasks.filter(({ start }) => start >= settled),
    took: end - begin,
  };
}

/** As a moderator does it: counted, typed, confirmed; answers when it is a job whose progress is in the tray. */
async function askToDelete(page: Page, count: number): Promise<void> {
  const filter = encodeURIComponent(JSON.stringify({ itineraryId: storyId(storyCount - 1) }));
  // Without loading the app anew, which would be work that the job has no part in.
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/admin/posts?filter=${filter}`);
  await page.getByRole('button', { name: 'All matching' }).click();
  await page.getByRole('menuitem', { name: 'Delete all matching' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete all matching posts' });
  await dialog.getByRole('textbox').fill(String(count));
  await dialog.getByRole('button', { name: 'Delete', exact: false }).last().click();
  // Nothing beside an open dialog is there for whoever is guided by roles.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('region', { name: 'Jobs' }).waitFor();
}

export interface Beside {
  before: Round[];
  meanwhile: Round[];
  /** Milliseconds from the click until the tray says that it is done. */
  jobMs: number;
}

async function beside(browser: Browser, origin: string, count: number): Promise<Beside> {
  const { page, observed, close } = await firstVisit(browser, 1, { serviceWorkers: 'block' });
  await signIn(page, `${origin}/admin/posts`);
  await page.goto(`${origin}/admin/posts`);
  // Pages are loaded when they are gone to for the first time.
  await use(page);
  const before: Round[] = [];
  for (let turn = 0; turn < roundsBefore; turn++) before.push(await round(page, observed));
  await askToDelete(page, count);
  const begin = performance.now();
  const ended = page.getByRole('region', { name: 'Jobs' }).getByText('Done', { exact: true });
  let jobMs = Number.NaN;
  const waiting = ended.waitFor({ timeout: jobWithinMs }).then(() => (jobMs = performance.now() - begin));
  const meanwhile: Round[] = [];
  while (Number.isNaN(jobMs)) meanwhile.push(await round(page, observed));
  await waiting;
  await close();
  return { before, meanwhile, jobMs };
}

const longest = (tasks: readonly LongTask[]): string => numberText(Math.max(0, ...tasks.map(({ duration }) => duration)));

/** Figures of what the job cost those who went on using the app. */
export function figuresBeside({ before, meanwhile, jobMs }: Beside, count: number): Figure[] {
  const perRound = (rounds: readonly Round[]): number =>
    quantile(
      rounds.map(({ inUse }) => inUse.length),
      0.5,
    );
  const took = (rounds: readonly Round[]): number =>
    quantile(
      rounds.map((one) => one.took),
      0.5,
    );
  const tasks = (rounds: readonly Round[], part: 'inUse' | 'atRest') => rounds.flatMap((one) => one[part]);
  const atRest = tasks(meanwhile, 'atRest');
  return [
    {
      name: 'tasks over 50 ms beside the job, nobody doing anything',
      value: atRest.length,
      text: `${atRest.length} in ${meanwhile.length} rests, longest ${longest(atRest)} ms; before it ${tasks(before, 'atRest').length}`,
      atMost: 0,
    },
    {
      name: 'tasks over 50 ms in a round of use, beside the job beyond before it',
      value: Math.max(0, perRound(meanwhile) - perRound(before)),
      text: `${perRound(meanwhile)} / ${perRound(before)}, longest ${longest(tasks(meanwhile, 'inUse'))} / ${longest(tasks(before, 'inUse'))} ms, ${meanwhile.length} / ${before.length} rounds`,
      atMost: 0,
    },
    {
      name: 'a round of use, beside the job / before it',
      value: took(meanwhile) / took(before),
      text: `${numberText(took(meanwhile))} / ${numberText(took(before))} ms`,
      atMost: null,
    },
    { name: `until ${count} are deleted`, value: jobMs, text: `${numberText(jobMs / 1000)} s`, atMost: null },
  ];
}

/** A moderator deletes very many comments by filter and goes on working in the same tab. @throws Error when not all are gone */
export async function deleteBesideUse(browser: Browser, { product, origin }: Pick<Stage, 'product' | 'origin'>, count: number): Promise<Figure[]> {
  const noticed = await beside(browser, origin, count);
  const filter = encodeURIComponent(JSON.stringify({ itineraryId: storyId(storyCount - 1) }));
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/posts?limit=1&filter=${filter}`, {
    headers: { authorization: `Bearer ${product.token}` },
  });
  const { total } = (await answer.json()) as { total: number }; // a list
  if (total > 0) throw new Error(`${total} comments are still there`);
  return figuresBeside(noticed, count);
}
