// Part of the installation. Points Git at `.githooks`, in a clone that has no hooks of its own. Plain JavaScript, because it runs on the Node of the user.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { env } from 'node:process';

const root = new URL('../', import.meta.url);
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function hasHooks() {
  try {
    return git('config', 'core.hooksPath') !== '';
  } catch {
    const folder = git('rev-parse', '--path-format=absolute', '--git-path', 'hooks');
    return existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith('.sample'));
  }
}

try {
  // biome-ignore lint/style/noProcessEnv: the settings of the product are TypeScript, which the Node of the user may not run.
  if (!env.CI && existsSync(new URL('.git', root)) && !hasHooks()) {
    git('config', '--local', 'core.hooksPath', '.githooks');
    console.log('Git checks commit messages with .githooks/commit-msg now. To undo: git config --unset core.hooksPath');
  }
} catch {
  // An installation never fails for want of Git.
}
