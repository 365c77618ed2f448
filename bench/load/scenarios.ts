import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { textFieldOf, type Visit } from './visit.ts';

/** Journey of one visitor. */
interface Scenario {
  /** One-line description. */
  what: string;
  /** Percent of all visitors. */
  weight: number;
  run(visit: Visit): Promise<void>;
}

const read = (visit: Visit, path: string) => visit.ask('reads', { path });

/** Home page, its map, a story, one of its places, and reels. */
async function browse(visit: Visit): Promise<void> {
  const story = visit.pick(visit.stage.stories);
  await read(visit, '/api/itinerary-projections?limit=25');
  const [x, y] = [Math.floor(visit.random() * 8), Math.floor(visit.random() * 8)];
  await Promise.all([read(visit, '/api/tiles/stops/0/0/0'), read(visit, `/api/tiles/stops/3/${x}/${y}`)]);
  const { json } = await read(visit, `/api/itineraries/${story.id}?include=days,stops`);
  const stops: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'stops') : [];
  if (Array.isArray(stops) && stops.length > 0) await read(visit, `/api/itineraries/${story.id}/stops/${textFieldOf(visit.pick(stops), 'id')}`);
  await read(visit, '/api/itinerary-projections?limit=10&page=2');
}

/** Swaps two letters of a word: a common typing error. */
function misspelt(word: string, random: () => number): string {
  const at = Math.floor(random() * Math.max(1, word.length - 1));
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}

async function search(visit: Visit): Promise<void> {
  const words = visit
    .pick(visit.stage.stories)
    .title.split(/\s+/)
    .filter((word) => word.length > 2);
  const word = words.length > 0 ? visit.pick(words) : 'Lisbon';
  const q = encodeURIComponent(visit.random() < 0.4 ? misspelt(word, visit.random) : word);
  await visit.ask('search', { path: `/api/itineraries/search?q=${q}&limit=20` });
  await visit.ask('search', { path: `/api/itineraries/stops/search?q=${q}&limit=20` });
  const [west, south] = [visit.random() * 300 - 170, visit.random() * 100 - 60];
  const box = `southWestLng=${west}&southWestLat=${south}&northEastLng=${west + 10}&northEastLat=${south + 10}`;
  await visit.ask('search', { path: `/api/itineraries/by-bounds?${box}` });
}

/** Creates a story, publishes it, reads its own write, and edits it. */
async function write(visit: Visit): Promise<void> {
  const { token } = visit.somebody();
  const send = (method: 'POST' | 'PATCH', path: string, body: object) => visit.ask('writes', { method, path: `/api${path}`, body, token });
  const id = textFieldOf((await send('POST', '/itineraries', { title: `Load ${Math.floor(visit.random() * 1e9)}` })).json, 'id');
  const dayId = textFieldOf((await send('POST', `/itineraries/${id}/days`, { title: 'The day' })).json, 'id');
  for (let number = 1; number <= 2; number++) {
    const coordinates = { latitude: visit.random() * 100 - 50, longitude: visit.random() * 340 - 170 };
    const stop = { title: `Stop ${number}`, placeName: `Load place ${number}`, coordinates, dayIds: [dayId] };
    await send('POST', `/itineraries/${id}/stops`, stop);
  }
  const { position } = await send('PATCH', `/itineraries/${id}`, { visibility: 'PUBLIC' });
  await visit.ask('write-to-read', { path: `/api/itinerary-projections?ids=${id}`, after: position });
  await send('PATCH', `/itineraries/${id}`, { title: 'Told again' });
}

async function social(visit: Visit): Promise<void> {
  const { token, accountId } = visit.somebody();
  const story = visit.pick(visit.stage.stories);
  const send = (path: string, body: object) => visit.ask('writes', { method: 'POST', path, body, token });
  await send('/api/reactions', { reactableType: 'itinerary', reactableId: story.id, reactionType: 'like' });
  const { position } = await send('/api/posts', { postableType: 'itinerary', postableId: story.id, text: 'We want to go there too.' });
  const filter = encodeURIComponent(JSON.stringify({ postableId: story.id }));
  await visit.ask('write-to-read', { path: `/api/posts?filter=${filter}&limit=10`, token, after: position });
  await send('/api/saved-itineraries', { itineraryId: story.id });
  if (story.accountId !== accountId) await send('/api/follows', { followingId: story.accountId });
}

/** Uploads a picture and reads it. */
async function upload(visit: Visit): Promise<void> {
  const [r, g, b] = [visit.random() * 255, visit.random() * 255, visit.random() * 255];
  const bytes = await sharp({ create: { width: 1_200, height: 800, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], 'load.jpg', { type: 'image/jpeg' }));
  const { json } = await visit.ask('upload', { method: 'POST', path: '/api/files', body, token: visit.somebody().token });
  await read(visit, textFieldOf(json, 'url'));
}

/** Asks the assistant and reads its streamed answer to the end. */
async function chat(visit: Visit): Promise<void> {
  const begun = performance.now();
  const messages = [{ role: 'user', content: 'What is there to see in Lisbon?' }];
  const response = await visit.send({ method: 'POST', path: '/api/chat', body: { messages }, token: visit.somebody().token });
  const decoder = new TextDecoder();
  let [lines, isSilent] = ['', true];
  for await (const bytes of response.body ?? []) {
    lines += decoder.decode(bytes, { stream: true });
    // Codes of the data stream: 0 is text, 9 a tool call, 3 an error.
    if (isSilent && /^[09]:/m.test(lines)) {
      isSilent = false;
      visit.took('first-word', performance.now() - begun);
    }
  }
  if (isSilent || /^3:/m.test(lines)) throw new Error(`The answer ended without a word: ${lines.slice(-200)}`);
  visit.took('answer', performance.now() - begun);
}

const [pollEveryMs, polls] = [200, 100];

/** Buys credits in the Stripe sandbox, from the order to its fulfilment. */
async function checkout(visit: Visit): Promise<void> {
  const { packageId, origin } = visit.stage;
  if (packageId === null) return;
  const { token, accountId } = visit.somebody();
  const begun = performance.now();
  const orders = `/api/accounts/${accountId}/orders`;
  const { json, position } = await visit.ask('writes', { method: 'POST', path: orders, body: { packageId }, token });
  const path = `${orders}/${textFieldOf(json, 'id')}`;
  const orderWhen = async (isSo: (order: object) => boolean): Promise<object> => {
    for (let poll = 0; poll < polls; poll++, await pause(pollEveryMs)) {
      const { json: order } = await visit.ask('reads', { path, token, after: position });
      if (typeof order === 'object' && order !== null && isSo(order)) return order;
    }
    throw new Error('The order did not progress in time');
  };
  const address = textFieldOf(await orderWhen((order) => Reflect.get(order, 'stripeCheckoutUrl') !== null), 'stripeCheckoutUrl');
  if (!address.startsWith(`${origin}/sandbox/`)) throw new Error('Orders are paid at Stripe itself, which must not get load');
  const form = { body: new URLSearchParams({ do: 'pay' }), headers: { origin }, redirect: 'manual' } as const;
  const paid = await fetch(address, { method: 'POST', ...form });
  if (paid.status >= 400) throw new Error(`The sandbox answered ${paid.status}`);
  await orderWhen((order) => Reflect.get(order, 'status') === 'FULFILLED');
  visit.took('order', performance.now() - begun);
}

/** Hides or restores the comments of one story by filter, after a dry run. */
async function moderation(visit: Visit): Promise<void> {
  const token = visit.stage.people.moderator;
  const hidden = visit.random() < 0.5;
  const filter = encodeURIComponent(JSON.stringify({ postableId: visit.stage.discussedId, hidden: !hidden }));
  const path = `/api/posts?filter=${filter}`;
  const body = { hidden, reason: 'For a load test' };
  await visit.ask('bulk', { method: 'PATCH', path: `${path}&dryRun=true`, body, token });
  await visit.ask('bulk', { method: 'PATCH', path, body, token });
  await visit.ask('reads', { path: '/api/cases?limit=25', token });
}

/** All scenarios; `mix` runs them by weight. */
export const scenarios = {
  browse: { what: 'home, tiles of the map, cards, a story, a place, reels', weight: 64, run: browse },
  search: { what: 'stories, stops and a part of the map, with typing errors', weight: 15, run: search },
  write: { what: 'a story: create, days, stops, publish, read it as it is now, edit', weight: 8, run: write },
  social: { what: 'like, comment and read it, save, follow', weight: 8, run: social },
  upload: { what: 'a picture is uploaded and read', weight: 1, run: upload },
  chat: { what: 'a question to the assistant, whose answer is read to its end', weight: 2, run: chat },
  checkout: { what: 'credits bought in the sandbox of Stripe, until they are there', weight: 1, run: checkout },
  moderation: { what: 'comments hidden and restored by their filter, the queue', weight: 1, run: moderation },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
/** Names of all scenarios. */
export const scenarioNames = Object.keys(scenarios) as ScenarioName[]; // the keys are those of the object above
