import { type ChildProcess, fork } from 'node:child_process';
import { columnsFile, readColumns } from './columns-cache.ts';
import type { NameColumns } from './name-columns.ts';
import type { PlaceColumns } from './place-columns.ts';

/** Results of the building process. */
export type BuildNews = { kind: 'places'; columns: PlaceColumns } | { kind: 'names'; columns: NameColumns };

interface Columns {
  places: Promise<PlaceColumns>;
  names(): Promise<NameColumns>;
}

const program = new URL('./build-columns.ts', import.meta.url);

let loading: Columns | undefined;
/** Loads once per process; a failed load is repeated at the next request. */
const columns = (): Columns => {
  loading ??= load(() => {
    loading = undefined;
  });
  return loading;
};

/** All places of the gazetteer: 12 MB. */
export const placeColumns = (): Promise<PlaceColumns> => columns().places;

/** Their names: 13 MB. */
export const nameColumns = (): Promise<NameColumns> => columns().names();

/**
 * Reads the cached columns, or builds them in a child process, so that this one answers requests meanwhile. Building takes ten times the memory of
 * the result. A thread would keep its pages in this process.
 */
function load(failed: () => void): Columns {
  const [places, names] = [Promise.withResolvers<PlaceColumns>(), Promise.withResolvers<NameColumns>()];
  let child: ChildProcess | undefined;
  let isAwaited = false;
  const fail = (error: Error): void => {
    failed();
    places.reject(error);
    names.reject(error);
  };
  const build = (file: string): void => {
    child = fork(program, [file], { execArgv: [], serialization: 'advanced' });
    // The child is ours and sends nothing else.
    child.on('message', (news: BuildNews) => {
      if (news.kind === 'names') return names.resolve(owned(news.columns));
      places.resolve(owned(news.columns));
      // While nobody awaits the names, the child must not keep an otherwise idle process alive.
      if (child && !isAwaited) keepAlive(child, false);
    });
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      if (code !== 0) fail(new Error(`The process that builds the gazetteer ended with ${signal ?? `exit code ${code}`}`));
    });
  };
  const begin = async (): Promise<void> => {
    const file = await columnsFile();
    const cached = await readColumns(file);
    if (!cached) return build(file);
    places.resolve(owned(cached.places));
    names.resolve(owned(cached.names));
  };
  begin().catch(fail);
  // A failure reaches the caller that awaits one promise; the other must not reject unhandled.
  for (const { promise } of [places, names]) promise.catch(() => {});
  return {
    places: places.promise,
    names() {
      isAwaited = true;
      if (child) keepAlive(child, true);
      return names.promise;
    },
  };
}

/** Sets whether the child keeps this process alive. */
function keepAlive(child: ChildProcess, waits: boolean): void {
  for (const handle of [child, child.channel]) waits ? handle?.ref() : handle?.unref();
}

/** Copies columns into memory of their own, because received arrays may be views of the whole message. */
function owned<T>(value: T): T {
  // Each branch returns the type of its argument.
  if (ArrayBuffer.isView(value)) return (value as T & Uint8Array).slice() as T & Uint8Array;
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, owned(part)])) as T & Map<unknown, unknown>;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, owned(part)])) as T;
}
