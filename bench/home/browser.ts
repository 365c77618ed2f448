// Some functions run in the page.
/// <reference lib="dom" />
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

/** Long task: blocks the page for more than 50 ms. Times in milliseconds since navigation. */
export interface LongTask {
  start: number;
  duration: number;
}

/** Web vitals of a page. Times in milliseconds since navigation. */
export interface WebVitals {
  /** First contentful paint. */
  fcp: number;
  /** Largest contentful paint, and its element. */
  lcp: number;
  lcpElement: string;
  /** Cumulative layout shift. */
  cls: number;
  longTasks: LongTask[];
}

declare global {
  interface Window {
    vitals: WebVitals;
  }
}

interface LargestContentfulPaint extends PerformanceEntry {
  size: number;
  url: string;
  element: Element | null;
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  const vitals: WebVitals = { fcp: Number.NaN, lcp: Number.NaN, lcpElement: '', cls: 0, longTasks: [] };
  window.vitals = vitals;
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.fcp = startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    const { startTime, size, url, element } = entry as LargestContentfulPaint; // entries of this type
    vitals.lcp = startTime;
    vitals.lcpElement = `${element?.tagName ?? 'removed'} ${url.replace(/^.*\//, '')} ${size} px²`;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }; // entries of this type
    if (!hadRecentInput) vitals.cls += value;
  });
  watch('longtask', ({ startTime, duration }) => vitals.longTasks.push({ start: startTime, duration }));
}

/** Module of the end-to-end tests, which are another TypeScript project. */
interface TestChromium {
  chromiumArgs: string[];
  chromiumPath: () => Promise<string>;
}

/** Launches the browser of the end-to-end tests. */
export async function launchBrowser(): Promise<Browser> {
  const { chromiumArgs, chromiumPath } = (await import(new URL('../../web/e2e/chromium.ts', import.meta.url).href)) as TestChromium; // exports of that module
  return chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
}

export interface PageVisit {
  page: Page;
  vitals: () => Promise<WebVitals>;
  close: () => Promise<void>;
}

/** First visit: empty cache and storage. @param slowdown divides the speed of the processor */
export async function firstVisit(browser: Browser, slowdown = 1, options: Parameters<Browser['newContext']>[0] = {}): Promise<PageVisit> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await page.addInitScript(observe);
  if (slowdown > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, vitals: () => page.evaluate(() => window.vitals), close: () => context.close() };
}

/** Timeout of a map, milliseconds: a busy machine without a graphics card needs minutes. */
const mapTimeout = 180_000;

/** Resolves when the map of the page has drawn its first view. */
export async function waitUntilMapReady(page: Page): Promise<void> {
  await page.waitForSelector('.map-view[data-ready="true"]', { timeout: mapTimeout });
}

/** Resolves when the page has had no long task for `milliseconds`. */
export async function waitUntilQuiet(page: Page, milliseconds: number): Promise<void> {
  await page.waitForFunction(
    (rest) => {
      const last = window.vitals.longTasks.at(-1);
      return performance.now() - (last ? last.start + last.duration : 0) >= rest;
    },
    milliseconds,
    { timeout: mapTimeout, polling: 100 },
  );
}
