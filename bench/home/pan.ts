// Some of it runs in the page.
/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import type { LongTask } from './browser.ts';

/** spec of the bar: how long the map is pushed about, milliseconds. */
export const panningMs = 10_000;
/** Pixels from side to side, and the pause between two moves of the pointer. */
const reach = 260;
const stepMs = 16;

declare global {
  interface Window {
    drawing: { tasks: { start: number; spent: number }[]; frames: number };
  }
}

/**
 * Runs in the page before anything of it: adds up the time that calls of WebGL take, per frame. Without a graphics card each of them waits for
 * the processor to draw, which is no work of the page.
 */
export function watchDrawing(): void {
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

export interface Panned {
  /** Tasks over 50 ms while the map was pushed about. */
  tasks: LongTask[];
  framesPerSecond: number;
  /** The same tasks without what WebGL calls took within them; those still over 50 ms. */
  withoutDrawing: LongTask[];
}

/** Pushes the map under the middle of `selector` about for ten seconds. */
export async function panMap(page: Page, selector: string): Promise<Panned> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`There is no map at ${selector}`);
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
  const { longTasks, drawn, frames, seconds } = await page.evaluate((from) => {
    const tasks = window.observed.longTasks.filter(({ start }) => start >= from);
    return { longTasks: tasks, drawn: window.drawing.tasks, frames: window.drawing.frames, seconds: (performance.now() - from) / 1_000 };
  }, began);
  const own = longTasks.map(({ start, duration }) => {
    const spent = drawn.filter((part) => part.start >= start && part.start <= start + duration).reduce((sum, part) => sum + part.spent, 0);
    return { start, duration: duration - spent };
  });
  return { tasks: longTasks, framesPerSecond: frames / seconds, withoutDrawing: own.filter(({ duration }) => duration > 50) };
}

const longest = (tasks: readonly LongTask[]): string =>
  tasks.length > 0 ? `, longest ${Math.max(...tasks.map(({ duration }) => duration)).toFixed(0)} ms` : '';

/** On one line: how many tasks were long, and how many of them without drawing in software. */
export const pannedText = ({ tasks, withoutDrawing, framesPerSecond }: Panned): string =>
  `${tasks.length}${longest(tasks)}; without WebGL calls ${withoutDrawing.length}${longest(withoutDrawing)}; ${framesPerSecond.toFixed(1)} frames/s`;
