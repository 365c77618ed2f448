import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { definitions } from '@waystory/services/all.ts';
import { z } from 'zod';
import { type BackgroundProcess, startProcess } from './background-process.ts';
import { isObject, type Json } from './json.ts';

const byName = z.looseObject({ name: z.string(), port: z.string() });

/** Names of the services in the gateway's configuration. */
export function gatewayServicesOf(configuration: Json): string[] {
  const found = new Set<string>();
  onThisMachine(configuration, (name) => {
    found.add(name);
    return 0;
  });
  return [...found].sort();
}

/** The same configuration with a local address instead of each service. */
function onThisMachine(value: Json, portOf: (service: string) => number): Json {
  if (Array.isArray(value)) return value.map((one) => onThisMachine(one, portOf));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, onThisMachine(one, portOf)]));
  if (copy.dynamic_upstreams === undefined) return copy;
  const { name } = byName.parse(copy.dynamic_upstreams);
  const { dynamic_upstreams: _, ...rest } = copy;
  return { ...rest, upstreams: [{ dial: `127.0.0.1:${portOf(name)}` }] };
}

/** A request, and the service that the gateway must send it to. */
interface Expected {
  method: string;
  path: string;
  service: string;
}

const id = '0190163d-8694-739b-aea5-966c26f8ad90';
const addressOf = (path: string): string => path.replaceAll(/:\w+/g, id);

/** Requests for every route of the API except developer routes, and for other paths of the product. */
function expectedRoutes(): Expected[] {
  const routes = definitions.flatMap(({ name, routes: bound, openRoutes = [] }) =>
    [...bound.map((one) => one.routes), ...openRoutes].flatMap((group) =>
      Object.values(group)
        .filter(({ access }) => access !== 'locales.write')
        .map(({ method, path }) => ({
          method,
          path: `/api${addressOf(path)}`,
          service: `${name}-${method === 'GET' ? 'query' : 'command'}`,
        })),
    ),
  );
  const heads = routes.filter(({ method }) => method === 'GET').map((route) => ({ ...route, method: 'HEAD' }));
  const others: [path: string, service: string, method?: string][] = [
    ['/', 'web-query'],
    [`/itineraries/${id}`, 'web-query'],
    ['/api/docs', 'web-query'],
    ['/api/docs/json', 'web-query'],
    ['/assets/index.js', 'web-query'],
    ['/config.json', 'web-query'],
    ['/csp-reports', 'web-query', 'POST'],
    ['/photos/a-480.webp', 'media-query'],
    [`/media/${id}/a.webp`, 'media-query'],
    ['/uploads/incoming/a', 'media-command', 'PUT'],
    ['/basemap/status', 'basemap-query'],
    ['/basemap/1/street/0/0/0', 'basemap-query'],
    ['/idp/.well-known/openid-configuration', 'accounts-command'],
    ['/idp/token', 'accounts-command', 'POST'],
    ['/.well-known/oauth-authorization-server/idp', 'accounts-command'],
    ['/.well-known/openid-configuration/idp', 'accounts-command'],
    ['/api/webhooks/stripe', 'billing-command', 'POST'],
    ['/sandbox/stripe/pay/cs_test_1', 'billing-command'],
    ['/sandbox/stripe/pay/cs_test_1', 'billing-command', 'POST'],
    ['/.well-known/oauth-protected-resource', 'assistant-query'],
    ['/.well-known/oauth-protected-resource/mcp', 'assistant-query'],
    ['/mcp', 'assistant-command', 'POST'],
    ['/mcp', 'assistant-query'],
  ];
  return [...routes, ...heads, ...others.map(([path, service, method = 'GET']) => ({ method, path, service }))];
}

const readyWithinMs = 15_000;
const answerWithinMs = 10_000;
const askEveryMs = 50;

/** Sends a request to the running gateway. */
type Ask = (path: string, method?: string, headers?: Record<string, string>) => Promise<Response>;
/**
 * Stub servers in place of product processes. Each answers with its name. `asked` counts the requests by their `x-lost-once`; the first of each key
 * gets no answer.
 */
interface Processes {
  ports: ReadonlyMap<string, number>;
  /** Ends the unfinished answers to requests with `x-slow`. */
  finish(): void;
  asked: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

async function startProcesses(names: readonly string[]): Promise<Processes> {
  const asked = new Map<string, number>();
  const slow: ServerResponse[] = [];
  const answer =
    (name: string): RequestListener =>
    (request, reply) => {
      if (request.headers['x-slow']) {
        slow.push(reply);
        return reply.write('begun');
      }
      const key = request.headers['x-lost-once'];
      if (typeof key !== 'string') return reply.setHeader('x-service', name).end();
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      // Simulates a killed process, after which a client cannot know whether its request had an effect.
      return times === 1 ? request.socket.destroy() : reply.end();
    };
  const servers = names.map((name) => createServer(answer(name)));
  const found = await Promise.all(servers.map(listen));
  return {
    ports: new Map(names.map((name, index) => [name, found[index] ?? 0])),
    asked,
    finish: () => {
      for (const reply of slow) reply.end(' and ended');
    },
    close: async () => {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve).closeAllConnections())));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo; // as: the server listens on TCP
  return address.port;
}

async function wrongWays(ask: Ask): Promise<string[]> {
  const problems: string[] = [];
  for (const { method, path, service } of expectedRoutes()) {
    const who = (await ask(path, method)).headers.get('x-service');
    if (who !== service) problems.push(`${method} ${path} goes to ${who ?? 'nobody'}, not to ${service}`);
  }
  for (const path of ['/metrics', '/livez', '/readyz']) if ((await ask(path)).status !== 404) problems.push(`${path} can be reached from outside`);
  return problems;
}

/** Faults of retries: the gateway must retry a lost read, but no lost command, because the command may have had its effect. */
async function wrongRepetitions(ask: Ask, asked: ReadonlyMap<string, number>): Promise<string[]> {
  const read = await ask('/api/stops', 'GET', { 'x-lost-once': 'read' });
  const command = await ask('/api/places', 'POST', { 'x-lost-once': 'command' });
  return [
    ...(read.status === 200 && asked.get('read') === 2 ? [] : [`a read that was lost is answered ${read.status}`]),
    ...(command.status === 503 && asked.get('command') === 1 ? [] : [`a command that was lost is asked for ${asked.get('command')} times`]),
  ];
}

async function wrongExcuse(ask: Ask): Promise<string[]> {
  const away = await ask('/api/stops');
  const { code } = Object(await away.json());
  const said = [away.status, away.headers.get('retry-after'), away.headers.get('content-type')?.split(';')[0], code].join(' ');
  return said === '503 1 application/problem+json engine/unavailable' ? [] : [`a context that is away is answered ${said}`];
}

/** A gateway in front of stub servers. */
interface Stage {
  ask: Ask;
  gateway: BackgroundProcess;
  processes: Processes;
}
interface GatewayUnderTest {
  caddy: string;
  configuration: Json;
  files: { config: string; log: string; write: (text: string) => void };
}

async function onStage({ caddy, configuration, files }: GatewayUnderTest, work: (stage: Stage) => Promise<string[]>): Promise<string[]> {
  const processes = await startProcesses(gatewayServicesOf(configuration));
  const [port] = await findFreePorts(1);
  const text = JSON.stringify(onThisMachine(configuration, (name) => processes.ports.get(name) ?? 0));
  files.write(text.replaceAll('":8080"', `"127.0.0.1:${port}"`));
  const ask: Ask = (path, method = 'GET', headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers, signal: AbortSignal.timeout(answerWithinMs) });
  const isReady = async (): Promise<boolean> => (await ask('/gateway/livez')).status === 204;
  const gateway = await startProcess(caddy, ['run', '--config', files.config], { log: files.log, isReady, withinMs: readyWithinMs });
  try {
    return await work({ ask, gateway, processes });
  } finally {
    await gateway.stop();
    await processes.close();
  }
}

/**
 * Faults of routing: wrong services, and internal paths that are reachable from outside. Also wrong retries, and a wrong answer for an unavailable
 * service.
 */
export const routingFaults = (under: GatewayUnderTest): Promise<string[]> =>
  onStage(under, async ({ ask, processes }) => {
    const problems = [...(await wrongWays(ask)), ...(await wrongRepetitions(ask, processes.asked))];
    await processes.close();
    return [...problems, ...(await wrongExcuse(ask))];
  });

/** Faults of a graceful stop: the gateway must refuse new requests and finish those in flight. */
export const gracefulStopFaults = (under: GatewayUnderTest): Promise<string[]> =>
  onStage(under, async ({ ask, gateway, processes }) => {
    const begun = await ask('/api/stops', 'GET', { 'x-slow': 'yes' });
    const ended = gateway.stop();
    const isShut = (): Promise<boolean> =>
      ask('/gateway/livez').then(
        () => false,
        () => true,
      );
    while (!(await isShut())) await pause(askEveryMs);
    processes.finish();
    const heard = await begun.text().catch(() => 'broken off');
    await ended;
    return heard === 'begun and ended' ? [] : [`an answer that was under way when it was told to end is ${heard}`];
  });
