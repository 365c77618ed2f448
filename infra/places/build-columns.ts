import { buildNames } from './build-names.ts';
import { buildPlaces } from './build-places.ts';
import type { BuildNews } from './columns.ts';
import { writeColumns } from './columns-cache.ts';

/** Entry point of the child process that `columns.ts` starts. */
const tell = (news: BuildNews): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.send?.(news, undefined, {}, () => resolve());
  return promise;
};

// Without the parent process the result is useless.
process.once('disconnect', () => process.exit());

const places = buildPlaces();
await tell({ kind: 'places', columns: places });
const names = buildNames(places);
await tell({ kind: 'names', columns: names });
const [, , file] = process.argv;
if (file !== undefined) writeColumns(file, { places, names });
if (process.connected) process.disconnect?.();
