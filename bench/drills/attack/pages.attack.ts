import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { each } from '@waystory/proto/testing/hostile-words.fixture.ts';
import { mustSucceed } from '../environment/client.ts';
import type { Attack, AttackContext } from './attack.ts';

const [pagesPerMinute, filesPerMinute] = [100, 150];
/** Number of visitors, more than `READS_PER_MINUTE` allows one IP address. */
const visitors = 120;

/** Floods of requests that could use up the rate limits of other visitors, and malformed request targets. */
export const pagesAttack: Attack = {
  name: 'pages',
  settings: {
    ...{ READS_PER_MINUTE: '50', PAGES_PER_MINUTE: String(pagesPerMinute), FILES_PER_MINUTE: String(filesPerMinute), TRUSTED_PROXIES: 'loopback' },
  },
  async run(scene) {
    const path = await publicStory(scene);
    await manyVisitors(scene, path);
    await flood(scene, path, pagesPerMinute, path);
    await flood(scene, '/api/tiles/stops/0/0/0', filesPerMinute, path);
    await flood(scene, '/api/docs/json', pagesPerMinute, path);
    await pictures(scene);
    await oddTargets(scene);
  },
};

async function publicStory({ environment }: AttackContext): Promise<string> {
  const ask = environment.as('traveller');
  const { body, position } = await mustSucceed(ask, {
    method: 'POST',
    path: '/api/itineraries',
    body: { title: 'Two slow days', visibility: 'PUBLIC' },
  });
  await ask({ method: 'GET', path: `/api/itineraries/${String(body.id)}`, headers: { 'x-after': String(position) } });
  return `/itineraries/${String(body.id)}`;
}

const visit = ({ environment }: AttackContext, path: string, address: string) =>
  fetch(`${environment.origin}${path}`, { headers: { 'x-forwarded-for': address, accept: 'text/html' } });

async function manyVisitors(scene: AttackContext, path: string): Promise<void> {
  let spoiled = 0;
  for (let visitor = 1; visitor <= visitors; visitor++) {
    const page = await visit(scene, path, `203.0.113.${visitor}`);
    const html = await page.text();
    if (page.status !== 200 || html.includes('noindex') || !html.includes('Two slow days')) spoiled++;
  }
  scene.tally.record(spoiled === 0, `${visitors} visitors each get the story they came for, ${spoiled} did not`);
}

let flooders = 0;

async function flood(scene: AttackContext, path: string, limit: number, others: string): Promise<void> {
  const address = `198.51.100.${++flooders}`;
  const statuses = new Map<number, number>();
  let last = await visit(scene, path, address);
  for (let time = 1; time <= limit; time++) {
    await last.arrayBuffer();
    statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1);
    last = await visit(scene, path, address);
  }
  const refused = last.status === 429 && Number(last.headers.get('retry-after')) > 0;
  const told = `${limit + 1} times ${path} is too much for one visitor (${[...statuses].flat().join(' ')}), who is told when to come back`;
  scene.tally.record(refused, told);
  scene.tally.record((await visit(scene, others, `192.0.2.${flooders}`)).status === 200, 'and others go on');
}

async function pictures({ environment, tally }: AttackContext): Promise<void> {
  for (const imageUrl of each('http://[ ¦ https://% ¦ https://a:port/ ¦ //elsewhere.example/a ¦ /\\elsewhere.example')) {
    const { status, body } = await environment.as('traveller')({ method: 'POST', path: '/api/itineraries', body: { title: 'A picture', imageUrl } });
    tally.record(status === 400 && Object(body.errors)[0]?.path === 'body.imageUrl', `a picture at ${imageUrl} is refused by name`);
  }
}

const targets = [
  ...each('// ¦ /// ¦ //evil.example ¦ /\\ ¦ /\\\\evil.example ¦ /% ¦ /%zz ¦ /%00 ¦ /%0d%0a ¦ /%ff ¦ /;//x ¦ /./../..//x ¦ /[ ¦ /:80 ¦ /a:b@c'),
  ...each('/? ¦ /?bounds=% ¦ http://evil.example/help ¦ http://[/help ¦ https:/evil.example ¦ * ¦ evil.example:443 ¦ /itineraries//'),
  ...each('/itineraries/%00 ¦ /users/%2e%2e ¦ /\u00ff\u00fe'),
  ...[`/${'a'.repeat(12_000)}`, `/${'a/'.repeat(6_000)}`],
];

async function oddTargets({ tally, environment }: AttackContext): Promise<void> {
  for (const [index, target] of targets.entries()) {
    const socket = connect(environment.port, '127.0.0.1');
    socket.end(`GET ${target} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 198.18.0.${index}\r\naccept: text/html\r\nconnection: close\r\n\r\n`, 'latin1');
    const answer = await text(socket);
    const status = Number(answer.split(' ')[1]);
    const isOurs = [...answer.matchAll(/canonical" href="([^"]*)"/g)].every(([, address = '']) => /^http:\/\/localhost:\d+\/(?!\/)/.test(address));
    tally.record(status >= 200 && status < 500 && isOurs, `GET ${target.slice(0, 40)} is answered ${status}, and leads nowhere else`);
  }
}
