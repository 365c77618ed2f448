import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { each } from '@waystory/proto/testing/hostile-words.fixture.ts';
import { readyNames, readyPassword, readyUsers } from '@waystory/services/sandbox/oidc/ready-users.ts';
import { mustSucceed } from '../environment/client.ts';
import { openProviderPage } from '../environment/sign-up.ts';
import type { Attack, AttackContext } from './attack.ts';

const main = join(import.meta.dirname, '../../../services/main.ts');
const signInsPerMinute = 300;

/** Listening addresses, settings, passwords and headers that could admit strangers. */
export const doorsAttack: Attack = {
  name: 'doors',
  settings: { PAGES_PER_MINUTE: '600' },
  async run(scene) {
    const { tally, environment } = scene;
    const open = listeningAddresses(environment.processOf('command').pid() ?? 0, environment.port).filter((address) => !loopback.has(address));
    tally.record(open.length === 0, `nobody but this machine reaches the product${open.length > 0 ? `: it listens on ${open}` : ''}`);
    for (const settings of openStarts) await startsNot(scene, { ...settings, READY_ACCOUNTS: 'local' });
    for (const attack of [knownPasswords, metrics, headers, openFolders, floodOfSignIns]) await attack(scene);
  },
};

const openStarts: readonly Readonly<Record<string, string>>[] = [{ HOST: '0.0.0.0' }, { HOST: '::' }, { PUBLIC_ORIGIN: 'https://waystory.example' }];

/** 127.0.0.1 and ::1 as the kernel writes them. */
const loopback: ReadonlySet<string> = new Set(['0100007F', '00000000000000000000000001000000']);

function listeningAddresses(pid: number, port: number): string[] {
  const linkAt = (path: string): string => {
    try {
      return readlinkSync(path);
    } catch {
      // The descriptor was closed meanwhile.
      return '';
    }
  };
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => linkAt(`/proc/${pid}/fd/${fd}`)));
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/${pid}/net/${family}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '', , state, , , , , , inode]) => state === '0A' && local.endsWith(`:${hexPort}`) && sockets.has(`socket:[${inode}]`))
      .map(([, local = '']) => local.split(':')[0] ?? ''),
  );
}

async function startsNot({ tally, environment }: AttackContext, settings: Readonly<Record<string, string>>): Promise<void> {
  const { DATABASE_URL } = environment.env;
  const env = { PATH: '/usr/bin:/bin', PORT: String((await findFreePorts(1))[0]), DATABASE_URL, SEED: 'none', ...settings };
  const child = spawn(process.execPath, [main, 'accounts'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const late = setTimeout(() => child.kill('SIGTERM'), 30_000);
  const said = (await text(child.stderr)).trim();
  clearTimeout(late);
  const inOneLine = said.startsWith('READY_ACCOUNTS: ') && !said.includes('\n');
  tally.record(inOneLine, `a start with ${JSON.stringify(settings)} is refused in one line`);
}

/** The words of a page without scripts, styles and tags. */
const wordsOf = (page: string): string => page.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' ');

/** A production start on a database with ready accounts accepts neither their password nor their tokens. */
async function knownPasswords({ tally, environment: { env, tokens } }: AttackContext): Promise<void> {
  const [port] = await findFreePorts(1);
  const settings = { NODE_ENV: 'production', DATABASE_URL: env.DATABASE_URL, READY_ACCOUNTS: 'none', SEED: 'none' };
  const child = spawn(process.execPath, [main, 'accounts', '--roles', 'command,query'], {
    env: { PATH: '/usr/bin:/bin', PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.stdout.on('data', (said: Buffer) => String(said).includes('Waystory is at') && resolve());
    child.once('exit', () => reject(new Error('The product for others did not start')));
    await promise;
    for (const name of readyNames) {
      const { page, submit } = await openProviderPage(port);
      const done = await submit('sign-in', { email: readyUsers[name].email, password: readyPassword });
      const isKept = done.status === 422 && !wordsOf(page.text).includes(readyPassword);
      tally.record(isKept, `the ${name} of before does not come in by the password of the README`);
    }
    for (const name of readyNames) {
      const { status } = await fetch(`http://localhost:${port}/api/accounts/me`, { headers: { authorization: `Bearer ${tokens[name]}` } });
      tally.record(status === 401, `a token that the ${name} was given before is refused`);
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function metrics({ tally, environment }: AttackContext): Promise<void> {
  const proxied = { 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' };
  const claims: Record<string, string>[] = [{}, { 'x-forwarded-for': '127.0.0.1' }, proxied, { host: 'localhost' }];
  for (const headers of claims) {
    const { status } = await fetch(`${environment.origin}/metrics`, { headers });
    tally.record(status === 404, `metrics are told to nobody who says ${JSON.stringify(headers)}`);
  }
}

const paths = [
  ...each('/ ¦ /help ¦ /none ¦ /none.js ¦ /config.json ¦ /icon.svg ¦ /flags/PT.svg ¦ /auth/silent.html ¦ /photos/none ¦ /media/a/b ¦ /livez'),
  ...each('/readyz ¦ /api/none ¦ /api/itineraries ¦ /api/itineraries?page=x ¦ /api/tiles/stops/0/0/0 ¦ /api/docs ¦ /api/docs/json'),
  ...each('/api/docs/static/index.html ¦ /idp ¦ /idp/none ¦ /idp/auth ¦ /idp/jwks ¦ /idp/token ¦ /idp/interaction/none ¦ /idp/reg'),
  ...each('/idp/.well-known/openid-configuration ¦ /.well-known/oauth-authorization-server/idp ¦ /.well-known/oauth-protected-resource/mcp'),
  ...each('/.well-known/none ¦ /mcp ¦ /sandbox/stripe/pay/none ¦ /sandbox/stripe/v1/events ¦ /sandbox/stripe/control ¦ /uploads/none ¦ /%'),
];

async function headers({ tally, environment }: AttackContext): Promise<void> {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
    for (const path of paths) {
      const { headers: told, status } = await fetch(`${environment.origin}${path}`, { method, redirect: 'manual' });
      const held = told.get('x-content-type-options') === 'nosniff' && told.has('content-security-policy') && status < 500;
      tally.record(held, `${method} ${path} (${status}) is taken for nothing else, and frames nothing`);
    }
}

async function openFolders({ tally, environment }: AttackContext): Promise<void> {
  const grant = { method: 'POST', path: '/api/files/sas-token', body: { filename: 'a.png', mimeType: 'image/png' } };
  const { body } = await mustSucceed(environment.as('traveller'), grant);
  await fetch(`${environment.origin}${String(body.uploadUrl)}`, { method: 'PUT', body: 'x', headers: { 'content-type': 'image/png' } });
  const folder = join(environment.env.DATA_DIR ?? '', 'blobs');
  const names = readdirSync(folder, { recursive: true }).map(String);
  const open = names.filter((name) => statSync(join(folder, name)).mode & 0o077);
  tally.record(names.length > 2 && open.length === 0, `nobody else on the machine reads what was uploaded (${names.length} files and folders)`);
}

async function floodOfSignIns({ tally, environment: { origin } }: AttackContext): Promise<void> {
  const query = 'client_id=waystory-web&response_type=code&scope=openid&code_challenge=a&code_challenge_method=S256';
  const statuses: number[] = [];
  let told: string | null = null;
  for (let time = 0; time <= signInsPerMinute; time++) {
    const { status, headers } = await fetch(`${origin}/idp/auth?${query}`, { redirect: 'manual' });
    statuses.push(status);
    told ??= status === 429 ? headers.get('retry-after') : null;
  }
  tally.record(statuses.at(-1) === 429 && Number(told) > 0, 'hundreds of sign-ins a minute are refused, with when to come back');
  const { status, headers } = await fetch(`${origin}/idp/interaction/none`, { headers: { accept: 'text/html' } });
  tally.record(status === 429 && headers.get('content-type')?.startsWith('text/html') === true, 'and reads so on a page');
  tally.record((await fetch(`${origin}/help`)).status === 200, 'while pages go on');
}
