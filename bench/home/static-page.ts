import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import Fastify from 'fastify';
import { firstVisit } from './browser.ts';

interface Kept {
  type: string;
  /** How the browser is to treat it; the isolation that some of them ask for costs a page a process of its own. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers that say how the bytes are sent, not what they are. */
const ofSending = new Set(['content-length', 'content-encoding', 'content-type', 'transfer-encoding', 'connection', 'keep-alive', 'date', 'etag']);

/** The page without whatever runs or only serves what runs. */
const withoutScripts = (html: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="(modulepreload|preload)"[^>]*>/g, '')
    .replace(/<noscript>[\s\S]*?<\/noscript>/g, '');

/** Everything that the first screen consists of, saved as a browser that runs no scripts loads it. */
async function savedPage(browser: Browser, origin: string): Promise<Map<string, Kept>> {
  const visit = await firstVisit(browser, 1, { javaScriptEnabled: false });
  const files = new Map<string, Kept>();
  const reading: Promise<void>[] = [];
  visit.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname !== '/' && !['stylesheet', 'image', 'font'].includes(response.request().resourceType())) return;
    reading.push(
      response.body().then((body) => {
        const headers = response.headers();
        const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofSending.has(name)));
        files.set(pathname, { type: headers['content-type'] ?? '', headers: kept, body });
      }),
    );
  });
  await visit.page.goto(origin, { waitUntil: 'networkidle' });
  await Promise.all(reading);
  await visit.close();
  const page = files.get('/');
  if (!page) throw new Error('The page was not loaded');
  files.set('/', { ...page, body: Buffer.from(withoutScripts(page.body.toString('utf8'))) });
  return files;
}

export interface StaticPage {
  origin: string;
  files: number;
  stop: () => Promise<void>;
}

/** A bare Fastify that serves a saved copy of the first screen: its HTML, styles, font and pictures with their headers, compressed once, and no script. */
export async function serveStaticPage(browser: Browser, origin: string): Promise<StaticPage> {
  const files = await savedPage(browser, origin);
  const app = Fastify();
  for (const [path, { type, headers, body }] of files) {
    const isText = /text|svg|json/.test(type);
    const bytes = isText ? gzipSync(body, { level: 9 }) : body;
    app.get(path, (_, reply) => reply.headers({ ...headers, 'content-type': type, ...(isText && { 'content-encoding': 'gzip' }) }).send(bytes));
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://localhost:${port}/`, files: files.size, stop: () => app.close() };
}
