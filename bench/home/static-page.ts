import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import Fastify from 'fastify';
import { firstVisit } from './browser.ts';

interface SavedFile {
  type: string;
  /** Response headers, because some of them cost time: isolation gives a page its own process. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers of the transfer, which differ between servers. */
const transferHeaders = new Set([
  'content-length',
  'content-encoding',
  'content-type',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'etag',
]);

/** HTML without scripts and their preloads. */
const withoutScripts = (html: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="(modulepreload|preload)"[^>]*>/g, '')
    .replace(/<noscript>[\s\S]*?<\/noscript>/g, '');

/** Files of the first screen, as a browser without scripts loads them. */
async function savedPage(browser: Browser, origin: string): Promise<Map<string, SavedFile>> {
  const visit = await firstVisit(browser, 1, { javaScriptEnabled: false });
  const files = new Map<string, SavedFile>();
  const reading: Promise<void>[] = [];
  visit.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname !== '/' && !['stylesheet', 'image', 'font'].includes(response.request().resourceType())) return;
    reading.push(
      response.body().then((body) => {
        const headers = response.headers();
        const savedHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !transferHeaders.has(name)));
        files.set(pathname, { type: headers['content-type'] ?? '', headers: savedHeaders, body });
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

/** Serves a copy of the first screen from bare Fastify: HTML, styles, font and pictures with their headers, compressed once, no script. */
export async function serveStaticPage(browser: Browser, origin: string): Promise<{ origin: string; files: number; stop: () => Promise<void> }> {
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
