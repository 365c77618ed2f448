import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { z } from 'zod';
import { type BackgroundProcess, startProcess } from './background-process.ts';
import { type Manifest, titleOf } from './manifest.ts';

const loopback = '127.0.0.1';
const answerWithinMs = 30_000;
const etcdWithinMs = 30_000;
const apiServerWithinMs = 120_000;

/** An answer of the API server, with the warnings of its `Warning` headers. */
interface ApiAnswer {
  status: number;
  body: unknown;
  warnings: string[];
}

/** A running API server, with an administrator's token. */
interface ApiServer {
  send(method: 'GET' | 'PATCH', path: string, body?: unknown): Promise<ApiAnswer>;
  stop(): Promise<void>;
}

/** Starts an API server with an empty etcd on loopback. All files are in `folder`. */
export async function startApiServer(programs: { etcd: string; apiServer: string }, folder: string): Promise<ApiServer> {
  const [etcdPort = 0, peerPort = 0, port = 0] = await findFreePorts(3);
  const etcd = await startEtcd(programs.etcd, folder, etcdPort, peerPort);
  const token = randomBytes(24).toString('hex');
  const send: ApiServer['send'] = (method, path, body) => ask({ folder, port, token }, method, path, body);
  try {
    const server = await startProcess(programs.apiServer, flagsOf(folder, { port, etcdPort, token }), {
      log: join(folder, 'kube-apiserver.log'),
      isReady: async () => (await send('GET', '/readyz')).status === 200,
      withinMs: apiServerWithinMs,
    });
    return {
      send,
      async stop() {
        await server.stop();
        await etcd.stop();
      },
    };
  } catch (error) {
    await etcd.stop();
    throw error;
  }
}

function startEtcd(program: string, folder: string, port: number, peerPort: number): Promise<BackgroundProcess> {
  const [client, peer] = [`http://${loopback}:${port}`, `http://${loopback}:${peerPort}`];
  const flags = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    // No fsync, because the data are needed only during the check.
    'unsafe-no-fsync': 'true',
  };
  const isReady = async (): Promise<boolean> => (await fetch(`${client}/health`, { signal: AbortSignal.timeout(answerWithinMs) })).ok;
  return startProcess(program, asFlags(flags), { log: join(folder, 'etcd.log'), isReady, withinMs: etcdWithinMs });
}

const asFlags = (flags: Readonly<Record<string, string>>): string[] => Object.entries(flags).map(([name, value]) => `--${name}=${value}`);

function flagsOf(folder: string, { port, etcdPort, token }: { port: number; etcdPort: number; token: string }): string[] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = join(folder, 'service-accounts.pem');
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, `${token},check,check,system:masters\n`, { mode: 0o600 });
  return asFlags({
    'etcd-servers': `http://${loopback}:${etcdPort}`,
    'bind-address': loopback,
    'advertise-address': loopback,
    'secure-port': String(port),
    'cert-dir': folder,
    'token-auth-file': tokens,
    'authorization-mode': 'RBAC',
    'service-cluster-ip-range': '10.0.0.0/24',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': key,
    'service-account-signing-key-file': key,
    // Disabled, because this plugin waits for service accounts that a controller would create.
    'disable-admission-plugins': 'ServiceAccount',
  });
}

interface Address {
  folder: string;
  port: number;
  token: string;
}

/** Sends a request; a manifest is sent as JSON, which is valid YAML. */
async function ask({ folder, port, token }: Address, method: string, path: string, body?: unknown): Promise<ApiAnswer> {
  const content = body === undefined ? {} : { 'content-type': 'application/apply-patch+yaml' };
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', ...content };
  // The server creates and signs its certificate at its start.
  const ca = readFileSync(join(folder, 'apiserver.crt'));
  const { promise, resolve, reject } = Promise.withResolvers<ApiAnswer>();
  const sent = request({ host: loopback, port, method, path, headers, ca, timeout: answerWithinMs, agent: false }, async (answer) => {
    try {
      const text = (await buffer(answer)).toString();
      const isJson = answer.headers['content-type']?.startsWith('application/json');
      resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text, warnings: warningsOf(answer.headersDistinct.warning) });
    } catch (error) {
      reject(error);
    }
  });
  sent.once('error', reject).once('timeout', () => sent.destroy(new Error('no answer in time')));
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** Texts of the warning headers `299 - "text"` (RFC 7234). */
const warningsOf = (headers: readonly string[] = []): string[] => headers.map((line) => /^299 \S+ "(.*)"$/.exec(line)?.[1] ?? line);

const resources = z.looseObject({ resources: z.array(z.looseObject({ name: z.string(), kind: z.string(), namespaced: z.boolean() })) });
const failure = z.looseObject({ message: z.string() });

async function pathOf(server: ApiServer, { apiVersion, kind, metadata }: Manifest): Promise<string | null> {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const known = resources.safeParse((await server.send('GET', group)).body);
  const resource = known.data?.resources.find((one) => one.kind === kind && !one.name.includes('/'));
  if (!resource) return null;
  return `${group}${resource.namespaced ? `/namespaces/${metadata.namespace ?? 'default'}` : ''}/${resource.name}/${metadata.name}`;
}

/** Errors and warnings of a manifest in a dry run. */
export async function dryRun(server: ApiServer, manifest: Manifest): Promise<string[]> {
  return applied(server, manifest, 'dryRun=All&');
}

async function applied(server: ApiServer, manifest: Manifest, how: string): Promise<string[]> {
  const path = await pathOf(server, manifest);
  if (path === null) return [`${titleOf(manifest)}: the server knows no ${manifest.apiVersion} ${manifest.kind}`];
  const { status, body, warnings } = await server.send('PATCH', `${path}?${how}fieldManager=check&force=true&fieldValidation=Strict`, manifest);
  const refused = status >= 300 ? [failure.safeParse(body).data?.message ?? `status ${status}`] : [];
  return [...refused, ...warnings].map((problem) => `${titleOf(manifest)}: ${problem}`);
}

/** Errors and warnings of all manifests of an overlay. Namespaces are created for real, because the other manifests need them. */
export async function dryRunAll(server: ApiServer, manifests: readonly Manifest[]): Promise<string[]> {
  const namespaces = manifests.filter(({ kind }) => kind === 'Namespace');
  const problems: string[] = [];
  for (const namespace of namespaces) problems.push(...(await applied(server, namespace, '')));
  for (const manifest of manifests) problems.push(...(await dryRun(server, manifest)));
  return problems;
}
