// Some functions run in the page.
/// <reference lib="dom" />
import type { Browser } from '@playwright/test';
import { firstVisit, type LongTask, type PageVisit, waitUntilMapReady, waitUntilQuiet } from './browser.ts';

/** Duration of panning, milliseconds. */
const panningMs = 10_000;
/** Largest horizontal distance of the pointer from its start, pixels, and pause between two moves, milliseconds. */
const reach = 260;
const stepMs = 16;
/** Length of the quiet window after which a page counts as loaded, milliseconds. */
export const quietMs = 2_500;

declare global {
  interface Window {
    drawing: { tasks: { start: number; spent: number }[]; frames: number };
  }
}

/**
 * Runs in the page, before its own scripts: adds up the time of WebGL calls in each frame. Without a graphics card, WebGL calls wait for the
 * processor to draw, which is no work of the page.
 */
function watchDrawing(): void {
  const drawing: Window['drawing'] = { tasks: [], frames: 0 };
  window.drawing = drawing;
  let current = { start: 0, spent: 0 };
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, unknown>; // its methods are wrapped by name
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(WebGL2RenderingContext.prototype))) {
    if (typeof value !== 'function' || name === 'constructor') continue;
    prototype[name] = function wrapped(this: unknown, ...values: unknown[]): unknown {
      const begin = performance.now();
      const result: unknown = value.apply(this, values);
      const end = performance.now();
      // Calls that are far apart belong to different tasks.
      if (begin - current.start > 5_000 || current.spent === 0) {
        current = { start: begin, spent: 0 };
        drawing.tasks.push(current);
      }
      current.spent += end - begin;
      return result;
    };
  }
  const frame = (): void => {
    drawing.frames += 1;
    current = { start: 0, spent: 0 };
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

export interface Panning {
  /** Long tasks during panning. */
  tasks: LongTask[];
  framesPerSecond: number;
  /** Tasks that take more than 50 ms even without their WebGL calls. */
  withoutDrawing: LongTask[];
}

/** Opens a page with a map and waits until both have loaded. */
export async function openMapPage(browser: Browser, address: string): Promise<PageVisit> {
  const visit = await firstVisit(browser);
  await visit.page.addInitScript(watchDrawing);
  await visit.page.goto(address);
  await waitUntilMapReady(visit.page);
  await waitUntilQuiet(visit.page, quietMs);
  return visit;
}

/** Pans the map of a page that `openMapPage` opened, for ten seconds. */
export async function panMap({ page }: PageVisit): Promise<Panning> {
  const box = await page.locator('.map-view canvas').boundingBox();
  if (!box) throw new Error('The page has no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.4];
  const began = await page.evaluate(() => {
    window.drawing.tasks.length = 0;
    window.drawing.frames = 0;
    return performance.now();
  });
  const until = Date.now() + panningMs;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; Date.now() < until; step++) {
    const angle = step / 25;
    await page.mouse.move(x + Math.sin(angle) * reach, y + (Math.cos(angle) - 1) * reach * 0.4);
    await page.waitForTimeout(stepMs);
  }
  await page.mouse.up();
  const { tasks, drawn, frames, seconds } = await page.evaluate((from) => {
    const longTasks = window.vitals.longTasks.filter(({ start }) => start >= from);
    return { tasks: longTasks, drawn: window.drawing.tasks, frames: window.drawing.frames, seconds: (performance.now() - from) / 1_000 };
  }, began);
  const withoutDrawing = tasks.map(({ start, duration }) => {
    const spent = drawn.filter((part) => part.start >= start && part.start <= start + duration).reduce((sum, part) => sum + part.spent, 0);
    return { start, duration: duration - spent };
  });
  return { tasks, framesPerSecond: frames / seconds, withoutDrawing: withoutDrawing.filter(({ duration }) => duration > 50) };
}

const longest = (tasks: readonly LongTask[]): string =>
  tasks.length > 0 ? `, longest ${Math.max(...tasks.map(({ duration }) => duration)).toFixed(0)} ms` : '';

/** Number of long tasks, and of those that are long without drawing in software. */
export const panningText = ({ tasks, withoutDrawing, framesPerSecond }: Panning): string =>
  `${tasks.length}${longest(tasks)}; without WebGL calls ${withoutDrawing.length}${longest(withoutDrawing)}; ${framesPerSecond.toFixed(1)} frames/s`;
