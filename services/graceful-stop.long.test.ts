import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { adaptersOn } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerChunk, beginAnswer, endOfStream, scriptedProvider } from './assistant/scripted-provider.fixture.ts';
import { issueReadyUserToken } from './operations/ready-token.ts';

const main = new URL('./main.ts', import.meta.url).pathname;
/** Timeout of a process start on a busy machine, milliseconds. */
const startWithin = 60_000;

let database: TestDatabase;
let provider: Awaited<ReturnType<typeof scriptedProvider>>;
let [ports, token]: [number[], string] = [[], ''];
const children: ChildProcess[] = [];
/** Completes the latest answer of the model. */
let sayTheRest = (): void => {};

const origin = (at: number): string => `http://127.0.0.1:${ports[at]}`;
const authorization = () => ({ authorization: `Bearer ${token}` });

const isAnswered = (address: string): Promise<boolean> =>
  fetch(address, { headers: authorization() }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Two processes of one product, like two pods of a Deployment with all roles. */
beforeAll(async () => {
  database = await testDatabase();
  provider = await scriptedProvider(() => (response) => {
    beginAnswer(response, 'Once');
    sayTheRest = () => void response.end(answerChunk({ content: ' upon a time' }) + answerChunk({}, 'stop') + endOfStream);
  });
  ports = await findFreePorts(2);
  const env = {
    DATABASE_URL: databaseUrl(database.config),
    PUBLIC_ORIGIN: origin(0),
    OPENAI_BASE_URL: provider.url,
    SEED: 'none',
    READS_PER_MINUTE: '0',
    WRITES_PER_MINUTE: '0',
  };
  const engines = adaptersOn(createPool(database.config, { max: 2 }));
  for (const [at, port] of ports.entries()) {
    // Only these contexts, because building a basemap would load the machine.
    const args = [main, 'accounts', 'assistant', 'billing', 'itineraries'];
    const child = spawn(process.execPath, args, { env: { HOST: '127.0.0.1', PORT: String(port), ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(child);
    await vi.waitUntil(() => isAnswered(`${origin(at)}/readyz`), { timeout: startWithin });
  }
  token = await issueReadyUserToken(engines, readConfig(env), 'traveller', 600);
  await engines.close();
  await vi.waitUntil(() => isAnswered(`${origin(0)}/api/accounts/me`), { timeout: startWithin });
}, 3 * startWithin);

afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  await provider.stop();
  await database.close();
});

/** Events received from a stream of the assistant: its thread, its parts, and its end. */
interface Heard {
  threadId: string;
  text: () => string;
  end: Promise<'whole' | 'cut'>;
}

async function hear(at: number, path: string, init: RequestInit = {}): Promise<Heard> {
  const answer = await fetch(`${origin(at)}${path}`, { ...init, headers: { 'content-type': 'application/json', ...authorization() } });
  expect(answer.status).toBe(200);
  let text = '';
  const read = async (): Promise<'whole' | 'cut'> => {
    try {
      for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
      return 'whole';
    } catch {
      return 'cut';
    }
  };
  return { threadId: answer.headers.get('x-thread-id') ?? '', text: () => text, end: read() };
}

const ask = (at: number): Promise<Heard> =>
  hear(at, '/api/chat', { method: 'POST', body: JSON.stringify({ messages: [{ role: 'user', content: 'Tell me a story' }] }) });
const messagesAt = async (at: number, threadId: string): Promise<unknown> =>
  (await fetch(`${origin(at)}/api/chat/${threadId}`, { headers: authorization() })).json();

/** Sends reads and writes over kept-alive connections until the process is no longer ready; returns their outcomes. */
function useAtOnce(at: number, callers: number): { outcomes: string[]; end: Promise<unknown> } {
  const outcomes: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * callers });
  const call = (method: 'GET' | 'POST', path: string, over: Agent | false): Promise<string> =>
    new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', ...authorization() };
      const sent = request({ port: ports[at], host: '127.0.0.1', method, path, agent: over, headers }, (response) =>
        response.resume().on('end', () => resolve(`${method} ${response.statusCode}`)),
      );
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(`${method} ${error.code}`));
      sent.end(method === 'POST' ? '{"title":"Written while it ended"}' : undefined);
    });
  let isReady = true;
  const balancer = async (): Promise<void> => {
    while (isReady) isReady = (await call('GET', '/readyz', false)) === 'GET 200';
  };
  const reader = async (): Promise<void> => {
    while (isReady) outcomes.push(await call('GET', '/api/itineraries', agent));
  };
  const writer = async (): Promise<void> => {
    while (isReady) outcomes.push(await call('POST', '/api/itineraries', agent));
  };
  const each = Array.from({ length: callers }, () => Promise.all([reader(), writer()]));
  return { outcomes, end: Promise.all([balancer(), ...each]).finally(() => agent.destroy()) };
}

test('Process that gets SIGTERM fails no request and completes short answers; another process continues interrupted answers', async () => {
  const short = await ask(0);
  await expect.poll(short.text).toContain('Once');
  const sayTheRestOfShort = sayTheRest;
  const long = await ask(0);
  await expect.poll(long.text).toContain('Once');
  // An answer that one process writes, and that a client reads through the other process.
  const elsewhere = await ask(1);
  await expect.poll(elsewhere.text).toContain('Once');
  const sayTheRestElsewhere = sayTheRest;
  const followed = await hear(0, `/api/chat?chatId=${elsewhere.threadId}`);
  await expect.poll(followed.text).toContain('Once');
  const people = useAtOnce(0, 4);
  await expect.poll(() => people.outcomes.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(100);

  const [child] = children;
  const exit = child && once(child, 'exit');
  child?.kill('SIGTERM');
  await people.end;
  expect(new Set(people.outcomes)).toEqual(new Set(['GET 200', 'POST 201']));
  // The process is no longer ready, and connected clients still get their answer.
  sayTheRestOfShort();
  expect([await short.end, await long.end, await followed.end]).toEqual(['whole', 'whole', 'cut']);
  expect(short.text()).toContain('upon a time');
  expect(await exit).toEqual([0, null]);

  // An interrupted answer is marked at once and continues.
  expect(await messagesAt(1, long.threadId)).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: 'Once', annotations: [{ type: 'outcome', outcome: 'INTERRUPTED', code: null }] },
  ]);
  const again = await hear(1, `/api/chat/${long.threadId}/continuation`, { method: 'POST', body: null });
  await expect.poll(again.text).toContain('Once');
  sayTheRest();
  expect(await again.end).toBe('whole');
  const readOn = await hear(1, `/api/chat?chatId=${elsewhere.threadId}`);
  sayTheRestElsewhere();
  expect([await readOn.end, await elsewhere.end]).toEqual(['whole', 'whole']);
  expect(readOn.text()).toContain('upon a time');
}, 60_000);
