import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/**
 * Behaviour of the provider in the silent sign-in frame: a result, no cookie, a page that forbids framing, or no answer. Browsers that block
 * third-party cookies cause `sees no cookie`.
 */
export type SilentSignInAnswer = 'answers' | 'sees no cookie' | 'denies' | 'is silent';

/** An identity provider on loopback, with its endpoints on another port than its issuer. Its only user signs in with one click. */
export interface ProviderServer {
  issuer: string;
  /** Origin of the provider's endpoints. */
  endpoints: string;
  frame: SilentSignInAnswer;
  /** Form of the provider's access tokens. */
  token: 'jwt' | 'opaque';
  /** Number of silent sign-in requests so far. */
  framesAsked: number;
  /** Number of requests for the sign-in page so far. */
  signInsAsked: number;
  close(): void;
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // as: it listens on TCP

async function listen(answer: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    void answer(request, response, new URL(request.url ?? '/', 'http://provider.test'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** @param audience Audience of its access tokens. */
export async function startProviderServer(audience: string): Promise<ProviderServer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const json = (response: ServerResponse, body: unknown): void =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  const asked = new Map<string, URLSearchParams>();
  const signed = (claims: object): Promise<string> =>
    new SignJWT({ iss: provider.issuer, sub: 'mia', name: 'Mia', email: 'mia@example.org', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);

  function letIn(response: ServerResponse, query: URLSearchParams): void {
    const code = String(asked.size);
    asked.set(code, query);
    const back = new URL(query.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
    response.writeHead(303, { location: back.href, 'set-cookie': 'session=mia; Path=/; HttpOnly; Secure; SameSite=None' }).end();
  }
  async function authorize({ headers }: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const isFrame = query.get('prompt') === 'none';
    const isKnown = headers.cookie?.includes('session=mia') === true && !(isFrame && provider.frame === 'sees no cookie');
    if (isFrame) {
      provider.framesAsked++;
      if (provider.frame === 'is silent') return;
      if (provider.frame === 'denies')
        return void response.writeHead(200, { 'x-frame-options': 'DENY', 'content-type': 'text/html' }).end('no frames');
      if (isKnown) return letIn(response, query);
      const refusal = new URLSearchParams({ error: 'login_required', state: query.get('state') ?? '' });
      return void response.writeHead(303, { location: `${query.get('redirect_uri')}?${refusal}` }).end();
    }
    provider.signInsAsked++;
    if (isKnown) return letIn(response, query);
    query.set('enter', 'yes');
    response.setHeader('content-type', 'text/html').end(`<a href="/authorize?${query.toString().replaceAll('&', '&amp;')}">Sign in as Mia</a>`);
  }

  const issuer = await listen(async (_, response, { pathname }) => {
    const { issuer: name, endpoints: at } = provider;
    if (pathname !== '/.well-known/openid-configuration') return void response.writeHead(404).end();
    json(response, {
      ...{ issuer: name, jwks_uri: `${at}/keys`, authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/token` },
      end_session_endpoint: `${at}/logout`,
    });
  });
  const endpoints = await listen(async (request, response, { pathname, searchParams }) => {
    if (pathname === '/keys') return json(response, { keys: [jwk] });
    if (pathname === '/authorize') return searchParams.get('enter') ? letIn(response, searchParams) : authorize(request, response, searchParams);
    if (pathname !== '/token') return void response.writeHead(404).end();
    const query = asked.get(new URLSearchParams(await text(request)).get('code') ?? '');
    const client = query?.get('client_id') ?? '';
    const access = provider.token === 'opaque' ? 'an-opaque-token-of-mia' : await signed({ aud: audience });
    json(response, { access_token: access, id_token: await signed({ aud: client }), token_type: 'Bearer', expires_in: 3_600, scope: 'openid' });
  });
  const provider: ProviderServer = {
    ...{ issuer: originOf(issuer), endpoints: originOf(endpoints), frame: 'answers', token: 'jwt', framesAsked: 0, signInsAsked: 0 },
    close: () => {
      for (const server of [issuer, endpoints]) server.close().closeAllConnections();
    },
  };
  return provider;
}
