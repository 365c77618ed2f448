// What runs in the page is written here as well.
/// <reference lib="dom" />
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

/** A task that keeps the page from answering for longer than 50 ms. Milliseconds since the page was asked for. */
export interface LongTask {
  start: number;
  duration: number;
}

/** What the browser says of a page that has loaded. Times in milliseconds since it was asked for. */
export interface Observed {
  /** First paint of text or picture. */
  fcp: number;
  /** Largest contentful paint, and what it was. */
  lcp: number;
  lcpOf: string;
  cls: number;
  longTasks: LongTask[];
}

declare global {
  interface Window {
    observed: Observed;
  }
}

/** Runs in the page before anything of it. */
function observe(): void {
  const observed: Observed = { fcp: Number.NaN, lcp: Number.NaN, lcpOf: '', cls: 0, longTasks: [] };
  window.observed = observed;
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.fcp = startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    const { startTime, size, url, element } = entry as LargestContentfulPaint; // entries of this type
    observed.lcp = startTime;
    observed.lcpOf = `${element?.tagName ?? 'removed'} ${url.replace(/^.*\//, '')} ${size} px²`;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }; // entries of this type
    if (!hadRecentInput) observed.cls += value;
  });
  watch('longtask', ({ startTime, duration }) => observed.longTasks.push({ start: startTime, duration }));
}

interface LargestContentfulPaint extends PerformanceEntry {
  size: number;
  url: string;
  element: Element | null;
}

/** Of the end-to-end tests, which are another TypeScript project. */
interface ChromiumOfTests {
  chromiumArgs: string[];
  chromiumPath: () => Promise<string>;
}

/** The browser that the end-to-end tests run in. */
export async function launchBrowser(): Promise<Browser> {
  const { chromiumArgs, chromiumPath } = (await import(new URL('../../web/e2e/chromium.ts', import.meta.url).href)) as ChromiumOfTests; // see there
  return chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
}

export const desktop = { width: 1440, height: 900 };

export interface Visit {
  page: Page;
  observed: () => Promise<Observed>;
  close: () => Promise<void>;
}

/** A first visit: nothing is cached, nothing is remembered. `slowdown` divides the speed of the processor. */
export async function firstVisit(browser: Browser, slowdown = 1, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context: BrowserContext = await browser.newContext({ viewport: desktop, ...options });
  const page = await context.newPage();
  await page.addInitScript(observe);
  if (slowdown > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, observed: () => page.evaluate(() => window.observed), close: () => context.close() };
}

/** Longest that a map may take on a busy machine that draws in software, milliseconds. */
const mapPatience = 180_000;

/** Resolves when the map of the page has drawn its first view. */
export async function mapReady(page: Page): Promise<void> {
  await page.waitForSelector('.map-view[data-ready="true"]', { timeout: mapPatience });
}

/** Resolves when the page has had no long task for so many milliseconds. */
export async function quiet(page: Page, milliseconds: number): Promise<void> {
  await page.waitForFunction(
    (rest) => {
      const last = window.observed.longTasks.at(-1);
      return performance.now() - (last ? last.start + last.duration : 0) >= rest;
    },
    milliseconds,
    { timeout: mapPatience, polling: 100 },
  );
}
