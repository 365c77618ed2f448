import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { openConnection, rawRequest } from '../harness/http-load.ts';
import type { Resources } from '../harness/resources.ts';
import { addStopsOperation, commonData, type Operation, type Peer, repeatConcurrently, stopFieldsOf, takeNextDayId } from './peer.ts';

const password = 'Beside-1-password!';
const readyWithinMs = 60_000;
const concurrency = 4;
const { dayCount, description, listedCount, stopCount, trip } = commonData;
const tripBody = { title: trip.title, description: trip.summary, start_date: '2027-05-01', end_date: '2027-05-07' };

type Call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, token?: string, body?: unknown) => Promise<T>;

/**
 * Starts TREK v3.4.1 on an empty database and adds the common data.
 * @param folder a build: `src` with `server/dist`, and `node` with its own Node
 * @throws Error when the folder has no build
 */
export async function startTrek(resources: Resources, folder: string) {
  const modules = join(folder, 'node/node_modules');
  const node = join(modules, (existsSync(modules) ? readdirSync(modules) : []).find((name) => name.startsWith('node-')) ?? '', 'bin/node');
  const server = join(folder, 'src/server');
  if (!existsSync(node) || !existsSync(join(server, 'dist/index.js'))) throw new Error(`${folder} has no build of TREK`);
  const scratch = mkdtempSync(join(tmpdir(), 'trek-'));
  const [port = 0] = await findFreePorts(1);
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: scratch,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    TZ: 'UTC',
    DEMO_MODE: 'false',
    COOKIE_SECURE: 'false',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: 'worker@trek.local',
    ADMIN_PASSWORD: `${password}first`,
    TREK_DB_FILE: join(scratch, 'travel.db'),
  };
  const child = spawn(node, ['--require', 'tsconfig-paths/register', 'dist/index.js'], { cwd: server, env, stdio: 'ignore' });
  resources.defer(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(scratch, { recursive: true, force: true });
  });
  await ready(port);
  const call = callerOf(port);
  const operations = await prepare(port, call, await signInTwice(call));
  return { name: 'TREK', port, pids: [child.pid ?? 0], caughtUp: async () => {}, operations } satisfies Peer;
}

async function ready(port: number): Promise<void> {
  const late = AbortSignal.timeout(readyWithinMs);
  for (;;) {
    late.throwIfAborted();
    const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (response?.ok) return;
    await pause(50);
  }
}

const callerOf =
  (port: number): Call =>
  async <T>(method: string, path: string, token?: string, body?: unknown) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`TREK ${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T; // shapes of TREK's API
  };

interface Users {
  /** Token of the account that writes, with few trips. */
  worker: string;
  /** Token of the account with the listed trips. */
  lister: string;
}

/** Signs in twice, because TREK requires a new password from its first account. */
async function signInTwice(call: Call): Promise<Users> {
  const signIn = async (email: string, word: string): Promise<string> =>
    (await call<{ token: string }>('POST', '/auth/login', undefined, { email, password: word })).token;
  const first = await signIn('worker@trek.local', `${password}first`);
  await call('PUT', '/auth/me/password', first, { current_password: `${password}first`, new_password: password });
  const worker = await signIn('worker@trek.local', password);
  await call('POST', '/admin/users', worker, { username: 'lister', email: 'lister@trek.local', password });
  return { worker, lister: await signIn('lister@trek.local', password) };
}

interface Ids {
  id: number;
}

async function prepare(port: number, call: Call, { worker, lister }: Users) {
  const open = () => openConnection(port);
  const post = (token: string, path: string, body: unknown): string => rawRequest({ method: 'POST', path: `/api${path}`, token, body });
  const story = await call<{ trip: Ids }>('POST', '/trips', worker, tripBody);
  const { days } = await call<{ days: Ids[] }>('GET', `/trips/${story.trip.id}/days`, worker);
  const placeOf = (turn: number) => {
    const { title, latitude, longitude, minutes } = stopFieldsOf(turn);
    return { name: title, lat: latitude, lng: longitude, duration_minutes: minutes };
  };
  for (let index = 0; index < stopCount; index++) {
    const content = { ...placeOf(index), description, address: `Street ${index}, Lisbon, Portugal` };
    const { place } = await call<{ place: Ids }>('POST', `/trips/${story.trip.id}/places`, worker, content);
    await call('POST', `/trips/${story.trip.id}/days/${days[index % dayCount]?.id}/assignments`, worker, { place_id: place.id });
  }
  await repeatConcurrently(open, concurrency, listedCount, async (connection) => void (await connection.send(post(lister, '/trips', tripBody))));
  const { trips } = await call<{ trips: unknown[] }>('GET', '/trips', lister);
  if (trips.length !== listedCount) throw new Error(`TREK lists ${trips.length} trips`);
  const sending = (request: string, isWrite: boolean): Operation => ({ isWrite, run: async (on) => void (await on.send(request)) });
  return {
    story: sending(rawRequest({ path: `/api/trips/${story.trip.id}/bundle`, token: worker }), false),
    list: sending(rawRequest({ path: '/api/trips', token: lister }), false),
    create: sending(post(worker, '/trips', tripBody), true),
    addStop: addStopsOperation(
      open,
      concurrency,
      async (on) => {
        const { trip: made } = (await on.send(post(worker, '/trips', tripBody))).json() as { trip: Ids }; // shapes of TREK's API
        const listed = (await on.send(rawRequest({ path: `/api/trips/${made.id}/days`, token: worker }))).json() as { days: Ids[] };
        return { id: String(made.id), days: listed.days.map((day) => String(day.id)), stops: 0 };
      },
      async (on, target, turn) => {
        const { place } = (await on.send(post(worker, `/trips/${target.id}/places`, placeOf(turn)))).json() as { place: Ids }; // shapes of TREK's API
        await on.send(post(worker, `/trips/${target.id}/days/${takeNextDayId(target)}/assignments`, { place_id: place.id }));
      },
    ),
  };
}
