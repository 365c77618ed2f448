import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { type Connection, openConnection } from '../harness/http/connection.ts';
import { rawRequest } from '../harness/http/traffic.ts';
import { each, inTurn, type Operation, type Peer, type Target } from './peer.ts';
import { dayCount, description, listedCount, stopCount, stopOf, trip } from './same-data.ts';

const password = 'Beside-1-password!';
const readyWithinMs = 60_000;
const tripBody = { title: trip.title, description: trip.summary, start_date: '2027-05-01', end_date: '2027-05-07' };

export interface Trek extends Peer {
  operations: Readonly<Record<'story' | 'list' | 'create' | 'addStop', Operation>>;
}

type Call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, token?: string, body?: unknown) => Promise<T>;

/**
 * TREK v3.4.1 as it was built in a folder (`src` with `server/dist`, `node` with a Node of its own), on an empty database, with the same data in it.
 * @throws Error when there is no built TREK.
 */
export async function startTrek(folder: string): Promise<Trek> {
  const modules = join(folder, 'node/node_modules');
  const node = join(modules, (existsSync(modules) ? readdirSync(modules) : []).find((name) => name.startsWith('node-')) ?? '', 'bin/node');
  const server = join(folder, 'src/server');
  if (!existsSync(node) || !existsSync(join(server, 'dist/index.js'))) throw new Error(`No built TREK is in ${folder}`);
  const scratch = mkdtempSync(join(tmpdir(), 'trek-'));
  const [port = 0] = await freePorts(1);
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
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    await ready(port);
    const call = callerOf(port);
    return { name: 'TREK', port, pids: [child.pid ?? 0], settled: async () => {}, stop, operations: await fill(port, call, await twoUsers(call)) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ready(port: number): Promise<void> {
  const late = AbortSignal.timeout(readyWithinMs);
  for (;;) {
    late.throwIfAborted();
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await pause(50);
  }
}

const callerOf =
  (port: number): Call =>
  async <T>(method: string, path: string, token?: string, body?: unknown) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`TREK ${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T; // shapes of TREK's API
  };

interface Users {
  /** Works, and has few trips. */
  worker: string;
  /** Has those that are listed. */
  lister: string;
}

/** The first account has to change its password before anything else counts. */
async function twoUsers(call: Call): Promise<Users> {
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

async function fill(port: number, call: Call, { worker, lister }: Users): Promise<Trek['operations']> {
  const open = () => openConnection(port);
  const post = (token: string, path: string, body: unknown): string => rawRequest({ method: 'POST', path: `/api${path}`, token, body });
  const story = await call<{ trip: Ids }>('POST', '/trips', worker, tripBody);
  const { days } = await call<{ days: Ids[] }>('GET', `/trips/${story.trip.id}/days`, worker);
  for (let index = 0; index < stopCount; index++) {
    const { title, latitude, longitude, minutes } = stopOf(index);
    const content = {
      name: title,
      description,
      lat: latitude,
      lng: longitude,
      address: `Street ${index}, Lisbon, Portugal`,
      duration_minutes: minutes,
    };
    const { place } = await call<{ place: Ids }>('POST', `/trips/${story.trip.id}/places`, worker, content);
    await call('POST', `/trips/${story.trip.id}/days/${days[index % dayCount]?.id}/assignments`, worker, { place_id: place.id });
  }
  await each(open, 4, listedCount, async (connection) => void (await connection.send(post(lister, '/trips', tripBody))));
  const { trips } = await call<{ trips: unknown[] }>('GET', '/trips', lister);
  if (trips.length !== listedCount) throw new Error(`TREK lists ${trips.length} trips`);
  const reading = (token: string, path: string): Operation => {
    const request = rawRequest({ path: `/api${path}`, token });
    return { calls: 1, writes: false, run: async (connection) => void (await connection.send(request)) };
  };
  return {
    story: reading(worker, `/trips/${story.trip.id}/bundle`),
    list: reading(lister, '/trips'),
    create: { calls: 1, writes: true, run: async (connection) => void (await connection.send(post(worker, '/trips', tripBody))) },
    addStop: addStop(open, worker, post),
  };
}

function addStop(open: () => Promise<Connection>, worker: string, post: (token: string, path: string, body: unknown) => string): Operation {
  const targets = inTurn();
  return {
    calls: 2,
    writes: true,
    renew: async (count) => {
      const made: Target[] = [];
      await each(open, 4, count, async (connection) => {
        const created = (await connection.send(post(worker, '/trips', tripBody))).json() as { trip: Ids }; // shapes of TREK's API
        const { id } = created.trip;
        const listed = (await connection.send(rawRequest({ path: `/api/trips/${id}/days`, token: worker }))).json() as { days: Ids[] };
        made.push({ id: String(id), days: listed.days.map((day) => String(day.id)), stops: 0 });
      });
      targets.fill(made);
    },
    run: async (connection, turn) => {
      const target = targets.next();
      const { title, latitude, longitude, minutes } = stopOf(turn);
      const place = { name: title, lat: latitude, lng: longitude, duration_minutes: minutes };
      const { id } = ((await connection.send(post(worker, `/trips/${target.id}/places`, place))).json() as { place: Ids }).place; // shapes of TREK's API
      await connection.send(post(worker, `/trips/${target.id}/days/${target.days[target.stops++ % dayCount]}/assignments`, { place_id: id }));
    },
  };
}
