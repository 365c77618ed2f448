import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const installWithinMs = 10 * 60_000;
const workspaces: readonly string[] = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces;

const madeOfPackages = 'node_modules/.cache/waystory';

export interface Release {
  name: string;
  folder: string;
}

export const thisRelease: Release = { name: 'this release', folder: root };

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Commit of the newest earlier tag `v*`. Without tags, the commit before the present version, or the commit that added its changelog section. */
function commitBefore(): { name: string; commit: string } {
  const head = git('rev-parse', 'HEAD');
  const tags = linesOf(git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname'));
  const tag = tags.find((name) => git('rev-list', '-n', '1', name) !== head);
  if (tag) return { name: tag, commit: git('rev-list', '-n', '1', tag) };
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const raised = linesOf(git('log', '--format=%H', '-S', `"version": "${version}"`, '--', 'package.json')).at(0);
  if (raised && hasParentWithVersion(raised)) return { name: `the commit before ${version}`, commit: git('rev-parse', `${raised}^`) };
  const released = linesOf(git('log', '--reverse', '--format=%H', '-S', `## ${version}, `, '--', 'CHANGELOG.md')).at(0);
  return { name: `the commit of ${version}`, commit: released ?? head };
}

function hasParentWithVersion(commit: string): boolean {
  try {
    return git('show', `${commit}^:package.json`).includes('"version"');
  } catch {
    return false;
  }
}

/** Checks out the previous release from the history, and installs its packages and web app. */
export async function checkOutPreviousRelease(into: string): Promise<Release> {
  const { name, commit } = commitBefore();
  mkdirSync(into, { recursive: true });
  await run('sh', ['-c', `git archive ${commit} | tar --extract --directory "$0"`, into], { cwd: root, maxBuffer: 2 ** 20 });
  if (packagesOf(into) === packagesOf(root)) linkPackages(into);
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: into, timeout: installWithinMs, maxBuffer: 64 * 2 ** 20 });
  copyBuilds(into);
  // Equal web apps are not built again.
  await run(process.execPath, [join(into, 'web/build.ts')], { cwd: into, timeout: installWithinMs });
  return { name: `${name} (${commit.slice(0, 8)})`, folder: into };
}

/** The lock file without the version of the release. */
function packagesOf(folder: string): string {
  const { version, packages, ...lock } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return JSON.stringify({ ...lock, packages: { ...packages, '': { ...packages[''], version: null } } });
}

/** A copy of this work tree with uncommitted files. */
export function copyWorkTree(into: string): void {
  const files = linesOf(git('ls-files', '--cached', '--others', '--exclude-standard')).filter((file) => existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(root, file), join(into, file));
  }
  linkPackages(into);
  copyBuilds(into);
}

function copyBuilds(into: string): void {
  for (const app of ['web', 'admin']) cpSync(join(root, app, 'dist'), join(into, app, 'dist'), { recursive: true });
}

/** Links third-party packages to this work tree, and workspace packages to the release. */
function linkPackages(into: string): void {
  for (const folder of ['.', ...workspaces]) linkAll(join(root, folder, 'node_modules'), join(into, folder, 'node_modules'));
  // Links files that the first start generates from packages, as if the release had run before.
  if (existsSync(join(root, madeOfPackages))) {
    mkdirSync(dirname(join(into, madeOfPackages)), { recursive: true });
    symlinkSync(join(root, madeOfPackages), join(into, madeOfPackages));
  }
  const ours = join(into, 'node_modules/@waystory');
  mkdirSync(ours);
  for (const name of readdirSync(join(root, 'node_modules/@waystory'))) {
    const workspace = workspaces.find((one) => one === name || one.endsWith(`/${name}`));
    if (workspace) symlinkSync(join(into, workspace), join(ours, name));
  }
}

function linkAll(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@waystory' && name !== '.cache') symlinkSync(join(from, name), join(to, name));
}
