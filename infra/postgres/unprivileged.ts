import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** A way to run Postgres, which refuses to run as root. */
export interface Unprivileged {
  /** Command line that runs `program` without privileges, in the foreground and under the spawned pid. */
  wrap(program: string, args: string[]): [string, string[]];
  /** Command line that ends `program` with SIGINT when its parent dies, if the system can. */
  wrapServer(program: string, args: string[]): [string, string[]];
  /** Hands a file or folder to the user of Postgres. */
  own(path: string): void;
  /** User id that owns Postgres's files, as seen from this process. */
  uid: number;
}

const works = (program: string, args: string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const dieWithParent = ['--pdeathsig', 'INT'];

/** Chooses the way that works on this machine. */
export function unprivileged(): Unprivileged {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return asThisUser(uid);
  return works('unshare', ['--user', '--', 'true']) ? inUserNamespace() : asNobody();
}

const canDieWithParent = (): boolean => process.platform === 'linux' && works('setpriv', [...dieWithParent, '--', 'true']);

/** An ordinary user runs it directly. */
function asThisUser(uid: number): Unprivileged {
  const prefix = canDieWithParent();
  return {
    wrap: (program, args) => [program, args],
    wrapServer: (program, args) => (prefix ? ['setpriv', [...dieWithParent, '--', program, ...args]] : [program, args]),
    own: () => {},
    uid,
  };
}

/** Root outside and nobody inside a user namespace: files stay root's, so private folders work without an account. */
export function inUserNamespace(): Unprivileged {
  const prefix = canDieWithParent() ? ['setpriv', ...dieWithParent, '--'] : [];
  return {
    wrap: (program, args) => ['unshare', ['--user', '--', program, ...args]],
    wrapServer: (program, args) => ['unshare', ['--user', '--', ...prefix, program, ...args]],
    own: () => {},
    uid: 0,
  };
}

/** For containers without user namespaces. Data folder and binaries must lie where `nobody` can reach them. */
export function asNobody(): Unprivileged {
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
