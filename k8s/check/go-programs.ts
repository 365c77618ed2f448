import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildKey } from '@waystory/infra/engine-servers/provision.ts';
import { withLock } from '@waystory/infra/lock.ts';
import { errorOutputOf, runProgram } from './program.ts';

/** Cache folder outside the repository, shared by all clones. */
const cache = join(homedir(), '.cache', 'waystory', 'deploy-check');
const here = fileURLToPath(new URL('./', import.meta.url));
/** Timeout of a build, milliseconds; the API server takes minutes on two cores. */
const buildWithinMs = 1_800_000;

/** Source of a program: a package built in a local Go module, which pins its dependencies, or a package at a published version. */
type Source = { module: string; package: string } | { package: string; version: string };

const sources = {
  composecheck: { module: 'compose', package: '.' },
  prometheuscheck: { module: 'prometheus', package: '.' },
  caddy: { module: 'caddy', package: 'github.com/caddyserver/caddy/v2/cmd/caddy' },
  prometheus: { module: 'prometheus', package: 'github.com/prometheus/prometheus/cmd/prometheus' },
  etcd: { module: 'etcd', package: 'go.etcd.io/etcd/server/v3' },
  'kube-apiserver': { module: 'kube-apiserver', package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  kustomize: { package: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.8.2' },
  kubeconform: { package: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
  conftest: { package: 'github.com/open-policy-agent/conftest', version: 'v0.71.1' },
} as const satisfies Record<string, Source>;
/** Programs that the checks run. */
export type GoProgram = keyof typeof sources;
/** Names of all programs. */
export const goPrograms = Object.keys(sources) as GoProgram[]; // the keys are those of the object above

const filesOf = (module: string): string[] =>
  ['go.mod', 'go.sum', 'main.go'].map((name) => join(here, module, name)).filter((path) => existsSync(path));
const keyOf = (source: Source): string => ('module' in source ? buildKey(filesOf(source.module)) : source.version);

/** Folder of a Go module that pins a program. */
export const moduleFolder = (module: string): string => join(here, module);

/** Path of a program, which is built on a cache miss. A lock admits one build at a time. */
export async function goProgramPath(name: GoProgram, progress: (line: string) => void): Promise<string> {
  const source: Source = sources[name];
  const path = join(cache, `${name}-${keyOf(source)}`, name);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const onWait = (): void => progress(`${name}: another process is building, waiting`);
  await withLock(join(cache, 'build.lock'), { onWait, work: () => build(name, source, path, progress) });
  return path;
}

async function build(name: GoProgram, source: Source, path: string, progress: (line: string) => void): Promise<void> {
  if (existsSync(path)) return;
  const folder = join(path, '..');
  // The build is published by an atomic rename, so that the cache contains complete builds only.
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const startedAt = Date.now();
  progress(`${name}: building, once on this machine ...`);
  const flags = ['-trimpath', '-ldflags=-s -w'];
  const args =
    'module' in source
      ? ['build', '-C', moduleFolder(source.module), ...flags, '-o', join(draft, name), source.package]
      : ['install', ...flags, `${source.package}@${source.version}`];
  const ended = await runProgram('go', args, { withinMs: buildWithinMs, variables: { CGO_ENABLED: '0', GOBIN: draft } });
  const [problem] = errorOutputOf(ended);
  if (problem) throw new Error(`${name} could not be built: ${problem}`);
  renameSync(draft, folder);
  progress(`${name}: built in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
}
