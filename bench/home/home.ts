// Some functions run in the page.
/// <reference lib="dom" />
import { pairedRatios, runAlternately } from '../harness/comparison.ts';
import { quartiles } from '../harness/measurement.ts';
import { type Figure, numberText, ratioText, reportFigures } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import { firstVisit, launchBrowser, type WebVitals, waitUntilMapReady, waitUntilQuiet } from './browser.ts';
import { bundleSizes } from './bundle-sizes.ts';
import { openMapPage, panMap, panningText, quietMs } from './panning.ts';
import { serveStaticPage } from './static-page.ts';

/** CPU throttling factor of the first load. */
const slowdown = 4;

/** A first load in a separate browser, because the disposal of an earlier map would slow it down. */
async function load(origin: string, hasMap: boolean): Promise<WebVitals> {
  const browser = await launchBrowser();
  const visit = await firstVisit(browser, slowdown);
  await visit.page.goto(origin);
  // The largest contentful paint is final when nothing larger can follow.
  if (hasMap) await waitUntilMapReady(visit.page);
  await visit.page.waitForFunction(() => Number.isFinite(window.vitals.lcp));
  if (hasMap) await waitUntilQuiet(visit.page, quietMs);
  const vitals = await visit.vitals();
  await browser.close();
  return vitals;
}

const size = (name: string, value: number, atMost: number | null): Figure => ({ name: `${name}, kB gz`, value, text: numberText(value), atMost });

/** First load of the home page on a slow processor, compared with a copy without scripts; then panning its map. */
export async function homeBench({ short }: { short: boolean }): Promise<boolean> {
  const pairs = short ? 3 : 7;
  await using resources = new Resources();
  const { origin } = await resources.productWithPages();
  const browser = await resources.browser();
  const still = await serveStaticPage(browser, origin);
  resources.defer(still.stop);
  const [ours = [], copies = []] = await runAlternately([() => load(origin, true), () => load(still.origin, false)], pairs);
  const visit = await openMapPage(browser, origin);
  const panning = await panMap(visit);
  await visit.close();
  console.log(`Largest paint: ours ${ours[0]?.lcpElement}, without scripts ${copies[0]?.lcpElement}; ${still.files} files; software rendering`);
  const ratio = pairedRatios(ours, copies, ({ lcp }) => lcp);
  const lcp = (all: readonly WebVitals[]): number => quartiles(all.map((vitals) => vitals.lcp)).median;
  const cls = Math.max(...ours.map((vitals) => vitals.cls));
  const bytes = bundleSizes();
  const figures: Figure[] = [
    { name: 'LCP / LCP of the copy without scripts', value: ratio.median, text: ratioText(ratio), atMost: 1.25 },
    { name: 'LCP, ms', value: lcp(ours), text: `${numberText(lcp(ours))} / ${numberText(lcp(copies))}`, atMost: null },
    { name: 'layout shift, worst load', value: cls, text: cls.toFixed(4), atMost: 0.02 },
    size('shell', bytes.shell, 150),
    size('home page beside it', bytes.home, null),
    size('map', bytes.map, 330),
    size('worker of the map', bytes.worker, 150),
    size('assistant panel, beside the shell', bytes.panel, 45),
    size('its first answer', bytes.answer, null),
    { name: 'tasks over 50 ms in 10 s of panning', value: panning.tasks.length, text: panningText(panning), atMost: 0 },
  ];
  return reportFigures('home', resources.machine, figures, { slowdown, pairs, loads: { ours, copies }, panning });
}
