// Some of it runs in the page.
/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type Quartiles, quartiles } from '../harness/quantiles.ts';
import { machine, numberText, ratioText } from '../harness/report.ts';
import { firstVisit, launchBrowser, mapReady, type Observed, quiet } from './browser.ts';
import { type BuiltBytes, builtBytes } from './built-bytes.ts';
import { type Figure, reportFigures } from './figures.ts';
import { type Panned, panMap, pannedText, watchDrawing } from './pan.ts';
import { serveStaticPage } from './static-page.ts';
import { startWholeProduct } from './whole-product.ts';

/** The processor is this many times slower while the first load is measured. */
const slowdown = 4;
/** A page counts as loaded when it has had no long task for so many milliseconds. */
const rest = 2_500;

const bars = { lcpRatio: 1.25, shell: 150, map: 330, worker: 150, panel: 45, cls: 0.02, longTasks: 0 };

/** In a browser of its own: a map that is being cleared away would slow down what is loaded after it. */
async function load(origin: string, hasMap: boolean): Promise<Observed> {
  const browser = await launchBrowser();
  const visit = await firstVisit(browser, slowdown);
  await visit.page.goto(origin);
  // The largest paint is only known when nothing larger can follow.
  if (hasMap) await mapReady(visit.page);
  await visit.page.waitForFunction(() => Number.isFinite(window.observed.lcp));
  if (hasMap) await quiet(visit.page, rest);
  const observed = await visit.observed();
  await browser.close();
  return observed;
}

interface Loads {
  ours: Observed[];
  still: Observed[];
}

/** Ours and the saved page in turn, ABBA, after one of each that does not count. */
async function loads(origin: string, stillOrigin: string, pairs: number): Promise<Loads> {
  const all: Loads = { ours: [], still: [] };
  const one = async (isOurs: boolean, counts: boolean): Promise<void> => {
    const observed = await load(isOurs ? origin : stillOrigin, isOurs);
    if (counts) (isOurs ? all.ours : all.still).push(observed);
  };
  for (let pair = -1; pair < pairs; pair++) {
    const oursFirst = pair % 2 === 0;
    await one(oursFirst, pair >= 0);
    await one(!oursFirst, pair >= 0);
  }
  return all;
}

async function panned(browser: Browser, origin: string): Promise<Panned> {
  const visit = await firstVisit(browser);
  await visit.page.addInitScript(watchDrawing);
  await visit.page.goto(origin);
  await mapReady(visit.page);
  await quiet(visit.page, rest);
  const result = await panMap(visit.page, '.map-view canvas');
  await visit.close();
  return result;
}

const size = (name: string, value: number, atMost: number | null): Figure => ({
  name,
  value,
  text: `${numberText(value)} kB gz`,
  atMost,
  barText: `<= ${atMost} kB`,
});

function figuresOf(bytes: BuiltBytes, ratio: Quartiles, { ours, still }: Loads, pan: Panned): Figure[] {
  const median = (all: Observed[]): number => quartiles(all.map(({ lcp }) => lcp)).median;
  const cls = Math.max(...ours.map((observed) => observed.cls));
  return [
    { name: 'LCP / that of the same page without scripts', value: ratio.median, text: ratioText(ratio), atMost: bars.lcpRatio },
    { name: 'LCP, ms', value: median(ours), text: `${numberText(median(ours))} / ${numberText(median(still))}`, atMost: null },
    { name: 'layout shift, worst load', value: cls, text: cls.toFixed(4), atMost: bars.cls },
    size('shell', bytes.shell, bars.shell),
    size('home page beside it', bytes.home, null),
    size('map', bytes.map, bars.map),
    size('worker of the map', bytes.worker, bars.worker),
    size('panel of the assistant, beside the shell', bytes.panel, bars.panel),
    size('and with its first answer', bytes.answer, null),
    { name: 'tasks over 50 ms in 10 s of panning', value: pan.tasks.length, text: pannedText(pan), atMost: bars.longTasks, barText: '0' },
  ];
}

/** The first load of the home page on a cold cache and a slow processor beside a page of the same looks without scripts, and panning its map. */
export async function homeBench({ short }: { short: boolean }): Promise<boolean> {
  const pairs = short ? 3 : 7;
  const before = machine();
  execFileSync(process.execPath, [join(import.meta.dirname, '../../web/build.ts')], { stdio: 'inherit' });
  const bytes = builtBytes();
  await using held = new AsyncDisposableStack();
  const product = await startWholeProduct();
  held.defer(product.stop);
  const browser = await launchBrowser();
  held.defer(() => browser.close());
  const { origin } = product;
  const still = await serveStaticPage(browser, origin);
  held.defer(still.stop);
  const all = await loads(origin, still.origin, pairs);
  const ratio = quartiles(all.ours.map(({ lcp }, pair) => lcp / (all.still[pair]?.lcp ?? Number.NaN)));
  const pan = await panned(browser, origin);
  console.log(`Largest paint: ours ${all.ours[0]?.lcpOf}, without scripts ${all.still[0]?.lcpOf}; ${still.files} files; software rendering`);
  return reportFigures('home', before, figuresOf(bytes, ratio, all, pan), { slowdown, pairs, loads: all, pan });
}
