import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** Command lines and file ownership that run Postgres without privileges, because it refuses to run as root. */
export interface UnprivilegedRunner {
  /** Command line that runs `program` without privileges, in the foreground and under the spawned pid. */
  wrap(program: string, args: string[]): [string, string[]];
  /** Command line that sends SIGINT to `program` when its parent dies, on systems with `setpriv`. */
  wrapServer(program: string, args: string[]): [string, string[]];
  /** Makes the user of Postgres the owner of a file or folder. */
  own(path: string): void;
  /** User id that owns Postgres's files, as seen from this process. */
  uid: number;
}

const works = (program: string, args: string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const dieWithParent = ['--pdeathsig', 'INT'];

/** Chooses the method that works on this machine: as the current user, in a user namespace, or as `nobody`. */
export function unprivilegedRunner(): UnprivilegedRunner {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return asThisUser(uid);
  return works('unshare', ['--user', '--', 'true']) ? inUserNamespace() : asNobody();
}

const canDieWithParent = (): boolean => process.platform === 'linux' && works('setpriv', [...dieWithParent, '--', 'true']);

/** An unprivileged user runs Postgres directly. */
function asThisUser(uid: number): UnprivilegedRunner {
  const prefix = canDieWithParent();
  return {
    wrap: (program, args) => [program, args],
    wrapServer: (program, args) => (prefix ? ['setpriv', [...dieWithParent, '--', program, ...args]] : [program, args]),
    own: () => {},
    uid,
  };
}

/**
 * Runs Postgres in a user namespace, as nobody inside and as root outside. Files keep root as their owner, so private folders stay accessible without
 * another account.
 */
export function inUserNamespace(): UnprivilegedRunner {
  const prefix = canDieWithParent() ? ['setpriv', ...dieWithParent, '--'] : [];
  return {
    wrap: (program, args) => ['unshare', ['--user', '--', program, ...args]],
    wrapServer: (program, args) => ['unshare', ['--user', '--', ...prefix, program, ...args]],
    own: () => {},
    uid: 0,
  };
}

/** For containers without user namespaces. The user `nobody` must be able to reach the data folder and the binaries. */
export function asNobody(): UnprivilegedRunner {
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return {
    wrap: (program, args) => ['setpriv', [...user, '--', program, ...args]],
    wrapServer: (program, args) => ['setpriv', [...user, ...dieWithParent, '--', program, ...args]],
    own: (path) => chownSync(path, uid, gid),
    uid,
  };
}
