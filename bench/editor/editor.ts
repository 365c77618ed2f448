// Some of it runs in the page.
/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { quantile, quartiles } from '../harness/quantiles.ts';
import { machine } from '../harness/report.ts';
import { firstVisit, launchBrowser, mapReady, quiet, type Visit } from '../home/browser.ts';
import { reportFigures } from '../home/figures.ts';
import { startWholeProduct } from '../home/whole-product.ts';
import { makeLongStory, stops } from '../story/long-story.ts';

const bars = { firstKeyMs: 1_500, longTasks: 0, keystrokeMs: 16, rows: stops / 10 };
/** Quiet before something is measured, milliseconds. */
const rest = 2_500;
const typed = 'A thousand stops, and what one may say about them in a sentence.';

interface Edited {
  /** Until the first key that is typed into the title is seen, milliseconds since the page was asked for. */
  firstKey: number;
  /** Script of each key that is typed into the short description, milliseconds. */
  keystrokes: number[];
  /** Tasks over 50 ms while a stop is dragged over a day, milliseconds each. */
  dragging: number[];
  /** Rows of stops that are drawn. */
  rows: number;
}

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** Signs in as the ready traveller, and answers what a browser is then known by. */
async function signedIn(browser: Browser, origin: string): Promise<StorageState> {
  const visit = await firstVisit(browser);
  await visit.page.goto(`${origin}profile`);
  await visit.page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await visit.page.getByLabel('E-mail').fill('traveller@waystory.example');
  await visit.page.getByLabel('Password').fill('waystory');
  await visit.page.getByRole('button', { name: 'Sign in' }).click();
  // The sign-in is at the same origin.
  await visit.page.waitForURL((url) => !/^\/(idp|auth)/.test(url.pathname));
  // Whose account was made for a token has no name yet.
  await visit.page.getByLabel('Username').fill('bench_traveller');
  await visit.page.getByRole('button', { name: 'Continue' }).click();
  await visit.page.getByRole('button', { name: 'Skip' }).click();
  await visit.page.waitForLoadState('networkidle');
  const state = await visit.page.context().storageState();
  await visit.close();
  return state;
}

/** Opens the editor of a story and types at once. */
async function edit(browser: Browser, address: string, state: StorageState): Promise<Edited> {
  const visit = await firstVisit(browser, 1, { storageState: state });
  const { page } = visit;
  await page.goto(address);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.press('End');
  await title.press('!');
  const firstKey = await page.evaluate(
    () => new Promise<number>((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen(performance.now())))),
  );
  await mapReady(page);
  await quiet(page, rest);
  const keystrokes = await type(page);
  await quiet(page, rest);
  const dragging = await drag(visit);
  const rows = await page.getByRole('button', { name: /^Move Stop/ }).count();
  await visit.close();
  return { firstKey, keystrokes, dragging, rows };
}

/** The script that each key takes, from the event to its end. */
async function type(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const took: number[] = [];
    Object.assign(window, { took });
    let began = 0;
    addEventListener(
      'keydown',
      () => {
        began = performance.now();
      },
      { capture: true },
    );
    // The last of all listeners of the key: what React does with it is done by then.
    addEventListener('input', () => queueMicrotask(() => took.push(performance.now() - began)));
  });
  await page.getByRole('textbox', { name: 'Short description' }).click();
  await page.keyboard.type(typed, { delay: 60 });
  return page.evaluate(() => (window as unknown as { took: number[] }).took); // put there above
}

/** Drags a stop down its day and back. */
async function drag({ page, observed }: Visit): Promise<number[]> {
  const handle = page.getByRole('button', { name: 'Move Stop 3', exact: true });
  await handle.scrollIntoViewIfNeeded();
  const before = (await observed()).longTasks.length;
  const box = await handle.boundingBox();
  if (!box) throw new Error('The stop is out of sight');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const by of [1, 2, 3, 2, 1, 0, 1]) await page.mouse.move(x, y + by * 110, { steps: 20 });
  await page.mouse.up();
  return (await observed()).longTasks.slice(before).map(({ duration }) => duration);
}

/** The editor of a story of a thousand stops: when one can type, what a key costs, and whether a stop is dragged fluently. */
export async function editorBench({ short }: { short: boolean }): Promise<boolean> {
  const times = short ? 1 : 5;
  const before = machine();
  execFileSync(process.execPath, [join(import.meta.dirname, '../../web/build.ts')], { stdio: 'inherit' });
  await using held = new AsyncDisposableStack();
  const product = await startWholeProduct();
  held.defer(product.stop);
  const id = await makeLongStory(product.port, product.token);
  const browser = await launchBrowser();
  held.defer(() => browser.close());
  const state = await signedIn(browser, product.origin);
  const edited: Edited[] = [];
  for (let time = 0; time < times; time++) edited.push(await edit(browser, `${product.origin}itineraries/${id}/edit`, state));
  const firstKey = quartiles(edited.map((one) => one.firstKey));
  const keys = edited.flatMap(({ keystrokes }) => keystrokes).toSorted((a, b) => a - b);
  const worst = edited.map(({ dragging }) => dragging).toSorted((a, b) => b.length - a.length)[0] ?? [];
  const rows = Math.max(...edited.map((one) => one.rows));
  const figures = [
    {
      name: 'open to first key, cold',
      value: firstKey.median,
      text: `${firstKey.median.toFixed(0)} ms (${firstKey.low.toFixed(0)}-${firstKey.high.toFixed(0)})`,
      atMost: bars.firstKeyMs,
    },
    {
      name: 'script of a keystroke, p95',
      value: quantile(keys, 0.95),
      text: `${quantile(keys, 0.95).toFixed(1)} ms of ${keys.length} keys`,
      atMost: bars.keystrokeMs,
    },
    {
      name: 'tasks over 50 ms while dragging, worst load',
      value: worst.length,
      text: `${worst.length}${worst.length > 0 ? `, longest ${Math.max(...worst).toFixed(0)} ms` : ''}`,
      atMost: bars.longTasks,
      barText: '0',
    },
    { name: 'rows of stops that are drawn', value: rows, text: `${rows} of ${stops}`, atMost: bars.rows },
  ];
  return reportFigures('editor', before, figures, { times, edited });
}
