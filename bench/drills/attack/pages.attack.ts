import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Attack, Stage } from './stage.ts';

const [pagesPerMinute, filesPerMinute] = [100, 150];
/** More than the product may ask of itself if that were counted. */
const visitors = 120;

/** Pages: whether one visitor can spoil them for others, and whether any address makes them fail. */
export const pagesAttack: Attack = {
  name: 'pages',
  settings: {
    READS_PER_MINUTE: '50',
    PAGES_PER_MINUTE: String(pagesPerMinute),
    FILES_PER_MINUTE: String(filesPerMinute),
    TRUSTED_PROXIES: 'loopback',
  },
  async run(stage) {
    const path = await story(stage);
    await manyVisitors(stage, path);
    await flood(stage, path, pagesPerMinute, path);
    await flood(stage, '/api/tiles/stops/0/0/0', filesPerMinute, path);
    await flood(stage, '/api/docs/json', pagesPerMinute, path);
    await pictures(stage);
    await oddTargets(stage);
  },
};

const send = (stage: Stage, path: string, body: unknown, method = 'POST') =>
  fetch(`${stage.origin}/api${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${stage.tokens.traveller}`, 'content-type': 'application/json' },
  });

/** Path of the page of a story that everyone may read. */
async function story(stage: Stage): Promise<string> {
  await send(stage, '/accounts', {});
  const made = await send(stage, '/itineraries', { title: 'Two slow days', visibility: 'PUBLIC' });
  const { id } = Object(await made.json());
  await fetch(`${stage.origin}/api/itineraries/${id}`, { headers: { 'x-after': made.headers.get('x-position') ?? '' } });
  return `/itineraries/${id}`;
}

const visit = ({ origin }: Stage, path: string, address: string) =>
  fetch(`${origin}${path}`, { headers: { 'x-forwarded-for': address, accept: 'text/html' } });

async function manyVisitors(stage: Stage, path: string): Promise<void> {
  let spoiled = 0;
  for (let visitor = 1; visitor <= visitors; visitor++) {
    const page = await visit(stage, path, `203.0.113.${visitor}`);
    const html = await page.text();
    if (page.status !== 200 || html.includes('noindex') || !html.includes('Two slow days')) spoiled++;
  }
  stage.tally.record(spoiled === 0, `${visitors} visitors each get the story they came for, ${spoiled} did not`);
}

let flooders = 0;

/** One visitor asks for more than may be had; another one goes on. */
async function flood(stage: Stage, path: string, limit: number, others: string): Promise<void> {
  const address = `198.51.100.${++flooders}`;
  const statuses = new Map<number, number>();
  let last = await visit(stage, path, address);
  for (let time = 1; time <= limit; time++) {
    await last.arrayBuffer();
    statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1);
    last = await visit(stage, path, address);
  }
  const refused = last.status === 429 && Number(last.headers.get('retry-after')) > 0;
  stage.tally.record(
    refused,
    `${limit + 1} times ${path} is too much for one visitor (${[...statuses].flat().join(' ')}), who is told when to come back`,
  );
  stage.tally.record((await visit(stage, others, `192.0.2.${flooders}`)).status === 200, 'and others go on');
}

async function pictures(stage: Stage): Promise<void> {
  for (const imageUrl of ['http://[', 'https://%', 'https://a:port/', '//elsewhere.example/a', '/\\elsewhere.example']) {
    const refused = await send(stage, '/itineraries', { title: 'A picture', imageUrl });
    const { errors } = Object(await refused.json());
    stage.tally.record(refused.status === 400 && errors?.[0]?.path === 'body.imageUrl', `a picture at ${imageUrl} is refused by name`);
  }
}

const targets = [
  ...[
    '//',
    '///',
    '//evil.example',
    '/\\',
    '/\\\\evil.example',
    '/%',
    '/%zz',
    '/%00',
    '/%0d%0a',
    '/%ff',
    '/;//x',
    '/./../..//x',
    '/[',
    '/:80',
    '/a:b@c',
    '/?',
    '/?bounds=%',
  ],
  ...[
    'http://evil.example/help',
    'http://[/help',
    'https:/evil.example',
    '*',
    'evil.example:443',
    '/itineraries//',
    '/itineraries/%00',
    '/users/%2e%2e',
    '/\u00ff\u00fe',
  ],
  `/${'a'.repeat(12_000)}`,
  `/${'a/'.repeat(6_000)}`,
];

async function oddTargets({ tally, product }: Stage): Promise<void> {
  for (const [index, target] of targets.entries()) {
    const socket = connect(product.port, '127.0.0.1');
    socket.end(`GET ${target} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 198.18.0.${index}\r\naccept: text/html\r\nconnection: close\r\n\r\n`, 'latin1');
    const answer = await text(socket);
    const status = Number(answer.split(' ')[1]);
    const isOurs = [...answer.matchAll(/canonical" href="([^"]*)"/g)].every(([, address = '']) => /^http:\/\/localhost:\d+\/(?!\/)/.test(address));
    tally.record(status >= 200 && status < 500 && isOurs, `GET ${target.slice(0, 40)} is answered ${status}, and leads nowhere else`);
  }
}
