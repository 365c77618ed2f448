import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { readConfig } from '@waystory/infra/config.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../testing/product.ts';
import { adminDist } from './built-app.ts';
import { headMarkup } from './page-head.ts';
import { filePolicy, inlineScriptsIn, pageHeaders } from './page-headers.ts';
import type { PageApi } from './page-routes.ts';
import { longestEmbeddedBytes } from './page-stories.ts';
import { pageAt } from './pages.ts';
import { runtimeConfig } from './runtime-config.ts';
import { webService } from './service.ts';

let product: TestProduct;
let author: Person;
let origin: string;

beforeAll(async () => {
  product = await testProduct([...defaultContexts, webService], undefined, { PORT: '0', PUBLIC_ORIGIN: 'http://localhost:4000' });
  origin = await product.host.listen();
  author = product.person('author');
  await author.api.createAccount({});
  await author.api.updateAccount({ params: { id: author.accountId }, body: { userName: 'tram_28' } });
  // On a busy machine the read models may still be built at the first request.
  await vi.waitFor(async () => expect((await page('/')).status).toBe(200), { timeout: 20_000 });
});
afterAll(() => product.stop());

const page = async (url: string) => {
  const { statusCode, body, headers } = await product.send({ method: 'GET', url });
  return { status: statusCode, html: body, headers };
};

/** Sends the request target unchanged, because fetch would normalise it. */
async function raw(target: string): Promise<{ status: number; html: string }> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
  // The socket is not half-closed, because the server aborts answers to a closed connection.
  socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`, 'latin1');
  const answer = await text(socket);
  return { status: Number(answer.split(' ')[1]), html: answer.slice(answer.indexOf('\r\n\r\n')) };
}

/** JSON of the script element with this id. */
const dataOf = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`<script id="${id}" type="application/json">(.*?)</script>`).exec(html)?.[1] ?? 'null');
const linkedData = (html: string): unknown => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

async function story(title: string, visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC') {
  const { id } = await author.api.createItinerary({
    body: { title, shortDescription: 'Two slow days.', imageUrl: '/photos/cover.webp', visibility },
  });
  const stop = await author.api.addStop({
    params: { itineraryId: id },
    body: { title: 'Torre de Belém', coordinates: { latitude: 38.6916, longitude: -9.216 } },
  });
  // Waits until the read models of the page include the write.
  await author.api.getItinerary({ params: { id }, query: { include: 'stops' } });
  return { id, stopId: stop.id };
}

test.each(['br', 'gzip'])('Page is compressed for a client that accepts %s', async (encoding) => {
  const { id } = await story('Pressed flowers', 'PUBLIC');
  const url = `/itineraries/${id}`;
  const { headers, rawPayload } = await product.send({ method: 'GET', url, headers: { 'accept-encoding': encoding } });
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: expect.stringContaining('accept-encoding') });
  const bytes = encoding === 'br' ? brotliDecompressSync(rawPayload) : gunzipSync(rawPayload);
  expect(bytes.toString()).toContain('Pressed flowers');
  expect(rawPayload.length).toBeLessThan(bytes.length / 2);
});

test('User page has the user name in its title, and answers 404 for an unknown user', async () => {
  // Waits until the read models of the page include the write.
  await author.api.getMyAccount({});
  const { status, html } = await page(`/users/${author.accountId}`);
  expect(status).toBe(200);
  expect(html).toContain('<title>@tram_28 · Waystory</title>');
  for (const path of ['/users/019a0000-0000-7000-8000-000000000000', '/users/none']) expect((await page(path)).status).toBe(404);
});

describe('page', () => {
  test('contains the public settings of the installation', async () => {
    const { status, html, headers } = await page('/');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(dataOf(html, 'config')).toMatchObject({ oidc: { authority: 'http://localhost:4000/idp', clientId: 'waystory-web' }, mapboxToken: null });
  });

  test('has a policy that allows its own inline scripts only', async () => {
    const { html, headers } = await page('/help');
    const policy = String(headers['content-security-policy']);
    expect(inlineScriptsIn(html)).toHaveLength(2);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'( |;)/);
    expect(policy).not.toContain('unsafe-eval');
  });

  test('at / contains the first screen as HTML', async () => {
    const { html } = await page('/');
    const screen = html.slice(html.indexOf('<div id="root">'));
    expect(screen).toContain('Explore tours');
    expect(screen).toContain('home-globe');
    expect(html).toMatch(/<link rel="stylesheet" crossorigin href="\/assets\/home-[^"]+\.css" \/>/);
    expect(html).toContain('<link rel="preload" as="fetch" crossorigin href="/locales/en/home.json" />');
  });

  test('at /?bounds has no country cards, and /help an empty root', async () => {
    const { html } = await page('/?bounds=%7B%7D');
    expect(html).toContain('home-globe');
    expect(html).not.toContain('Explore tours');
    expect((await page('/help')).html).toContain('<div id="root"></div>');
  });

  test("has the sidebar state of the visitor's cookie", async () => {
    const homeWith = async (cookie: string): Promise<string> => (await product.send({ method: 'GET', url: '/', headers: { cookie } })).body;
    expect(await homeWith('a=b; waystory_sidebar=expanded')).toContain(' w-sidebar"');
    expect(await homeWith('a=b; waystory_sidebar=collapsed')).not.toContain('w-sidebar');
    expect((await page('/')).html).toContain(' w-rail xl:w-sidebar"');
  });

  test('of a public itinerary has Open Graph metadata and linked data', async () => {
    const { id } = await story('Lisbon, hill by hill', 'PUBLIC');
    const { status, html } = await page(`/itineraries/${id}`);
    expect(status).toBe(200);
    expect(html).toContain('<meta property="og:title" content="Lisbon, hill by hill · Waystory" />');
    expect(html).toContain(`<meta property="og:url" content="http://localhost:4000/itineraries/${id}" />`);
    expect(html).toContain('<meta property="og:image" content="http://localhost:4000/photos/cover.webp" />');
    expect(html).not.toContain('noindex');
    expect(linkedData(html)).toMatchObject({ '@type': 'TouristTrip', author: { name: 'tram_28' }, itinerary: { numberOfItems: 1 } });
  });

  test('of a story omits a suggested stop, whose own page answers 404', async () => {
    const { id } = await story('Half decided', 'PUBLIC');
    const body = { title: 'Undecided', coordinates: { latitude: 38.7, longitude: -9.2 }, state: 'SUGGESTED' } as const;
    const { id: stopId } = await author.api.addStop({ params: { itineraryId: id }, body });
    await author.api.getStop({ params: { id: stopId } });
    const { html } = await page(`/itineraries/${id}`);
    expect([html.includes('Half decided'), html.includes('Undecided'), html.includes(stopId)]).toEqual([true, false, false]);
    expect((await page(`/itineraries/${id}/stops/${stopId}`)).status).toBe(404);
  });

  test('of a story contains its text as HTML and as JSON', async () => {
    const { id, stopId } = await story('Read at once', 'PUBLIC');
    const { html } = await page(`/itineraries/${id}`);
    expect(html).toMatch(/<div id="root"><div[\s\S]*<h1[^>]*>Read at once<\/h1>[\s\S]*Torre de Belém/);
    expect(dataOf(html, 'story')).toMatchObject({ id, title: 'Read at once', stops: [{ id: stopId }] });
    expect(html).toMatch(/<template data-next>.*\/assets\/itinerary-page-[^"]+\.js.*\/locales\/en\/story\.json.*<\/template>/);
    const ofStop = (await page(`/itineraries/${id}/stops/${stopId}`)).html;
    expect(ofStop).toMatch(/<h1[^>]*>Torre de Belém<\/h1>/);
    expect(dataOf(ofStop, 'story')).toMatchObject({ id });
  });

  test('of a long story contains its first stops as HTML and no JSON', async () => {
    const { id } = await author.api.createItinerary({ body: { title: 'Around the world', visibility: 'PUBLIC', daysCount: 3 } });
    const { items: days } = await author.api.listDays({ params: { itineraryId: id }, query: {} });
    let last = '';
    for (let at = 0; at < 80; at++) {
      const body = {
        title: `Stop ${at}`,
        description: 'A <b> '.repeat(650),
        dayIds: [days[at % 3]?.id ?? ''],
        coordinates: { latitude: at / 2, longitude: at },
      };
      last = (await author.api.addStop({ params: { itineraryId: id }, body })).id;
    }
    await author.api.getItinerary({ params: { id }, query: { include: 'stops' } });
    const { status, html } = await page(`/itineraries/${id}`);
    expect(status).toBe(200);
    expect(html).toMatch(/<h1[^>]*>Around the world<\/h1>[\s\S]*Stop 0</);
    expect(dataOf(html, 'story')).toBeNull();
    expect(html.length).toBeLessThan(900_000);
    expect(linkedData(html)).toMatchObject({ itinerary: { numberOfItems: 80 } });
    const ofStop = await page(`/itineraries/${id}/stops/${last}`);
    expect(ofStop.html).toMatch(/<h1[^>]*>Stop 79<\/h1>/);
    expect(ofStop.html.length).toBeLessThan(longestEmbeddedBytes);
    expect((await page(`/itineraries/${id}/stops/${id}`)).status).toBe(404);
  });

  test('of a story contains a change at once, also after a cache hit', async () => {
    const { id, stopId } = await story('Changed', 'PUBLIC');
    const read = async () => (await page(`/itineraries/${id}`)).html;
    expect(await read()).toBe(await read());
    await author.api.patchStop({ params: { itineraryId: id, id: stopId }, body: { title: 'Another name' } });
    await author.api.getItinerary({ params: { id }, query: { include: 'stops' } });
    expect(await read()).toContain('Another name');
    await author.api.patchItinerary({ params: { id }, body: { visibility: 'PRIVATE' } });
    await author.api.getItinerary({ params: { id }, query: { include: 'stops' } });
    expect((await page(`/itineraries/${id}`)).status).toBe(404);
  });

  test('of a stop has linked data with its coordinates', async () => {
    const { id, stopId } = await story('Belém', 'PUBLIC');
    const { status, html } = await page(`/itineraries/${id}/stops/${stopId}/`);
    expect(status).toBe(200);
    expect(linkedData(html)).toMatchObject({ '@type': 'TouristAttraction', geo: { latitude: 38.6916, longitude: -9.216 } });
    expect((await page(`/itineraries/${id}/stops/${id}`)).status).toBe(404);
  });

  test('of an invalid itinerary id answers 404, and the page of the editor 200', async () => {
    expect((await page('/itineraries/zzz')).status).toBe(404);
    expect((await page('/itineraries/create')).status).toBe(200);
  });

  test('of an unlisted itinerary has robots noindex', async () => {
    const { id } = await story('For friends', 'UNLISTED');
    expect((await page(`/itineraries/${id}`)).html).toContain('<meta name="robots" content="noindex" />');
  });

  test('answers 200 without noindex while the API is unavailable', async () => {
    const away = () => Promise.reject(new ResponseError(503, null));
    const api = { getItinerary: away, getAccount: away, listCountriesInView: away } as unknown as PageApi; // as: these pages call no other routes
    const id = '019a0000-0000-7000-8000-000000000000';
    for (const path of ['/', `/itineraries/${id}`, `/users/${id}`])
      expect(await pageAt(path, { api, stories: away })).toMatchObject({ status: 200, head: { title: 'Waystory', unlisted: false } });
    expect(await pageAt('/none', { api, stories: away })).toMatchObject({ head: { unlisted: true } });
  });

  test('of an itinerary with an invalid picture URL has no og:image', () => {
    const head = { title: 'A', description: 'B', path: '/itineraries/1', type: 'article' } as const;
    for (const image of ['http://[', 'https://%', '//', 'http://a:port/'])
      expect(headMarkup({ ...head, image }, 'http://localhost:4000')).toContain('content="summary"');
  });

  test.each([
    '//',
    '///',
    '//evil.example',
    '//evil.example/help',
    '/\\\\evil.example',
    '/\\',
    '/./../..//x',
    '/;//x',
    '/%5c%5cevil.example',
    '/:80',
    '/[',
    '/itineraries//',
    '/%2e%2e/',
    '/a:b@c',
    '/http://[',
    '/?',
    '/??',
    '/?bounds=%',
    '/#',
    '/%00',
    '/%0d%0a',
    '/%',
    '/%zz',
    '/%ff',
    '/\u00ff',
    'http://evil.example/help',
    'http://[/help',
    'https:/evil.example',
    `/${'a/'.repeat(3_000)}`,
  ])('at %j has no URL of another site and no status 5xx', async (target) => {
    const { status, html } = await raw(target);
    expect(status).toBeLessThan(500);
    for (const [, address = ''] of html.matchAll(/(?:canonical" href|og:url" content)="([^"]*)"/g)) {
      expect(new URL(address).origin).toBe('http://localhost:4000');
      expect(new URL(address).pathname).not.toMatch(/^\/\//);
    }
  });

  test('of a private itinerary answers 404 without its title', async () => {
    const { id } = await story('A secret', 'PRIVATE');
    const { status, html } = await page(`/itineraries/${id}`);
    expect(status).toBe(404);
    expect(html).not.toContain('A secret');
    expect(dataOf(html, 'story')).toBeNull();
  });

  test('escapes a title with markup', async () => {
    const { id } = await story('</script><script>alert(1)</script> "quoted" & more', 'PUBLIC');
    const { html } = await page(`/itineraries/${id}`);
    expect(html).not.toContain('<script>alert');
    expect(linkedData(html)).toMatchObject({ name: '</script><script>alert(1)</script> "quoted" & more' });
    expect(html).toContain('&#34;quoted&#34; &#38; more');
  });

  test.each(['/api/none', '/assets/none.js', '/photos/x', '/locales/xx/y.json', '/favicon.ico'])(
    'at %s answers 404 problem+json instead of the HTML of the app',
    async (path) => {
      const { status, headers } = await page(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toContain('application/problem+json');
    },
  );
});

describe('admin app', () => {
  test('answers every path with one page, noindex, with its own settings and policy', async () => {
    for (const url of ['/admin/', '/admin/posts', '/admin/itineraries/1/show?x=1']) {
      const { status, html, headers } = await page(url);
      expect([url, status, headers['x-robots-tag'], headers['cache-control']]).toEqual([url, 200, 'noindex, nofollow', 'no-cache']);
      expect(dataOf(html, 'config')).toMatchObject({ oidc: { clientId: 'waystory-web' } });
      expect(inlineScriptsIn(html)).toHaveLength(1);
      expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/);
    }
    expect((await page('/admin')).headers.location).toBe('/admin/');
  });

  test('has its own immutable files, separate from the web app', async () => {
    const [script = ''] = /\/admin\/assets\/[^"]+\.js/.exec((await page('/admin/')).html) ?? [];
    const { status, headers } = await product.send({ method: 'GET', url: script, headers: { 'accept-encoding': 'br' } }).then((answer) => ({
      status: answer.statusCode,
      headers: answer.headers,
    }));
    expect([status, headers['cache-control'], headers['content-encoding']]).toEqual([200, 'public, max-age=31536000, immutable', 'br']);
    expect((await page('/admin/assets/none.js')).status).toBe(404);
    for (const url of ['/', '/help', '/sw.js']) expect((await page(url)).html).not.toContain('/admin/');
  });

  test('has less than 420 kB of compressed scripts', () => {
    const scripts = globSync('**/*.js', { cwd: adminDist }).map((name) => gzipSync(readFileSync(`${adminDist}${name}`), { level: 9 }).length);
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.reduce((sum, one) => sum + one, 0)).toBeLessThan(420_000);
  });

  test('has a policy that allows connections to the product only', async () => {
    const elsewhere = await testProduct([webService], undefined, { MAP_STYLE_URL: 'https://maps.example/style.json', TAG_MANAGER_ID: 'GTM-1' });
    const policy = String((await elsewhere.send({ url: '/admin/' })).headers['content-security-policy']);
    expect(policy).toMatch(/connect-src 'self';/);
    expect(policy).not.toMatch(/maps\.example|googletagmanager/);
    await elsewhere.stop();
  });
});

describe('files of the web app', () => {
  test('are immutable with a hash in their name, and no-cache with an ETag otherwise', async () => {
    const { html } = await page('/');
    const script = /href="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    expect((await page(script)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const texts = await page('/locales/en/translation.json');
    const tag = String(texts.headers.etag).replace(/"$/, '-gzip"');
    const again = await product.send({ url: '/locales/en/translation.json', headers: { 'if-none-match': tag } });
    expect(again.statusCode).toBe(304);
    expect(texts.headers['cache-control']).toBe('no-cache');
    expect(JSON.parse(texts.html)).toHaveProperty('common.loading', 'Loading, please wait...');
  });

  test('cannot be extended in production: the route for missing texts answers 404, also to invalid and large bodies', async () => {
    const send = (payload: string) =>
      product.send({ method: 'POST', url: '/api/locales/add/en/translation', payload, headers: { 'content-type': 'application/json' } });
    for (const payload of ['{"a":"b"}', '{"broken', `{"${'x'.repeat(600_000)}":1}`]) {
      const answer = await send(payload);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'request/unknown-route']);
    }
  });

  test('are compressed for clients that accept it', async () => {
    const { headers } = await product.send({ method: 'GET', url: '/locales/en/pages.json', headers: { 'accept-encoding': 'br, gzip' } });
    expect(headers['content-encoding']).toBe('br');
  });

  test('of the offline shell are no-cache and contain no data', async () => {
    const worker = await page('/sw.js');
    expect(worker.headers['cache-control']).toBe('no-cache');
    expect(worker.headers['content-type']).toContain('javascript');
    const shell = await page('/shell.html');
    expect(shell.status).toBe(200);
    expect(shell.html).toContain('<div id="root"></div>');
    expect(shell.headers['content-security-policy']).toBe((await page('/help')).headers['content-security-policy']);
    // A service worker installs nothing if one of its files is missing, so every file is checked.
    const kept = Array.from(worker.html.matchAll(/url:[`"']([^`"']+)[`"'],revision/g), ([, url = '']) => url);
    expect(kept.length).toBeGreaterThan(50);
    for (const url of kept) expect([url, (await page(url)).status]).toEqual([url, 200]);
  });

  test('include a flag for every country', async () => {
    expect((await page('/flags/PT.svg')).headers['content-type']).toContain('image/svg+xml');
    expect((await page('/flags/XX.svg')).status).toBe(404);
  });
});

test('Every answer has nosniff and a content security policy', async () => {
  const { id } = await story('Framed by nobody', 'PUBLIC');
  const script = /href="(\/assets\/[^"]+\.js)"/.exec((await page('/')).html)?.[1] ?? '';
  const files = [
    script,
    '/auth/silent.html',
    '/icon.svg',
    '/locales/en/home.json',
    '/flags/PT.svg',
    '/flags/XX.svg',
    '/photos/none.webp',
    '/media/a/b',
  ];
  const data = [
    '/config.json',
    '/livez',
    '/readyz',
    '/metrics',
    '/api/tiles/stops/0/0/0',
    '/api/tiles/stops/0/0/9',
    `/api/itineraries/${id}`,
    '/api/none',
  ];
  const pages = [
    '/',
    '/help',
    `/itineraries/${id}`,
    '/itineraries/none',
    '/api/docs',
    '/api/docs/',
    '/api/docs/json',
    '/api/docs/static/index.html',
    '/none.js',
    '//',
  ];
  for (const url of [...files, ...data, ...pages])
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE'] as const) {
      // Each request is sent twice, because a cached answer is sent by other code.
      await product.send({ method, url });
      const { headers } = await product.send({ method, url });
      expect([method, url, headers['x-content-type-options']]).toEqual([method, url, 'nosniff']);
      expect([method, url, headers['content-security-policy']]).toEqual([method, url, expect.stringContaining('default-src')]);
      expect([method, url, headers['strict-transport-security']]).toEqual([method, url, undefined]);
    }
});

test('Pages have testPayments true except with a live Stripe key, and no Stripe origin in their policy', () => {
  for (const [key, isTest] of [
    [undefined, true],
    ['sk_test_1', true],
    ['sk_live_1', false],
    ['rk_live_1', false],
  ] as const) {
    const config = readConfig(key ? { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_1' } : {});
    expect(runtimeConfig(config).testPayments).toBe(isTest);
    expect(pageHeaders('', config)['content-security-policy']).not.toContain('stripe');
  }
});

test('Policy of the map worker allows tiles from any HTTPS host, and the policy of pages does not', () => {
  const elsewhere = readConfig({ MAP_STYLE_URL: 'https://maps.example/style.json' });
  expect(pageHeaders('', elsewhere)['content-security-policy']).toMatch(/connect-src 'self' https:\/\/maps\.example;/);
  expect(filePolicy('', elsewhere)).toMatch(/connect-src 'self' https:\/\/maps\.example https:;/);
  expect(filePolicy('', readConfig({}))).toMatch(/connect-src 'self';/);
});

test('Answers of an HTTPS origin have Strict-Transport-Security of a year', async () => {
  const secure = await testProduct([...defaultContexts, webService], undefined, { PUBLIC_ORIGIN: 'https://waystory.example' });
  for (const url of [
    '/',
    '/icon.svg',
    '/config.json',
    '/api/itineraries',
    '/api/itineraries',
    '/api/tiles/stops/0/0/0',
    '/api/docs/json',
    '/api/docs/static/index.html',
    '/none.js',
  ])
    expect([url, (await secure.send({ url })).headers['strict-transport-security']]).toEqual([url, 'max-age=31536000']);
  await secure.stop();
});

describe('page rate limit', () => {
  let busy: TestProduct;
  let path: string;
  const visit = async (remoteAddress: string, url = path, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
    busy.host.app.inject({ url, remoteAddress, headers: { accept } });

  beforeAll(async () => {
    busy = await testProduct([...defaultContexts, webService], undefined, { PAGES_PER_MINUTE: '5', READS_PER_MINUTE: '4' });
    const { api } = busy.person('author');
    path = `/itineraries/${(await api.createItinerary({ body: { title: 'Two slow days', visibility: 'PUBLIC' } })).id}`;
    await api.listItineraries({});
  });
  afterAll(() => busy.stop());

  test('counts each IP address separately', async () => {
    for (let visitor = 1; visitor <= 12; visitor++) {
      const { statusCode, body } = await visit(`203.0.113.${visitor}`);
      expect(statusCode).toBe(200);
      expect(body).toContain('<title>Two slow days · Waystory</title>');
      expect(body).not.toContain('noindex');
    }
  });

  test('answers 429 with an HTML page, and counts an IPv6 network as one visitor', async () => {
    const statuses = [];
    for (let page = 1; page <= 6; page++) statuses.push((await visit(`2001:db8::${page}`)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await visit('2001:db8::7', '/help');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.body).toMatch(/<h1>Too many requests<\/h1>\s*<p>[^<]*wait/i);
    expect((await visit('2001:db8::7', '/help', '*/*')).json()).toMatchObject({ code: 'request/too-many' });
    expect((await visit('2001:db8:0:1::1', '/help')).statusCode).toBe(200);
  });

  test('does not count files and health checks', async () => {
    for (let page = 1; page <= 6; page++) await visit('198.51.100.1', '/help');
    const script = /href="(\/assets\/[^"]+\.js)"/.exec((await visit('198.51.100.2', '/')).body)?.[1] ?? '';
    expect((await visit('198.51.100.1', '/help')).statusCode).toBe(429);
    expect((await visit('198.51.100.1', script, '*/*')).statusCode).toBe(200);
    expect((await visit('198.51.100.1', '/livez', '*/*')).statusCode).toBe(200);
  });
});
