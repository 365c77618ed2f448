// `node infra/need.mjs engines` or `all`: installs what `npm install` leaves out, unless it is there; a bare `npm install` takes it away again. Plain JavaScript on purpose, like `check-node.mjs`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const clients = 'infra/engine-clients';
const parts = {
  engines: { manifests: [clients], asks: ['--workspace', clients] },
  all: { manifests: ['.', ...read('package.json').workspaces], asks: [] },
};

function isThere([name, version]) {
  try {
    return version === '*' || read(`node_modules/${name}/package.json`).version === version;
  } catch {
    return false;
  }
}

const part = parts[process.argv[2]];
if (!part) throw new Error(`Usage: node infra/need.mjs ${Object.keys(parts).join('|')}`);
const needed = part.manifests.flatMap((folder) => Object.entries(read(`${folder}/package.json`).peerDependencies ?? {}));
if (!needed.every(isThere)) {
  console.log(`Installing ${part.asks.length ? 'the clients of the engines' : 'what development needs'} ...`);
  // Scripts ran when the product was installed; the lock file stays as it is.
  const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--include=peer', ...part.asks, ...quiet], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
}
