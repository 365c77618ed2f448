import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** How Postgres is run, which refuses to run as root. */
export interface Unprivileged {
  /** The command line that runs `program` without privileges, in the foreground and under the pid that it was spawned with. */
  wrap(program: string, args: string[]): [string, string[]];
  /** Command line that ends `program` (SIGINT) when the process that spawned it dies, where the system can do that. */
  wrapServer(program: string, args: string[]): [string, string[]];
  /** Hands a file or folder to the user that Postgres will run as. */
  own(path: string): void;
  /** User id that owns what Postgres makes, as seen from this process. */
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

/** An ordinary user needs nothing. */
function asThisUser(uid: number): Unprivileged {
  const prefix = canDieWithParent();
  return {
    wrap: (program, args) => [program, args],
    wrapServer: (program, args) => (prefix ? ['setpriv', [...dieWithParent, '--', program, ...args]] : [program, args]),
    own: () => {},
    uid,
  };
}

/** Root outside, nobody inside: files stay root's, so folders closed to others work and no account is needed. */
export function inUserNamespace(): Unprivileged {
  const prefix = canDieWithParent() ? ['setpriv', ...dieWithParent, '--'] : [];
  return {
    wrap: (program, args) => ['unshare', ['--user', '--', program, ...args]],
    wrapServer: (program, args) => ['unshare', ['--user', '--', ...prefix, program, ...args]],
    own: () => {},
    uid: 0,
  };
}

/** For containers that refuse user namespaces. Needs the data folder and the binaries where nobody can reach them. */
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
