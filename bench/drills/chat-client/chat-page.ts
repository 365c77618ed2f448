/// <reference lib="dom" />
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Seen } from '@waystory/chat-client/seen.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { build } from 'vite';
import type { Environment } from '../environment/environment.ts';

const patience = 20_000;
const root = join(import.meta.dirname, '../../chat-client');
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };

/** Builds the client and serves it from its own origin. */
export async function serveClient() {
  const built = await build({ root, configFile: false, logLevel: 'error', build: { write: false, target: 'es2022', modulePreload: false } });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const files = new Map(outputs.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const file = files.get(path);
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': types[path.split('.').at(-1) ?? ''] ?? 'text/plain' }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { origin: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}

/** Opens pages of the client, and calls the product directly. */
export function chatPages(browser: Browser, client: string, { origin, token }: Pick<Environment, 'origin' | 'token'>) {
  const call = async (path: string, method = 'GET'): Promise<unknown> => {
    const response = await fetch(`${origin}/api${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  return {
    async open({ thread, isSignedIn = true }: { thread?: string; isSignedIn?: boolean } = {}): Promise<Chat> {
      const page = await browser.newPage();
      const query = new URLSearchParams({ product: origin, ...(isSignedIn && { token }), ...(thread && { thread }) });
      await page.goto(`${client}/?${query}`);
      await page.waitForSelector('form');
      return chatOn(page);
    },
    stopAnswer: (threadId: string | null) => call(`/chat/${threadId}/answer`, 'DELETE'),
    messagesOf: async (threadId: string | null) => (await call(`/chat/${threadId}`)) as ChatMessage[], // the reply of the route
  };
}
export type ChatPages = ReturnType<typeof chatPages>;

type Chat = ReturnType<typeof chatOn>;

function chatOn(page: Page) {
  const seen = (): Promise<Seen> => page.evaluate(() => window.seen);
  return {
    async send(text: string): Promise<void> {
      await page.getByLabel('Message').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    },
    stop: (): Promise<void> => page.getByRole('button', { name: 'Stop' }).click(),
    /** Waits for a condition, which runs in the page. @throws Error with the state of the page */
    async until(isSo: (seen: Seen) => boolean): Promise<Seen> {
      const condition = `(${isSo.toString()})(window.seen)`;
      await page.waitForFunction(condition, undefined, { timeout: patience, polling: 20 }).catch(async () => {
        const { messages, ...state } = await seen();
        throw new Error(`${isSo.toString()} does not come; ${messages.length} messages, ${JSON.stringify(state)}`);
      });
      return seen();
    },
    close: (): Promise<void> => page.close(),
  };
}

/** The newest message of the assistant. */
export const answerIn = ({ messages }: Seen) => messages.findLast(({ role }) => role === 'assistant');
