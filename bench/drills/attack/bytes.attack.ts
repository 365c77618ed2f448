import { mostStoryBytes } from '@waystory/proto/itineraries/story-size.ts';
import type { Attack, Stage } from './stage.ts';

/** Most that an answer about bad input may have, bytes, and most that the page of the largest story may have. */
const [mostErrorBytes, mostPageBytes] = [50_000, 1_000_000];
/** Longest that somebody else waits meanwhile, milliseconds. */
const patience = 2_000;
const readers = 24;

/** What costs by bytes: a story as large as it may be, bad input of many fields, pictures; and whether others wait for it. */
export const bytesAttack: Attack = {
  name: 'bytes',
  settings: { PAGES_PER_MINUTE: '0', READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0' },
  async run(stage) {
    await send(stage, 'POST', '/accounts', {});
    const path = await largestStory(stage);
    await manyReaders(stage, path);
    await badInput(stage);
    await sandboxes(stage);
  },
};

const send = ({ origin, tokens }: Stage, method: string, path: string, body: object): Promise<Response> =>
  fetch(`${origin}/api${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${tokens.traveller}`, 'content-type': 'application/json' },
  });

/** Adds stops of long texts until the story is full. */
async function largestStory(stage: Stage): Promise<string> {
  const { id } = Object(await (await send(stage, 'POST', '/itineraries', { title: 'As full as it gets', visibility: 'PUBLIC' })).json());
  const stop = { title: 'Full', description: '山'.repeat(4_000), coordinates: { latitude: 38.7, longitude: -9.1 } };
  let code = '';
  for (let count = 0; count < 1_000 && code === ''; count++) {
    const answer = await send(stage, 'POST', `/itineraries/${id}/stops`, stop);
    code = answer.ok ? '' : String(Object(await answer.json()).code);
    if (answer.ok) await answer.body?.cancel();
  }
  stage.tally.record(code === 'itinerary/too-large', `a story ends at ${mostStoryBytes} bytes: ${code}`);
  return `/itineraries/${id}`;
}

async function manyReaders({ origin, tally }: Stage, path: string): Promise<void> {
  const page = (): Promise<Response> => fetch(`${origin}${path}`, { headers: { accept: 'text/html' } });
  const { byteLength } = await (await page()).arrayBuffer();
  tally.record(byteLength < mostPageBytes, `its page embeds ${byteLength} bytes`);
  let isDone = false;
  const reading = Promise.all(Array.from({ length: readers }, async () => (await page()).arrayBuffer())).finally(() => {
    isDone = true;
  });
  let longest = 0;
  do {
    const began = performance.now();
    await (await fetch(`${origin}/api/countries`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - began);
  } while (!isDone);
  await reading;
  tally.record(longest < patience, `while ${readers} read it, somebody else waits ${Math.round(longest)} ms at most`);
}

async function badInput(stage: Stage): Promise<void> {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, at]));
  const bodies: readonly object[] = [many, { title: 'A', highlights: Array.from({ length: 20_000 }, (_, at) => at) }];
  for (const body of bodies) {
    const answer = await send(stage, 'POST', '/itineraries', body);
    const { byteLength } = await answer.arrayBuffer();
    stage.tally.record(
      answer.status === 400 && byteLength < mostErrorBytes,
      `bad input of ${JSON.stringify(body).length} bytes is answered ${answer.status} with ${byteLength}`,
    );
  }
}

/** By names of other hosts and through proxies, sandboxes are not there. */
async function sandboxes({ product, tally }: Stage): Promise<void> {
  const byProxies: readonly Readonly<Record<string, string>>[] = [
    { via: '1.1 elsewhere' },
    { 'x-real-ip': '203.0.113.1' },
    { forwarded: 'for=203.0.113.1' },
  ];
  for (const headers of byProxies) {
    const { status } = await fetch(`http://localhost:${product.port}/sandbox/stripe/control`, { headers });
    tally.record(status >= 400, `the sandbox of payments is closed to who comes with ${JSON.stringify(headers)}: ${status}`);
  }
}
