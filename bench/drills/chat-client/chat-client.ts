import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { ChatObservations } from '@waystory/chat-client/seen.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { build } from 'vite';
import { printTable } from '../../harness/report.ts';
import { Resources } from '../../harness/resources.ts';
import { type Environment, openEnvironment } from '../environment/environment.ts';
import type { DrillRun, Tally } from '../tally.ts';

const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'model', 'social', 'world'];
/** Speed of the built-in model, words per second: slow enough that an answer can be stopped in the middle. */
const pace = '60';
const wish = '3 days in Lisbon with food and views';

/** A row of the table: an action of the client and its observation. */
type Row = [what: string, saw: string];

/**
 * Checks `useChat` of `@ai-sdk/react` 1.2.12 from another origin in Chromium, because only a browser aborts, streams and checks CORS as users see it.
 */
export async function chatClientDrill({ tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const client = await serveClient();
  held.defer(client.stop);
  const settings = { CORS_ORIGINS: client.origin, SANDBOX_MODEL_PACE: pace };
  await using environment = await openEnvironment({ name: 'chat-client', processes: 'one', contexts, settings });
  const pages = chatPages(await environment.resources.browser(), client.origin, environment);
  const rows: Row[] = [];
  for (const act of [asks, stops, leaves, isUnknown]) rows.push(...(await act(pages, tally)));
  printTable(['what @ai-sdk/react 1.2.12 does', 'what it saw'], rows);
}

/** Asks, reads an answer with tools, and asks again in the same thread. */
async function asks(pages: ChatPages, tally: Tally): Promise<Row[]> {
  const chat = await pages.open();
  await chat.send(wish);
  const first = await chat.until(({ statuses }) => statuses.at(-1) === 'ready' && statuses.includes('streaming'));
  const kept = await pages.messagesOf(first.threadId);
  const [answer, told] = [answerIn(first), kept.at(-1)];
  const statuses = first.statuses.join(' > ');
  tally.record(statuses === 'ready > submitted > streaming > ready', `an answer is ${statuses}`);
  tally.record(answer?.content === told?.content && answer?.id === told?.id, 'the answer is the one that the product keeps, with its id');
  tally.record(JSON.stringify(callsOf(answer)) === JSON.stringify(callsOf(told)), 'so are the calls of its tools, with their results');
  const ways = [...new Set(Object.values(first.tools).map((states) => states.join(' > ')))];
  const calls = Object.keys(first.tools).length;
  tally.record(calls > 3 && ways.join() === 'partial-call > call > result', `each of ${calls} calls of tools is ${ways.join(' or ')}`);
  const [finish] = first.finishes;
  const { promptTokens = Number.NaN, completionTokens = Number.NaN } = finish?.usage ?? {};
  tally.record(finish?.finishReason === 'stop' && promptTokens + completionTokens > 0, `it ends with ${finish?.finishReason} and its tokens`);

  await chat.send('Make it two days');
  const second = await chat.until(({ finishes }) => finishes.length === 2);
  const roles = (await pages.messagesOf(second.threadId)).map(({ role }) => role).join(' > ');
  tally.record(second.threadId === first.threadId && roles === 'user > assistant > user > assistant', `a second question goes on: ${roles}`);
  tally.record(second.errors.length === 0, 'and no error was told');
  await chat.close();
  return [
    ['asks', statuses],
    ['shows calls of tools', `${calls} calls, ${ways.join(' or ')}`],
    ['hears of the end', `${finish?.finishReason}, ${promptTokens} tokens read, ${completionTokens} written`],
    ['asks again in the thread', roles],
  ];
}

const callsOf = (message: { toolInvocations?: readonly object[] | undefined } | undefined) =>
  message?.toolInvocations?.map((call) => Object.fromEntries(Object.entries(call).sort(([one], [other]) => (one < other ? -1 : 1))));

/** `stop` of the hook ends only the reading; the stop route ends the answer itself. */
async function stops(pages: ChatPages, tally: Tally): Promise<Row[]> {
  const chat = await pages.open();
  await chat.send(wish);
  await chat.until(({ tools }) => Object.keys(tools).length > 0);
  await chat.stop();
  const stopped = await chat.until(({ statuses }) => statuses.at(-1) === 'ready' && statuses.length > 1);
  const isReady = stopped.errors.length === 0 && answerIn(stopped) !== undefined;
  tally.record(isReady, 'what was stopped is ready, without an error, and its beginning stays');
  await chat.send('And food?');
  const refused = await chat.until(({ errors }) => errors.length > 0);
  const { code = '', status = 0 } = JSON.parse(refused.errors[0] ?? '{}') as { code?: string; status?: number }; // problem details
  tally.record(code === 'chat/turn-running' && refused.statuses.at(-1) === 'error', `the answer goes on: another question is refused with ${code}`);
  await pages.stopAnswer(stopped.threadId);
  const [outcome] = (await pages.messagesOf(stopped.threadId)).at(-1)?.annotations ?? [];
  tally.record(JSON.stringify(outcome).includes('"STOPPED"'), 'DELETE /chat/{threadId}/answer stops it');
  await chat.send('And food?');
  const next = await chat.until(({ finishes }) => finishes.length === 1);
  tally.record(next.statuses.at(-1) === 'ready', 'after which the next question is answered');
  await chat.close();
  return [
    ['stops', stopped.statuses.join(' > ')],
    ['asks while the answer goes on', `error: ${status} ${code}`],
    ['asks after DELETE /chat/{threadId}/answer', next.statuses.slice(-3).join(' > ')],
  ];
}

/** A page left in the middle of an answer is opened again on its thread. */
async function leaves(pages: ChatPages, tally: Tally): Promise<Row[]> {
  const left = await pages.open();
  await left.send(wish);
  const { threadId } = await left.until(({ tools }) => Object.values(tools).some((states) => states.includes('result')));
  await left.close();
  const chat = await pages.open({ thread: threadId ?? '' });
  const resumed = await chat.until(({ statuses }) => statuses.at(-1) === 'ready' && statuses.includes('streaming'));
  const kept = (await pages.messagesOf(threadId)).at(-1);
  const roles = resumed.messages.map(({ role }) => role).join(' > ');
  tally.record(roles === 'user > assistant', `a page that is opened in the middle of an answer shows ${roles}`);
  tally.record(answerIn(resumed)?.content === kept?.content, 'with the whole answer, once');
  tally.record(JSON.stringify(callsOf(answerIn(resumed))) === JSON.stringify(callsOf(kept)), 'and all calls of its tools, once');
  await chat.close();
  const whole = await pages.open({ thread: threadId ?? '' });
  const again = await whole.until(({ statuses }) => statuses.join() === 'ready,submitted,ready');
  const isShown = again.errors.length === 0 && answerIn(again)?.content === kept?.content;
  tally.record(isShown, 'one that is opened afterwards shows it as well: there is nothing to go on with');
  await whole.close();
  return [
    ['resumes in the middle', `${resumed.statuses.join(' > ')}; ${roles}`],
    ['resumes when it is over', again.statuses.join(' > ')],
  ];
}

async function isUnknown(pages: ChatPages, tally: Tally): Promise<Row[]> {
  const chat = await pages.open({ isSignedIn: false });
  await chat.send(wish);
  const { errors, statuses } = await chat.until((seen) => seen.errors.length > 0);
  const [error = ''] = errors;
  tally.record(/Unauthorized|401/.test(error), 'without a token its error tells of a 401');
  const way = statuses.join(' > ');
  tally.record(way === 'ready > submitted > error', `and it is ${way}`);
  await chat.close();
  return [['asks without a token', `${way}; ${error.slice(0, 80)}`]];
}

/// <reference lib="dom" />

const patience = 20_000;
const root = join(import.meta.dirname, '../../chat-client');
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };

/** Builds the client and serves it from its own origin. */
async function serveClient() {
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
function chatPages(browser: Browser, client: string, { origin, token }: Pick<Environment, 'origin' | 'token'>) {
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
type ChatPages = ReturnType<typeof chatPages>;

type Chat = ReturnType<typeof chatOn>;

function chatOn(page: Page) {
  const seen = (): Promise<ChatObservations> => page.evaluate(() => window.seen);
  return {
    async send(text: string): Promise<void> {
      await page.getByLabel('Message').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    },
    stop: (): Promise<void> => page.getByRole('button', { name: 'Stop' }).click(),
    /** Waits for a condition, which runs in the page. @throws Error with the state of the page */
    async until(isSo: (seen: ChatObservations) => boolean): Promise<ChatObservations> {
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
const answerIn = ({ messages }: ChatObservations) => messages.findLast(({ role }) => role === 'assistant');
