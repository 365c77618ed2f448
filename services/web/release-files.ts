import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Blobs, isBlobName } from '@waystory/infra/blobs/port.ts';
import { hiddenRoute } from '@waystory/infra/hidden-route.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { adminDist, webDist } from './built-app.ts';

// During a rolling release, a page of one release may request files from a process of the other. Open pages also request files of past releases.
// Every release therefore stores its files in the shared blob store.

/** Number of releases whose files are stored; pages of older releases must reload. */
const keptReleases = 5;
/** Concurrent uploads. */
const atOnce = 16;
const [files, releases] = ['web/files/', 'web/releases/'];
/** MIME types of files that are stored, by extension. */
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const apps = [
  { at: '/assets/', folder: join(webDist, 'assets') },
  { at: '/admin/assets/', folder: join(adminDist, 'assets') },
] as const;

const blobOf = (path: string): string => `${files}${path.slice(1)}`;

interface OwnFile {
  /** URL path of the file. */
  path: string;
  file: string;
}

const ownFiles = (): OwnFile[] =>
  apps.flatMap(({ at, folder }) =>
    globSync('*', { cwd: folder })
      .filter((name) => extname(name) in types)
      .map((name) => ({ path: `${at}${name}`, file: join(folder, name) })),
  );

/** Stores the files of this release and removes those of old releases. Idempotent: a stored release costs one list request. */
export async function keepReleaseFiles(blobs: Pick<Blobs, 'put' | 'list' | 'read' | 'remove'>, now: Date): Promise<void> {
  const own = ownFiles();
  const paths = own.map(({ path }) => path).sort();
  const id = createHash('sha256').update(paths.join()).digest('hex').slice(0, 16);
  const known = await Array.fromAsync(blobs.list(releases));
  if (known.some((name) => name.endsWith(`-${id}.json`))) return;
  const there = new Set(await Array.fromAsync(blobs.list(files)));
  const missing = own.filter(({ path }) => !there.has(blobOf(path)));
  for (let from = 0; from < missing.length; from += atOnce)
    await Promise.all(
      missing.slice(from, from + atOnce).map(async ({ path, file }) => blobs.put(blobOf(path), await readFile(file), types[extname(file)] ?? '')),
    );
  // The index is written last, so that it lists stored files only. Its name begins with the time, so that names sort by age.
  const name = `${releases}${now.toISOString().replace(/[^0-9TZ]/g, '')}-${id}.json`;
  await blobs.put(name, Buffer.from(JSON.stringify(paths)), 'application/json');
  await removeOld(blobs, [...known, name].sort());
}

async function removeOld(blobs: Pick<Blobs, 'read' | 'remove'>, names: readonly string[]): Promise<void> {
  const [old, kept] = [names.slice(0, -keptReleases), names.slice(-keptReleases)];
  if (old.length === 0) return;
  const pathsIn = async (name: string): Promise<string[]> => {
    const stored = await blobs.read(name);
    return stored ? z.array(z.string()).parse(JSON.parse(await text(stored.content))) : [];
  };
  const needed = new Set((await Promise.all(kept.map(pathsIn))).flat());
  for (const name of old) {
    for (const path of await pathsIn(name)) if (!needed.has(path)) await blobs.remove(blobOf(path));
    await blobs.remove(name);
  }
}

/** Serves files of other releases from the blob store; files of this release are served from its folder. */
export function serveReleaseFiles(app: FastifyInstance, blobs: Pick<Blobs, 'read'>, policy: string): void {
  for (const { at } of apps)
    app.get<{ Params: { '*': string } }>(`${at}*`, hiddenRoute, async (request, reply) => {
      const name = blobOf(`${at}${request.params['*']}`);
      const stored = isBlobName(name) ? await blobs.read(name) : null;
      if (!stored) return reply.callNotFound();
      const lasting = { 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': policy };
      return reply.headers({ ...lasting, 'content-type': stored.mimeType, 'content-length': stored.size }).send(stored.content);
    });
}
