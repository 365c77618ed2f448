// Some of it runs in the page.
/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { quartiles } from '../harness/quantiles.ts';
import { machine } from '../harness/report.ts';
import { firstVisit, launchBrowser, mapReady, quiet } from '../home/browser.ts';
import { builtBytes } from '../home/built-bytes.ts';
import { reportFigures } from '../home/figures.ts';
import { type Panned, panMap, pannedText, watchDrawing } from '../home/pan.ts';
import { startWholeProduct } from '../home/whole-product.ts';
import { makeLongStory, stops } from './long-story.ts';

/** A page is interactive at the end of the last task over 50 ms before so many quiet milliseconds. */
const rest = 2_500;
/** Of TREK v3.4.1 with as many places, without a processor made slower: see the README. */
const peer = { interactiveMs: 4_300, longTasks: 100, nodes: 51_700 };
const bars = { firstTextMs: 700, interactiveMs: 1_500, storyKilobytes: 120, longTasks: 0, nodes: 5_000 };

interface Opened {
  /** When its text is painted, which the server has drawn; milliseconds since the page was asked for. */
  firstText: number;
  /** The same until the page can be used. */
  interactive: number;
  nodes: number;
  /** Stops of the list that are in the document. */
  rows: number;
  panned: Panned;
}

async function open(browser: Browser, address: string): Promise<Opened> {
  const visit = await firstVisit(browser);
  await visit.page.addInitScript(watchDrawing);
  await visit.page.goto(address);
  await mapReady(visit.page);
  await quiet(visit.page, rest);
  const { fcp, longTasks } = await visit.observed();
  const last = longTasks.at(-1);
  const nodes = await visit.page.evaluate(() => document.querySelectorAll('*').length);
  const rows = await visit.page.locator('[data-index]').count();
  const panned = await panMap(visit.page, '.map-view canvas');
  await visit.close();
  return { firstText: fcp, interactive: last ? last.start + last.duration : 0, nodes, rows, panned };
}

/** A story of a thousand stops: when its page can be used, how much of it is in the document, and panning its map. */
export async function storyBench({ short }: { short: boolean }): Promise<boolean> {
  const times = short ? 2 : 5;
  const before = machine();
  execFileSync(process.execPath, [join(import.meta.dirname, '../../web/build.ts')], { stdio: 'inherit' });
  await using held = new AsyncDisposableStack();
  const product = await startWholeProduct();
  held.defer(product.stop);
  const id = await makeLongStory(product.port, product.token);
  const browser = await launchBrowser();
  held.defer(() => browser.close());
  const opened: Opened[] = [];
  for (let time = 0; time < times; time++) opened.push(await open(browser, `${product.origin}itineraries/${id}`));
  const firstText = quartiles(opened.map((one) => one.firstText));
  const { story } = builtBytes();
  const interactive = quartiles(opened.map((one) => one.interactive));
  const most = (of: (one: Opened) => number): number => Math.max(...opened.map(of));
  const worst = opened.toSorted((a, b) => b.panned.tasks.length - a.panned.tasks.length)[0];
  if (!worst) throw new Error('Nothing was opened');
  const inMs = `${interactive.median.toFixed(0)} ms (${interactive.low.toFixed(0)}-${interactive.high.toFixed(0)}), peer ${peer.interactiveMs}`;
  const figures = [
    {
      name: 'first text, cold',
      value: firstText.median,
      text: `${firstText.median.toFixed(0)} ms (${firstText.low.toFixed(0)}-${firstText.high.toFixed(0)})`,
      atMost: bars.firstTextMs,
    },
    { name: 'interactive, cold', value: interactive.median, text: inMs, atMost: bars.interactiveMs },
    {
      name: 'elements in the document',
      value: most(({ nodes }) => nodes),
      text: `${most(({ nodes }) => nodes)}, peer ${peer.nodes}`,
      atMost: bars.nodes,
    },
    { name: 'page beside the shell, without the map', value: story, text: `${story.toFixed(1)} kB gz`, atMost: bars.storyKilobytes },
    {
      name: 'rows of the list in the document',
      value: most(({ rows }) => rows),
      text: `${most(({ rows }) => rows)} of ${stops}`,
      atMost: stops / 10,
    },
    {
      name: 'tasks over 50 ms in 10 s of panning, worst load',
      value: worst.panned.tasks.length,
      text: `${pannedText(worst.panned)}; peer ${peer.longTasks}`,
      atMost: bars.longTasks,
      barText: '0',
    },
  ];
  return reportFigures('story', before, figures, { times, opened });
}
