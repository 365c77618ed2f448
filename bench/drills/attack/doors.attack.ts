import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { readyNames, readyPassword, readyUsers } from '@waystory/services/sandbox/oidc/ready-users.ts';
import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import type { Attack, Stage } from './stage.ts';

const main = join(import.meta.dirname, '../../../services/main.ts');
const signInsPerMinute = 300;

/** Who gets at the product, and who comes in by a password that everybody can read. */
export const doorsAttack: Attack = {
  name: 'doors',
  settings: { PAGES_PER_MINUTE: '600' },
  async run(stage) {
    const { tally, product } = stage;
    const open = listeningAddresses(product.pids[0] ?? 0, product.port).filter((address) => !loopback.has(address));
    tally.record(open.length === 0, `nobody but this machine reaches the product${open.length > 0 ? `: it listens on ${open}` : ''}`);
    for (const settings of openStarts) await startsNot(stage, { ...settings, READY_ACCOUNTS: 'local' });
    await knownPasswords(stage);
    await metrics(stage);
    await headers(stage);
    await openFolders(stage);
    await floodOfSignIns(stage);
  },
};

const openStarts: readonly Readonly<Record<string, string>>[] = [{ HOST: '0.0.0.0' }, { HOST: '::' }, { PUBLIC_ORIGIN: 'https://waystory.example' }];

/** As the kernel writes them: 127.0.0.1 and ::1. */
const loopback: ReadonlySet<string> = new Set(['0100007F', '00000000000000000000000001000000']);

/** Addresses, as the kernel writes them, on which a process listens at a port. */
function listeningAddresses(pid: number, port: number): string[] {
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

/** Some are closed while one looks. */
function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

async function startsNot({ tally, product }: Stage, settings: Readonly<Record<string, string>>): Promise<void> {
  const env = {
    PATH: '/usr/bin:/bin',
    PORT: String((await freePorts(1))[0]),
    DATABASE_URL: databaseUrl(product.database),
    SEED: 'none',
    ...settings,
  };
  const child = spawn(process.execPath, [main, 'accounts'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const late = setTimeout(() => child.kill('SIGTERM'), 30_000);
  const said = (await text(child.stderr)).trim();
  clearTimeout(late);
  const inOneLine = said.startsWith('READY_ACCOUNTS: ') && !said.includes('\n');
  tally.record(inOneLine, `a start with ${JSON.stringify(settings)} is refused in one line`);
}

/** What somebody reads on a page, without its scripts, styles and addresses. */
const wordsOf = (page: string): string => page.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' ');

/** On the database of a product that had the ready accounts, another one that is for others. */
async function knownPasswords({ tally, product, tokens }: Stage): Promise<void> {
  const settings = { NODE_ENV: 'production', DATABASE_URL: databaseUrl(product.database), READY_ACCOUNTS: 'none' };
  const [port] = await freePorts(1);
  const child = spawn(process.execPath, [main, 'accounts', '--roles', 'command,query'], {
    env: { PATH: '/usr/bin:/bin', PORT: String(port), SEED: 'none', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (said: Buffer) => String(said).includes('Waystory is at') && resolve());
      child.once('exit', () => reject(new Error('The product for others did not start')));
    });
    for (const name of readyNames) {
      const app = new TestApp(new TestBrowser(`http://localhost:${port}`));
      const page = await app.authorize();
      const done = await app.browser.submit(`${page.url.pathname}/sign-in`, { email: readyUsers[name].email, password: readyPassword });
      tally.record(
        done.status === 422 && !wordsOf(page.text).includes(readyPassword),
        `the ${name} of before does not come in by the password of the README`,
      );
    }
    const origin = `http://localhost:${port}`;
    for (const name of readyNames) {
      const { status } = await fetch(`${origin}/api/accounts/me`, { headers: { authorization: `Bearer ${tokens[name]}` } });
      tally.record(status === 401, `a token that the ${name} was given before is refused`);
    }
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
}

async function metrics({ tally, origin }: Stage): Promise<void> {
  const claims: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
    { host: 'localhost' },
  ];
  for (const headers of claims) {
    const { status } = await fetch(`${origin}/metrics`, { headers });
    tally.record(status === 404, `metrics are told to nobody who says ${JSON.stringify(headers)}`);
  }
}

const answers = [
  ...[
    '/',
    '/help',
    '/none',
    '/none.js',
    '/config.json',
    '/icon.svg',
    '/flags/PT.svg',
    '/auth/silent.html',
    '/photos/none',
    '/media/a/b',
    '/livez',
    '/readyz',
  ],
  ...[
    '/api/none',
    '/api/itineraries',
    '/api/itineraries?page=x',
    '/api/tiles/stops/0/0/0',
    '/api/docs',
    '/api/docs/json',
    '/api/docs/static/index.html',
  ],
  ...[
    '/idp',
    '/idp/none',
    '/idp/auth',
    '/idp/jwks',
    '/idp/token',
    '/idp/interaction/none',
    '/idp/.well-known/openid-configuration',
    '/idp/reg',
    '/.well-known/oauth-authorization-server/idp',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/none',
    '/mcp',
    '/sandbox/stripe/pay/none',
    '/sandbox/stripe/v1/events',
    '/sandbox/stripe/control',
    '/uploads/none',
    '/%',
  ],
];

async function headers({ tally, origin }: Stage): Promise<void> {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
    for (const path of answers) {
      const { headers: told, status } = await fetch(`${origin}${path}`, { method, redirect: 'manual' });
      const held = told.get('x-content-type-options') === 'nosniff' && told.has('content-security-policy') && status < 500;
      tally.record(held, `${method} ${path} (${status}) is taken for nothing else, and frames nothing`);
    }
}

/** What is uploaded lies below the folder that the product was given. */
async function openFolders({ tally, origin, product, tokens }: Stage): Promise<void> {
  const body = JSON.stringify({ filename: 'a.png', mimeType: 'image/png' });
  const sent = { method: 'POST', body, headers: { authorization: `Bearer ${tokens.traveller}`, 'content-type': 'application/json' } };
  const { uploadUrl } = Object(await (await fetch(`${origin}/api/files/sas-token`, sent)).json());
  await fetch(`${origin}${uploadUrl}`, { method: 'PUT', body: 'x', headers: { 'content-type': 'image/png' } });
  const environment = readFileSync(`/proc/${product.pids[0]}/environ`, 'utf8').split('\0');
  const folder = join(environment.find((one) => one.startsWith('DATA_DIR='))?.slice('DATA_DIR='.length) ?? '', 'blobs');
  const names = readdirSync(folder, { recursive: true }).map(String);
  const open = names.filter((name) => statSync(join(folder, name)).mode & 0o077);
  tally.record(names.length > 2 && open.length === 0, `nobody else on the machine reads what was uploaded (${names.length} files and folders)`);
}

async function floodOfSignIns({ tally, origin }: Stage): Promise<void> {
  const query = 'client_id=waystory-web&response_type=code&scope=openid&code_challenge=a&code_challenge_method=S256';
  const statuses: number[] = [];
  let told: string | null = null;
  for (let time = 0; time <= signInsPerMinute; time++) {
    const { status, headers } = await fetch(`${origin}/idp/auth?${query}`, { redirect: 'manual' });
    statuses.push(status);
    told ??= status === 429 ? headers.get('retry-after') : null;
  }
  tally.record(statuses.at(-1) === 429 && Number(told) > 0, 'who begins hundreds of sign-ins a minute is told when to come back');
  const { status, headers } = await fetch(`${origin}/idp/interaction/none`, { headers: { accept: 'text/html' } });
  tally.record(status === 429 && headers.get('content-type')?.startsWith('text/html') === true, 'and reads so on a page');
  tally.record((await fetch(`${origin}/help`)).status === 200, 'while pages go on');
}
