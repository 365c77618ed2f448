import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { Rejected } from '../errors.ts';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';

/** IP address of the caller as the server determines it. */
async function callerSeen(trustedProxies: string[] | undefined, forwardedFor: string): Promise<string> {
  const app = await createApp(createLog('silent'), {}, { trustedProxies });
  app.get('/', async ({ ip }) => ({ ip }));
  const answer = await app.inject({ url: '/', remoteAddress: '10.0.0.9', headers: { 'x-forwarded-for': forwardedFor } });
  await app.close();
  return answer.json().ip;
}

test('Caller address ignores forwarded headers without a trusted proxy', async () => {
  expect(await callerSeen(undefined, '203.0.113.7')).toBe('10.0.0.9');
  expect(await callerSeen(['10.0.0.8'], '203.0.113.7')).toBe('10.0.0.9');
});

test('Caller address comes from the outermost trusted proxy, and claims of the caller are ignored', async () => {
  expect(await callerSeen(['10.0.0.9'], '203.0.113.7')).toBe('203.0.113.7');
  expect(await callerSeen(['uniquelocal'], '192.0.2.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7');
});

describe('URL path', () => {
  async function methodsApp() {
    const app = await createApp(createLog('silent'), {});
    app.get('/things/:id', async () => ({}));
    app.patch('/things/:id', async () => ({}));
    app.post('/things', async () => ({}));
    app.get('/*', async () => 'a page');
    return app;
  }

  test('without the requested method answers 405 with the allowed methods', async () => {
    const app = await methodsApp();
    const answer = await app.inject({ method: 'DELETE', url: '/things/1?really=yes', payload: 'x', headers: { 'content-type': 'text/plain' } });
    expect(answer.json()).toMatchObject({ status: 405, code: 'request/unknown-method' });
    expect(answer.headers).toMatchObject({ allow: 'GET, HEAD, PATCH', 'content-type': 'application/problem+json; charset=utf-8' });
    for (const method of ['QUERY', 'TRACE', 'PUT'] as never[]) // as: methods that the types of inject do not know
      expect((await app.inject({ method, url: '/things' })).headers.allow).toBe('POST');
    await app.close();
  });

  test('with an invalid path parameter answers 404, not 405', async () => {
    const app = await createApp(createLog('silent'), {});
    app.get('/texts/:language/:name.json', async () => ({}));
    for (const name of ['%0D.json', '%E2%80%A8.json', `${'a'.repeat(300)}.json`]) {
      const answer = await app.inject(`/texts/en/${name}`);
      expect(answer.json(), name).toMatchObject({ status: 404, code: 'request/unknown-route' });
    }
    await app.close();
  });

  test('that is unknown answers 404 to every method', async () => {
    const app = await methodsApp();
    for (const method of ['POST', 'DELETE', 'PUT'] as const)
      expect((await app.inject({ method, url: '/other', payload: {} })).json()).toMatchObject({ status: 404, code: 'request/unknown-route' });
    await app.close();
  });
});

test('Plain-text body answers 415', async () => {
  const app = await createApp(createLog('silent'), {});
  app.post('/things', async () => ({}));
  const answer = await app.inject({ method: 'POST', url: '/things', payload: '{"title":"x"}', headers: { 'content-type': 'text/plain' } });
  expect(answer.json()).toMatchObject({ status: 415, code: 'request/unsupported-type' });
  await app.close();
});

test('Headers with a token of 16 kB and 14 kB more answer 200; longer headers answer 431 and are logged once', async () => {
  const lines: string[] = [];
  const log = Object.assign(createLog('silent'), { warn: (text: string) => void lines.push(text) });
  const app = await createApp(log, {});
  app.get('/', async () => 'here');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = (length: number) => fetch(origin, { headers: { authorization: `Bearer ${'a'.repeat(length)}`, 'x-other': 'b'.repeat(14_000) } });
  expect((await ask(16 * 1024)).status).toBe(200);
  for (let time = 1; time <= 3; time++) expect((await ask(40_000)).status).toBe(431);
  expect(lines).toEqual([expect.stringContaining('longer than 32 kB')]);
  await app.close();
});

test.each([
  ['headers that are too long', `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`, 431, 'request/too-long'],
  ['an address that is too long', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431, 'request/too-long'],
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'request/invalid'],
])('HTTP server answers problem details to %s', async (_, sent, status, code) => {
  const app = await createApp(createLog('silent'), {});
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.end(sent);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'close');
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('content-type: application/problem+json');
  expect(JSON.parse(body)).toMatchObject({ status, code, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  await app.close();
});

test.each([
  ['http://localhost:4000', null],
  ['https://waystory.example', 'max-age=31536000'],
])('Every answer under %s has the security headers', async (publicOrigin, transport) => {
  const app = await createApp(createLog('silent'), {}, { origin: publicOrigin });
  app.get('/plain', async (_, reply) => reply.type('text/plain').send('plain'));
  app.get('/elsewhere', async (_, reply) => reply.redirect('/plain'));
  app.get('/broken', async () => expect.fail('broken'));
  app.get('/texts/:name.json', async () => ({}));
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const sent = [
    'GET /plain',
    'HEAD /plain',
    'POST /plain',
    'GET /elsewhere',
    'GET /broken',
    'GET /none',
    'GET /%',
    'GET /texts/%0D.json',
    'NONSENSE /',
  ];
  for (const line of sent) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.end(`${line} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    const [head = ''] = (await text(socket)).split('\r\n\r\n');
    const headers = new Map(head.split('\r\n').map((one) => [one.split(': ')[0]?.toLowerCase(), one.slice(one.indexOf(': ') + 2)]));
    expect([line, headers.get('x-content-type-options')]).toEqual([line, 'nosniff']);
    expect([line, headers.get('content-security-policy')]).toEqual([line, "default-src 'none'; frame-ancestors 'none'"]);
    expect([line, headers.get('strict-transport-security') ?? null]).toEqual([line, transport]);
  }
  await app.close();
});

test('Browser navigation gets an error page with escaped texts', async () => {
  const app = await createApp(createLog('silent'), { 'thing/odd': '<b>Odd</b> & "broken"' });
  app.get('/thing', () => Promise.reject(new Rejected('thing/odd')));
  app.get('/data', { config: { counted: { as: 'read' } } }, () => Promise.reject(new Rejected('thing/odd')));
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const page = await app.inject({ url: '/thing', headers: { accept } });
  expect(page.statusCode).toBe(422);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('<p>&#60;b&#62;Odd&#60;/b&#62; &#38; "broken"</p>');
  for (const url of ['/none', '/%', `/${'%F0'.repeat(3)}`])
    expect((await app.inject({ url, headers: { accept } })).body).toContain('<h1>Not found</h1>');
  expect((await app.inject({ url: '/data', headers: { accept } })).json()).toMatchObject({ code: 'thing/odd' });
  expect((await app.inject({ url: '/thing', headers: { accept: '*/*' } })).json()).toMatchObject({ code: 'thing/odd' });
  await app.close();
});
