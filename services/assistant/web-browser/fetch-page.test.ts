import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Rejected } from '@waystory/infra/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchPage, type PageLimits, type ResolvedAddress } from './fetch-page.ts';

let server: Server;
let port: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];
/** Looked-up hosts in order. */
let lookedUp: string[];
/** Resolved addresses by host name, one list per look-up. */
let names: Record<string, ResolvedAddress[][]>;

const here: ResolvedAddress = { address: '127.0.0.1', family: 4 };
const inside: ResolvedAddress = { address: '10.0.0.1', family: 4 };

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port); // as: it listens on a port
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  lookedUp = [];
  names = {};
});

/** Fetches a page through a source that allows only the address of this server. */
const fetchHere = (path: string, limits: Partial<PageLimits> = {}) =>
  fetchPage(path.startsWith('/') ? `http://museum.example.org:${port}${path}` : path, {
    resolve: async (host) => {
      lookedUp.push(host);
      return names[host]?.shift() ?? [here];
    },
    isAllowed: (address) => address === here.address,
    ports: new Set([port]),
    limits: { maxBytes: 100_000, maxMs: 10_000, maxRedirects: 3, ...limits },
  });
const html = { 'content-type': 'text/html; charset=utf-8' };
const sends = (body: string | Buffer, headers: Record<string, string> = html, status = 200) => {
  answer = (_, response) => void response.writeHead(status, headers).end(body);
};
const refused = (code: `page/${string}`) => expect.objectContaining({ code });

describe('web page', () => {
  test('is read as text in any encoding and compression', async () => {
    sends('<p>Torre de Belém</p>');
    expect(await fetchHere('/hours')).toEqual({
      url: `http://museum.example.org:${port}/hours`,
      mediaType: 'text/html',
      text: '<p>Torre de Belém</p>',
    });
    sends(Buffer.from('Belém', 'latin1'), { 'content-type': 'text/plain; charset=iso-8859-1' });
    expect((await fetchHere('/')).text).toBe('Belém');
    sends(Buffer.from('<meta charset="windows-1252">Belém', 'latin1'), { 'content-type': 'text/html' });
    expect((await fetchHere('/')).text).toContain('Belém');
    sends(gzipSync('Belém'), { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
    expect((await fetchHere('/')).text).toBe('Belém');
  });

  test('is requested without data about the user', async () => {
    const headers: string[] = [];
    answer = (request, response) => {
      headers.push(...Object.keys(request.headers));
      response.writeHead(200, html).end('x');
    };
    await fetchHere('/');
    expect(headers.toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  test.each([
    ['a picture', 'x', { 'content-type': 'image/png' }, 200, 'page/not-text'],
    ['no media type', 'x', {}, 200, 'page/not-text'],
    ['an unknown content encoding', 'x', { ...html, 'content-encoding': 'zstd' }, 200, 'page/not-text'],
    ['status 404', 'x', html, 404, 'page/failed'],
    ['a size above the limit', 'x'.repeat(100_001), html, 200, 'page/too-large'],
    ['a decompressed size above the limit', gzipSync('x'.repeat(5_000_000)), { ...html, 'content-encoding': 'gzip' }, 200, 'page/too-large'],
    ['invalid compression', 'no gzip', { ...html, 'content-encoding': 'gzip' }, 200, 'page/unreachable'],
  ] as const)('is refused because of %s', async (_, body, headers, status, code) => {
    sends(body, headers as Record<string, string>, status); // as: of literal types, some without a field
    await expect(fetchHere('/')).rejects.toEqual(refused(code));
  });

  test('times out before its beginning and during its transfer', async () => {
    answer = () => {};
    await expect(fetchHere('/', { maxMs: 100 })).rejects.toEqual(refused('page/too-slow'));
    answer = (_, response) => void response.writeHead(200, html).write('x');
    await expect(fetchHere('/', { maxMs: 200 })).rejects.toEqual(refused('page/too-slow'));
  });

  test('that breaks off is refused', async () => {
    answer = (_, response) => {
      response.writeHead(200, { ...html, 'content-length': '100' }).write('x');
      response.destroy();
    };
    await expect(fetchHere('/')).rejects.toEqual(refused('page/unreachable'));
  });
});

describe('connection uses the checked address:', () => {
  test('a name is resolved once, and a later change has no effect', async () => {
    sends('x');
    names['museum.example.org'] = [[here], [inside]];
    await fetchHere('/');
    expect({ lookedUp, asked }).toEqual({ lookedUp: ['museum.example.org'], asked: ['museum.example.org/'] });
  });

  test('a name that also resolves to an internal address is refused', async () => {
    names['museum.example.org'] = [[here, inside]];
    await expect(fetchHere('/')).rejects.toEqual(new Rejected('page/not-public'));
    names['museum.example.org'] = [[]];
    await expect(fetchHere('/')).rejects.toEqual(new Rejected('page/not-public'));
    expect(asked).toEqual([]);
  });

  test('an unknown name is unreachable', async () => {
    const resolve = async (): Promise<ResolvedAddress[]> => {
      throw new Error('ENOTFOUND');
    };
    const limits = { maxBytes: 1, maxMs: 5_000, maxRedirects: 0 };
    const source = { resolve, isAllowed: () => true, limits };
    await expect(fetchPage('http://nowhere.example.org/', source)).rejects.toEqual(refused('page/unreachable'));
  });
});

describe('redirect', () => {
  const leadsTo = (location: string) => {
    answer = (request, response) => {
      if (request.url === '/end') response.writeHead(200, html).end('here');
      else response.writeHead(302, { location }).end();
    };
  };

  test('is followed, and the result has the final URL', async () => {
    leadsTo('/end');
    expect(await fetchHere('/')).toMatchObject({ url: `http://museum.example.org:${port}/end`, text: 'here' });
    leadsTo(`http://other.example.org:${port}/end`);
    expect((await fetchHere('/')).url).toBe(`http://other.example.org:${port}/end`);
    expect(lookedUp.at(-1)).toBe('other.example.org');
  });

  test.each([
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://localhost/',
    'http://127.0.0.1:1/',
    'http://',
  ])('to %s is refused', async (location) => {
    leadsTo(location);
    await expect(fetchHere('/')).rejects.toEqual(new Rejected('page/not-public'));
    expect(asked).toHaveLength(1);
  });

  test('to a name of an internal address is refused', async () => {
    leadsTo(`http://inside.example.org:${port}/end`);
    names['inside.example.org'] = [[inside]];
    await expect(fetchHere('/')).rejects.toEqual(new Rejected('page/not-public'));
    names['museum.example.org'] = [[here], [inside]];
    leadsTo('/end');
    await expect(fetchHere('/')).rejects.toEqual(new Rejected('page/not-public'));
  });

  test('in a loop is refused after three redirects', async () => {
    leadsTo('/again');
    await expect(fetchHere('/')).rejects.toEqual(refused('page/too-many-redirects'));
    expect(asked).toHaveLength(4);
  });
});
