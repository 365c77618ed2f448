import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '@waystory/infra/http/app.ts';
import { createLog } from '@waystory/infra/log.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { mountPath } from './issuer.ts';
import { oidcProvider } from './provider.ts';

export const audience = 'urn:waystory:api';
export const clientId = 'waystory-web';
export const contact = 'keepers@example.test';
const log = createLog('silent');

interface TestOptions {
  /** Whether ready users may sign in; true by default. */
  readyUsers?: boolean;
}

export interface TestProduct {
  origin: string;
  /** Restarts the provider on the same database and origin. */
  restart(options?: TestOptions): Promise<void>;
  close(): Promise<void>;
}

/** Starts the provider in the product's HTTP server, on a free port. */
export async function startProduct(pool: pg.Pool, options: TestOptions = {}): Promise<TestProduct> {
  let app: FastifyInstance | undefined;
  // The options contain the origin, so the port must be known before the app is created.
  const server = createServer((request, response) => app?.routing(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`; // as: the server listens on TCP
  const start = async ({ readyUsers = true }: TestOptions = {}): Promise<void> => {
    await app?.close();
    app = await createApp(log, {}, { trustedProxies: ['127.0.0.1'] });
    await app.register(await oidcProvider({ origin, pool, audience, clientId, readyUsers, contact, log }));
    await app.ready();
  };
  await start(options);
  return {
    origin,
    restart: start,
    async close() {
      server.closeAllConnections();
      server.close();
      await app?.close();
    },
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Target of the last followed redirect, or the requested URL. */
  url: URL;
  text: string;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** A browser that stores cookies, and follows redirects within the provider only. */
export class TestBrowser {
  readonly origin: string;
  #cookies: Cookie[] = [];
  constructor(origin: string) {
    this.origin = origin;
  }

  get(path: string): Promise<Answer> {
    return this.#send(new URL(path, this.origin), {});
  }

  submit(path: string, fields: Record<string, string>, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }): Promise<Answer> {
    return this.#send(new URL(path, this.origin), { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Submits the form of a page with its hidden fields, as its script or button would. */
  submitForm({ text }: Answer, more: Record<string, string> = {}): Promise<Answer> {
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1] ?? '';
    const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    return this.submit(action, { ...Object.fromEntries(fields), ...more });
  }

  async #send(url: URL, init: RequestInit): Promise<Answer> {
    const cookie = this.#cookies.filter(({ path }) => url.pathname.startsWith(path)).map(({ name, value }) => `${name}=${value}`);
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, accept: 'text/html', cookie: cookie.join('; ') } });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    const next = location ? new URL(location, url) : undefined;
    if (next?.pathname.startsWith(mountPath)) {
      await response.body?.cancel();
      return this.#send(next, {});
    }
    return { status: response.status, headers: response.headers, url: next ?? url, text: await response.text() };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const expired = attributes.some((attribute) => /^expires=.*1970/i.test(attribute));
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!expired && value) this.#cookies.push({ name, value, path });
  }
}

/** The web app as an OIDC client, with its PKCE verifier. */
export class TestApp {
  readonly browser: TestBrowser;
  readonly redirectUri: string;
  readonly #verifier = randomBytes(32).toString('base64url');
  constructor(browser: TestBrowser, page = '/auth/callback') {
    this.browser = browser;
    this.redirectUri = `${browser.origin}${page}`;
  }

  /** Sends an authorization request. Returns the provider's page, or the redirect to the app with a code or an error. */
  authorize(more: Record<string, string> = {}): Promise<Answer> {
    const challenge = createHash('sha256').update(this.#verifier).digest('base64url');
    const basic = { client_id: clientId, redirect_uri: this.redirectUri, response_type: 'code', scope: 'openid profile email api', state: 'state' };
    return this.browser.get(`/idp/auth?${new URLSearchParams({ ...basic, code_challenge: challenge, code_challenge_method: 'S256', ...more })}`);
  }

  token(fields: Record<string, string>): Promise<Response> {
    return fetch(`${this.browser.origin}/idp/token`, { method: 'POST', body: new URLSearchParams({ client_id: clientId, ...fields }) });
  }

  exchange(code: string): Promise<Response> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: this.redirectUri, code_verifier: this.#verifier });
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** Signs in on the provider's page and returns the tokens. */
  async signIn(email: string, password = 'waystory'): Promise<Tokens> {
    const page = await this.authorize();
    const done = await this.browser.submit(`${page.url.pathname}/sign-in`, { email, password });
    return this.tokensFrom(done);
  }

  async tokensFrom({ url }: Answer): Promise<Tokens> {
    const response = await this.exchange(url.searchParams.get('code') ?? '');
    return (await response.json()) as Tokens; // as: the callers check the body
  }
}

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  error?: string;
}
