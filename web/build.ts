// `node web/build.ts` builds the web app and the admin app into their `dist` folders. An app whose sources have not changed is not built.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildServiceWorker } from './service-worker.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Smallest file that is compressed, bytes; smaller files gain nothing. */
const worthCompressing = 1_024;

interface App {
  name: string;
  folder: string;
  /** Glob patterns of all files that affect the build. */
  sources: readonly string[];
  /** Step between the build and its compression. */
  finish?: (folder: string, made: string) => Promise<void>;
}

/** Glob patterns of the sources that both apps use. */
const both = ['web/{ui,client}/**/*.*', 'web/build.ts', 'proto/**/*.ts', 'package-lock.json'];
const apps: readonly App[] = [
  {
    name: 'web app',
    folder: `${root}web/`,
    sources: [...both, 'web/{src,public,auth,worker}/**/*.*', 'web/index.html', 'web/*.ts', 'web/package.json'],
    finish: buildServiceWorker,
  },
  {
    name: 'admin app',
    folder: `${root}admin/`,
    sources: [...both, 'admin/{src,icons}/**/*.*', 'admin/index.html', 'admin/*.ts', 'admin/package.json'],
  },
];

function contentHash(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === '.types' }));
  for (const file of new Set(files.filter((name) => !/\.test\.tsx?$/.test(name)).sort())) hash.update(file).update(readFileSync(`${root}${file}`));
  return hash.digest('hex');
}

function built(dist: string): string | null {
  try {
    return readFileSync(`${dist}/.content-hash`, 'utf8');
  } catch {
    return null;
  }
}

/** Compresses the files once at build time, so that the server does not compress them per request. */
function compress(folder: string): void {
  for (const file of globSync('**/*.{html,js,mjs,css,json,svg}', { cwd: folder })) {
    const bytes = readFileSync(`${folder}/${file}`);
    if (bytes.length < worthCompressing) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    writeFileSync(`${folder}/${file}.br`, brotliCompressSync(bytes, quality));
    writeFileSync(`${folder}/${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

async function bringUpToDate({ name, folder, sources, finish }: App): Promise<void> {
  const dist = `${folder}dist`;
  const hash = contentHash(sources);
  if (built(dist) === hash) return;
  const { build } = await import('vite');
  const made = `${dist}.${process.pid}`;
  console.log(`Building the ${name} ...`);
  await build({ root: folder, configFile: `${folder}vite.config.ts`, logLevel: 'warn', build: { outDir: made, emptyOutDir: true } });
  await finish?.(folder, made);
  compress(made);
  writeFileSync(`${made}/.content-hash`, hash);
  // Built in another folder and renamed, so that a running server never reads an incomplete build.
  mkdirSync(dist, { recursive: true });
  renameSync(dist, `${made}.old`);
  renameSync(made, dist);
  rmSync(`${made}.old`, { recursive: true });
}

for (const app of apps) await bringUpToDate(app);
