import { mostStoryBytes } from '@waystory/proto/itineraries/story-size.ts';
import sharp from 'sharp';
import { type ApiRequest, type ApiResponse, mustSucceed } from '../environment/client.ts';
import type { Attack, AttackContext } from './attack.ts';

const [mostErrorBytes, mostPageBytes] = [50_000, 1_000_000];
const patience = 2_000;
const readers = 24;

/** Large stories, invalid bodies with many fields, and the latency of other requests meanwhile. */
export const bytesAttack: Attack = {
  name: 'bytes',
  async run(scene) {
    await manyReaders(scene, await largestStory(scene));
    await badInput(scene);
    await sandboxes(scene);
  },
};

async function largestStory({ environment, tally }: AttackContext): Promise<string> {
  const ask = environment.as('traveller');
  const made = await mustSucceed(ask, { method: 'POST', path: '/api/itineraries', body: { title: 'As full as it gets', visibility: 'PUBLIC' } });
  const path = `/itineraries/${String(made.body.id)}`;
  const stop = { title: 'Full', description: '山'.repeat(4_000), coordinates: { latitude: 38.7, longitude: -9.1 } };
  let code = '';
  for (let count = 0; count < 1_000 && code === ''; count++) ({ code } = await ask({ method: 'POST', path: `/api${path}/stops`, body: stop }));
  tally.record(code === 'itinerary/too-large', `a story ends at ${mostStoryBytes} bytes: ${code}`);
  return path;
}

async function manyReaders({ environment, tally }: AttackContext, path: string): Promise<void> {
  const page = async (): Promise<number> => {
    const answer = await fetch(`${environment.origin}${path}`, { headers: { accept: 'text/html' } });
    return (await answer.arrayBuffer()).byteLength;
  };
  const bytes = await page();
  tally.record(bytes < mostPageBytes, `its page embeds ${bytes} bytes`);
  let isDone = false;
  const reading = Promise.all(Array.from({ length: readers }, page)).finally(() => {
    isDone = true;
  });
  const other = environment.as(null);
  let longest = 0;
  do longest = Math.max(longest, (await other({ method: 'GET', path: '/api/countries' })).ms);
  while (!isDone);
  await reading;
  tally.record(longest < patience, `while ${readers} read it, somebody else waits ${Math.round(longest)} ms at most`);
}

async function badInput({ environment, tally }: AttackContext): Promise<void> {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, at]));
  for (const body of [many, { title: 'A', highlights: Array.from({ length: 20_000 }, (_, at) => at) }]) {
    const { status, text } = await environment.as('traveller')({ method: 'POST', path: '/api/itineraries', body });
    const told = `bad input of ${JSON.stringify(body).length} bytes is answered ${status} with ${Buffer.byteLength(text)}`;
    tally.record(status === 400 && Buffer.byteLength(text) < mostErrorBytes, told);
  }
}

/** The Stripe sandbox refuses requests that have a header of a proxy. */
async function sandboxes({ environment, tally }: AttackContext): Promise<void> {
  const { port } = environment;
  const claims: Record<string, string>[] = [{ via: '1.1 elsewhere' }, { 'x-real-ip': '203.0.113.1' }, { forwarded: 'for=203.0.113.1' }];
  for (const headers of claims) {
    const { status } = await fetch(`http://localhost:${port}/sandbox/stripe/control`, { headers });
    tally.record(status >= 400, `the sandbox of payments is closed to a caller with ${JSON.stringify(headers)}: ${status}`);
  }
}

const said = { filename: 'a.png', mimeType: 'image/png' };
const grant: ApiRequest = { method: 'POST', path: '/api/files/sas-token', body: said };

/** Confirmation of another account's upload, and the limit of upload grants. */
export const uploadsAttack: Attack = {
  name: 'uploads',
  async run(scene) {
    await foreignFiles(scene);
    await withoutEnd(scene);
  },
};

async function foreignFiles({ environment, tally }: AttackContext): Promise<void> {
  const traveller = environment.as('traveller');
  const { body: granted } = await mustSucceed(traveller, grant);
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const uploadUrl = new URL(String(granted.uploadUrl), environment.origin);
  await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array(content) });
  const confirmed = { ...said, blobName: String(granted.blobName), size: content.length };
  const confirmation = (blobName = confirmed.blobName): ApiRequest => ({
    method: 'POST',
    path: '/api/files/confirmation',
    body: { ...confirmed, blobName },
  });
  const { body: file, status } = await traveller(confirmation());
  tally.record(status === 200, `a file of one's own is confirmed: ${status}`);
  for (const who of ['moderator', 'admin'] as const) {
    const ask = environment.as(who);
    const { id } = (await ask({ method: 'GET', path: '/api/accounts/me' })).body;
    const blobNameOf = (fileId: unknown): string => `incoming/${String(id)}/${Date.now()}-${String(fileId)}`;
    const foreign = await ask(confirmation(blobNameOf(file.id)));
    const unknown = await ask(confirmation(blobNameOf('0190a000-0000-7000-8000-000000000000')));
    const text = ({ body: { traceId: _, ...body } }: ApiResponse): string => JSON.stringify(body);
    const isSame = foreign.status === 404 && text(foreign) === text(unknown);
    tally.record(isSame, `${who} confirms another's file by its id: ${foreign.status} ${foreign.code}`);
  }
}

async function withoutEnd({ environment, tally }: AttackContext): Promise<void> {
  const ask = environment.as('moderator');
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask(grant)));
  const given = answers.filter(({ status }) => status === 200).length;
  tally.record(given > 0 && given <= 50, `of 120 addresses to upload to that were asked for at once, ${given} were given`);
  const { status, code } = await ask(grant);
  tally.record(status === 429, `and no more after that: ${status} ${code}`);
}
