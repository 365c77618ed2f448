import { execFileSync } from 'node:child_process';
import { embeddedBinaries } from '../postgres/binaries.ts';

/** Version of the embedded Postgres, such as 18.4. */
export function postgresVersion(): string {
  const said = execFileSync(embeddedBinaries().postgres, ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)*/.exec(said)?.[0] ?? 'of unknown version';
}
