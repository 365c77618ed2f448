// Some functions run in the page.
/// <reference lib="dom" />

import type { Browser } from '@playwright/test';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { quartiles } from '../harness/measurement.ts';
import type { Product } from '../harness/product.ts';
import { type Figure, reportFigures } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import { bundleSizes } from '../home/bundle-sizes.ts';
import { openMapPage, type Panning, panMap, panningText } from '../home/panning.ts';

const days = 30;
const stops = 1_000;
/** Degrees from one stop to the next, a few streets, and from one day to the next. */
const stopDistance = 0.011;
const dayDistance = 0.35;
/** Figures of TREK v3.4.1 with as many places, on an unthrottled processor. */
const peer = { interactiveMs: 4_300, longTasks: 100, nodes: 51_700 };

interface Opening {
  /** First paint of the text that the server rendered, milliseconds since navigation. */
  firstText: number;
  /** Time to interactive: end of the last long task before a quiet window, milliseconds. */
  interactive: number;
  nodes: number;
  /** Rows of the list in the document. */
  rows: number;
  panning: Panning;
}

async function open(browser: Browser, address: string): Promise<Opening> {
  const visit = await openMapPage(browser, address);
  const { fcp, longTasks } = await visit.vitals();
  const last = longTasks.at(-1);
  const nodes = await visit.page.evaluate(() => document.querySelectorAll('*').length);
  const rows = await visit.page.locator('[data-index]').count();
  const panning = await panMap(visit);
  await visit.close();
  return { firstText: fcp, interactive: last ? last.start + last.duration : 0, nodes, rows, panning };
}

/** The page of a story with a thousand stops: time to interactive, size of the document, and panning its map. */
export async function storyBench({ short }: { short: boolean }): Promise<boolean> {
  const times = short ? 2 : 5;
  await using resources = new Resources();
  const product = await resources.productWithPages();
  const id = await createStory(product);
  const browser = await resources.browser();
  const opened: Opening[] = [];
  for (let time = 0; time < times; time++) opened.push(await open(browser, `${product.origin}itineraries/${id}`));
  const worst = opened.toSorted((a, b) => b.panning.tasks.length - a.panning.tasks.length)[0]?.panning;
  if (!worst) throw new Error('Nothing was opened');
  const milliseconds = (name: string, of: (one: Opening) => number, atMost: number, beside = ''): Figure => {
    const { low, median, high } = quartiles(opened.map(of));
    return { name, value: median, text: `${median.toFixed(0)} ms (${low.toFixed(0)}-${high.toFixed(0)})${beside}`, atMost };
  };
  const most = (name: string, of: (one: Opening) => number, atMost: number, beside: string): Figure => {
    const value = Math.max(...opened.map(of));
    return { name, value, text: `${value}${beside}`, atMost };
  };
  const bytes = bundleSizes().story;
  const figures: Figure[] = [
    milliseconds('first text, cold', ({ firstText }) => firstText, 700),
    milliseconds('interactive, cold', ({ interactive }) => interactive, 1_500, `, peer ${peer.interactiveMs}`),
    most('elements in the document', ({ nodes }) => nodes, 5_000, `, peer ${peer.nodes}`),
    { name: 'page beside the shell, without the map, kB gz', value: bytes, text: bytes.toFixed(1), atMost: 120 },
    most('rows of the list in the document', ({ rows }) => rows, stops / 10, ` of ${stops}`),
    {
      name: 'tasks over 50 ms in 10 s of panning, worst load',
      value: worst.tasks.length,
      text: `${panningText(worst)}; peer ${peer.longTasks}`,
      atMost: 0,
    },
  ];
  return reportFigures('story', resources.machine, figures, { times, opened });
}

/** Creates a public story through the API, each stop at a place of its own. @returns its id */
async function createStory({ port, token }: Product): Promise<string> {
  const routes = { ...itineraryRoutes, ...dayRoutes, ...stopRoutes };
  const client = createClient(routes, { baseUrl: `http://127.0.0.1:${port}/api`, token: async () => token });
  const { id } = await client.createItinerary({
    body: { title: 'Thirty days across Iberia', shortDescription: 'A thousand stops, day after day.', visibility: 'PUBLIC' },
  });
  const params = { itineraryId: id };
  const dayIds: string[] = [];
  for (let day = 0; day < days; day++) dayIds.push((await client.addDay({ params, body: { title: `Day ${day + 1}` } })).id);
  for (let stop = 0; stop < stops; stop++) {
    const day = Math.floor((stop * days) / stops);
    const within = stop % Math.ceil(stops / days);
    const coordinates = {
      latitude: 37 + Math.floor(day / 6) * dayDistance * 2 + (within % 6) * stopDistance,
      longitude: -8.5 + (day % 6) * dayDistance * 3 + within * stopDistance,
    };
    const description = 'A square with arcades, a fountain, and a café that opens late.';
    await client.addStop({ params, body: { title: `Stop ${stop + 1}`, description, dayIds: dayIds.slice(day, day + 1), coordinates } });
  }
  return id;
}
