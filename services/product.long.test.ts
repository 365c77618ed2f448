import { type ChildProcess, spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { Agent, get } from 'node:http';
import { adaptersOn } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { createHost, type HostRole } from '@waystory/infra/host/host.ts';
import { injectFetch } from '@waystory/infra/http/caller.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { describe, expect, test } from 'vitest';
import { accountsService } from './accounts/service.ts';
import { itinerariesService } from './itineraries/service.ts';
import { testProduct } from './testing/product.ts';

const root = new URL('..', import.meta.url).pathname;

/** Starts `main.ts` as a separate process; returns its first output. */
async function startProcess(env: Record<string, string>, args: string[] = []): Promise<{ child: ChildProcess; said: string; code: number | null }> {
  const child = spawn('node', ['services/main.ts', ...args], { cwd: root, env: { PATH: `${root}node_modules/.bin:/usr/bin:/bin`, ...env } });
  let said = '';
  return new Promise((resolve) => {
    const hear = (text: Buffer) => {
      said += String(text);
      if (said.includes('Waystory is at')) resolve({ child, said, code: null });
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('close', (code) => resolve({ child, said, code }));
  });
}

describe('Start of the product', () => {
  test.each([
    [{ PORT: 'eighty' }, [], /^PORT: /],
    [{ DATABASE_URL: 'mysql://x:secret@y/z' }, [], /^DATABASE_URL: Must begin with postgres:\/\//],
    [
      {},
      ['kitchen'],
      /^Unknown context "kitchen"\. Known: accounts, assistant, basemap, billing, itineraries, media, moderation, model, social, stripe, web, world/,
    ],
    [{}, ['--roles', 'cook'], /^Unknown role "cook"\. Known: command, query/],
    [{ HOST: '0.0.0.0', READY_ACCOUNTS: 'local' }, [], /^READY_ACCOUNTS: .*HOST=0\.0\.0\.0/],
  ])('with the settings %j and the arguments %j exits with 1 and one line that has the reason', async (env, args, line) => {
    const { said, code } = await startProcess(env, args);
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toMatch(line);
    expect(said).not.toContain('secret');
  });
});

describe('Host', () => {
  test('listens on the loopback address by default', async () => {
    const addressesWith = async (settings: Record<string, string>) => {
      const product = await testProduct([], ['relay'], { PORT: '0', ...settings });
      await product.host.listen();
      const bound = product.host.app.addresses().map((one) => Object(one).address);
      await product.stop();
      return bound;
    };
    const localhost = (await lookup('localhost', { all: true })).map(({ address }) => address);
    expect((await addressesWith({})).toSorted()).toEqual(localhost.toSorted());
    expect(localhost).toContain('127.0.0.1');
    expect(await addressesWith({ HOST: '127.0.0.1' })).toEqual(['127.0.0.1']);
    expect(await addressesWith({ HOST: '0.0.0.0' })).toEqual(['0.0.0.0']);
  });

  test('answers health probes and metrics', async () => {
    const product = await testProduct();
    expect((await product.send({ url: '/livez' })).statusCode).toBe(200);
    expect((await product.send({ url: '/readyz' })).statusCode).toBe(200);
    const { api } = product.person('ada');
    await api.createItinerary({ body: { title: 'Counted' } });
    await api.listItineraries({});
    const metrics = (await product.host.monitoring.inject('/metrics')).body;
    expect(metrics).toMatch(/waystory_http_request_seconds_count\{method="POST",route="\/api\/itineraries",status="201"\} 1/);
    expect(metrics).toMatch(/waystory_log_head 2/);
    expect(metrics).toMatch(/waystory_projection_lag_events\{projection="stories",partition="0"\} \d/);
    await product.stop();
  });

  test('serves metrics on a separate local port, only when it is configured', async () => {
    const product = await testProduct([], ['relay'], { PORT: '0', METRICS_PORT: '0', HOST: '0.0.0.0' });
    expect((await product.send({ url: '/metrics' })).statusCode).toBe(404);
    await product.host.listen();
    const [bound] = product.host.monitoring.addresses();
    expect(bound).toMatchObject({ address: '127.0.0.1' });
    const answer = await fetch(`http://127.0.0.1:${Object(bound).port}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toContain('waystory_log_head');
    await product.stop();

    const quiet = await testProduct([], ['relay'], { PORT: '0' });
    await quiet.host.listen();
    expect(quiet.host.monitoring.addresses()).toEqual([]);
    await quiet.stop();
  });

  test('of the role query reads the writes of another process', async () => {
    const database = await testDatabase();
    const hostWith = async (roles: HostRole[]) => {
      const engines = adaptersOn(createPool(database.config, { max: 8 }));
      const verifier = { verify: () => Promise.reject(new Error('no provider here')), recall: () => undefined };
      const definitions = [accountsService, itinerariesService];
      const host = await createHost({ definitions, roles, config: readConfig({}), engines, identity: { verifier }, log: createLog('silent') });
      const identity = {
        subjectId: 'test|ada',
        accountId: accountIdOf('test|ada'),
        email: null,
        name: null,
        roles: [],
        issuedAt: Infinity,
        expiresAt: Infinity,
      };
      const token = host.tokenFor(identity);
      const api = createClient(itineraryRoutes, { baseUrl: '/api', token: async () => token, fetch: injectFetch(host.app) });
      return { api, host, token, stop: () => host.stop().then(() => engines.close()) };
    };
    const [writer, reader, projector] = await Promise.all([hostWith(['command']), hostWith(['query']), hostWith(['projector'])]);
    await expect(writer.api.listItineraries({})).rejects.toMatchObject({ status: 404 });
    const authorization = (token: string) => ({ authorization: `Bearer ${token}` });
    for (let round = 1; round <= 20; round++) {
      const write = await writer.host.app.inject({
        method: 'POST',
        url: '/api/itineraries',
        payload: { title: `Round ${round}` },
        headers: authorization(writer.token),
      });
      const read = await reader.host.app.inject({
        url: '/api/itineraries?limit=1',
        headers: { ...authorization(reader.token), 'x-after': String(write.headers['x-position']) },
      });
      expect(read.json()).toMatchObject({ total: round, items: [{ title: `Round ${round}` }] });
    }
    await Promise.all([writer.stop(), reader.stop(), projector.stop()]);
    await database.close();
  });

  test('answers 503 with Retry-After instead of older data while the read model lags', async () => {
    const product = await testProduct();
    await product.person('ada').api.listItineraries({});
    const answer = await product.send({ url: '/api/itineraries', headers: { 'x-after': '999999' } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json()).toMatchObject({ code: 'read/behind' });
    await product.stop();
  });

  test('completes every request on SIGTERM and exits with 0', async () => {
    const database = await testDatabase();
    const port = 4_900 + Math.floor(Math.random() * 500);
    const env = { PORT: String(port), SEED: 'none', DATABASE_URL: databaseUrl(database.config) };
    // Only these contexts, because building a basemap would load the machine.
    const { child } = await startProcess(env, ['accounts', 'itineraries']);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const ask = (path: string, over: Agent | false): Promise<{ outcome: string; isLast: boolean }> =>
      new Promise((resolve) => {
        const request = get({ port, path, agent: over }, (response) =>
          response.resume().on('end', () => resolve({ outcome: String(response.statusCode), isLast: response.headers.connection === 'close' })),
        );
        request.on('error', (error: NodeJS.ErrnoException) => resolve({ outcome: String(error.code), isLast: true }));
      });
    // The first start builds the read models of an empty product.
    await expect.poll(async () => (await ask('/api/itineraries', false)).outcome, { timeout: 30_000 }).toBe('200');
    const outcomes: string[] = [];
    // Callers leave a kept-alive connection when an answer has `Connection: close`, as a load balancer does.
    const callers = Array.from({ length: 8 }, async () => {
      for (let isLast = false; !isLast; ) {
        const answer = await ask('/api/itineraries', agent);
        outcomes.push(answer.outcome);
        isLast = answer.isLast;
      }
    });
    await expect.poll(() => outcomes.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(200);
    child.kill('SIGTERM');
    await Promise.all([new Promise((resolve) => child.once('exit', resolve)), ...callers]);
    agent.destroy();
    expect(child.exitCode).toBe(0);
    expect(new Set(outcomes)).toEqual(new Set(['200']));
    await database.close();
  });
});
