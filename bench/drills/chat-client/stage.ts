// What runs in the page is written here as well.
/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import type { Seen } from '@waystory/chat-client/seen.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { Product } from '../../harness/product.ts';
import type { Tally } from '../tally.ts';

/** Longest that an answer may take, milliseconds. */
const patience = 20_000;

/** The client and the product that it talks to. */
export class Stage {
  readonly tally: Tally;
  readonly #browser: Browser;
  readonly #client: string;
  readonly #product: Product;

  constructor(browser: Browser, client: string, product: Product, tally: Tally) {
    this.#browser = browser;
    this.#client = client;
    this.#product = product;
    this.tally = tally;
  }

  /** The page of the client, opened anew. */
  async open({ thread, isSignedIn = true }: { thread?: string; isSignedIn?: boolean } = {}): Promise<Chat> {
    const page = await this.#browser.newPage();
    const query = new URLSearchParams({ product: `http://127.0.0.1:${this.#product.port}` });
    if (isSignedIn) query.set('token', this.#product.token);
    if (thread) query.set('thread', thread);
    await page.goto(`${this.#client}/?${query}`);
    await page.waitForSelector('form');
    return new Chat(page);
  }

  /** Asks the product itself, beside the client. */
  async call<A>(path: string, method = 'GET'): Promise<A> {
    const headers = { authorization: `Bearer ${this.#product.token}` };
    const response = await fetch(`http://127.0.0.1:${this.#product.port}/api${path}`, { method, headers });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as A; // the caller knows what it asked
  }

  messagesOf(threadId: string | null): Promise<ChatMessage[]> {
    return this.call(`/chat/${threadId}`);
  }
}

/** A page of the client. */
export class Chat {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async send(text: string): Promise<void> {
    await this.#page.getByLabel('Message').fill(text);
    await this.#page.getByRole('button', { name: 'Send' }).click();
  }

  /** The hook's own way to stop. */
  stop(): Promise<void> {
    return this.#page.getByRole('button', { name: 'Stop' }).click();
  }

  seen(): Promise<Seen> {
    return this.#page.evaluate(() => window.seen);
  }

  /** Resolves with what was seen once `isSo` (it runs in the page) holds. @throws Error with what was seen in its place. */
  async until(isSo: (seen: Seen) => boolean): Promise<Seen> {
    const condition = `(${isSo.toString()})(window.seen)`;
    await this.#page.waitForFunction(condition, undefined, { timeout: patience, polling: 20 }).catch(async () => {
      const { messages, ...seen } = await this.seen();
      throw new Error(`${isSo.toString()} does not come; ${messages.length} messages, ${JSON.stringify(seen)}`);
    });
    return this.seen();
  }

  close(): Promise<void> {
    return this.#page.close();
  }
}

/** The latest message that the client shows of the assistant. */
export const answerIn = ({ messages }: Seen) => messages.findLast(({ role }) => role === 'assistant');
