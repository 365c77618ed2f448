// Some of it runs in the page.
/// <reference lib="dom" />
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { quartiles } from '../harness/quantiles.ts';
import { numberText, ratioText } from '../harness/report.ts';
import { firstVisit, type Visit } from '../home/browser.ts';
import type { Figure } from '../home/figures.ts';
import { barePath } from './door.ts';
import { signIn } from './stage.ts';

const bar = 1.5;
const listPath = '/admin/itineraries';

declare global {
  interface Window {
    /** When all rows of a page were there to be seen, milliseconds since it was asked for. */
    rowsAt: number | undefined;
  }
}

/** Runs in the page before anything of it: looks in every frame, and takes the time after the frame that has all rows was painted. */
function noteRows(): void {
  const look = (): void => {
    const rows = document.querySelectorAll('tbody tr');
    const told = rows.length >= 25 ? Array.from(rows).filter(({ textContent }) => /Story \d/.test(textContent ?? '')).length : 0;
    if (told < 25) requestAnimationFrame(look);
    else setTimeout(() => (window.rowsAt = performance.now()));
  };
  requestAnimationFrame(look);
}

async function rowsAt(page: Page, address: string): Promise<number> {
  await page.goto(address);
  const at = await page.waitForFunction(() => window.rowsAt);
  const value = await at.jsonValue();
  if (value === undefined) throw new Error('There were no rows');
  // What the app still does after its rows must not lie in the time of the next page.
  await page.waitForLoadState('networkidle');
  return value;
}

interface Pair {
  ours: number;
  bare: number;
}

/** Both in turn, ABBA, after one of each that does not count. */
async function pairsOf(count: number, one: (path: string) => Promise<number>): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let pair = -1; pair < count; pair++) {
    const measured: Pair = { ours: Number.NaN, bare: Number.NaN };
    for (const arm of pair % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const))
      measured[arm] = await one(arm === 'ours' ? listPath : barePath);
    if (pair >= 0) pairs.push(measured);
  }
  return pairs;
}

const noted = async (visit: Visit): Promise<Visit> => {
  await visit.page.addInitScript(noteRows);
  return visit;
};
const options: BrowserContextOptions = { serviceWorkers: 'block' };

/** In the tab of somebody who is signed in and has been to both pages before. */
async function warmPairs(browser: Browser, origin: string, count: number): Promise<{ pairs: Pair[]; session: Session }> {
  const { page, close } = await noted(await firstVisit(browser, 1, options));
  await signIn(page, `${origin}${listPath}`);
  // Scripts are compiled for good with the second visit.
  for (const path of [listPath, barePath, listPath, barePath]) await rowsAt(page, `${origin}${path}`);
  const pairs = await pairsOf(count, (path) => rowsAt(page, `${origin}${path}`));
  const session = { state: await page.context().storageState(), tab: await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>) };
  await close();
  return { pairs, session };
}

/** What a browser remembers of who is signed in. */
interface Session {
  state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
  tab: Record<string, string>;
}

/** In a browser that has never been here, but for the sign-in. */
const coldPairs = (browser: Browser, origin: string, { state, tab }: Session, count: number): Promise<Pair[]> =>
  pairsOf(count, async (path) => {
    const { page, close } = await noted(await firstVisit(browser, 1, { ...options, storageState: state }));
    await page.addInitScript((kept) => {
      for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
    }, tab);
    const at = await rowsAt(page, `${origin}${path}`);
    await close();
    return at;
  });

function figureOf(name: string, pairs: readonly Pair[], atMost: number | null): Figure {
  const ratio = quartiles(pairs.map(({ ours, bare }) => ours / bare));
  const [ours, bare] = (['ours', 'bare'] as const).map((arm) => quartiles(pairs.map((pair) => pair[arm])).median);
  return { name, value: ratio.median, text: `${ratioText(ratio)}, ${numberText(ours ?? 0)} / ${numberText(bare ?? 0)} ms`, atMost };
}

/** Until the rows of the first list are painted, beside a bare page that asks for the same and paints the same rows. */
export async function firstList(browser: Browser, origin: string, counts: { warm: number; cold: number }): Promise<Figure[]> {
  const warm = await warmPairs(browser, origin, counts.warm);
  const cold = await coldPairs(browser, origin, warm.session, counts.cold);
  return [figureOf('rows of the first list, warm / bare', warm.pairs, bar), figureOf('the same on a cold cache', cold, null)];
}
