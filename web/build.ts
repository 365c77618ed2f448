// `node web/build.ts` builds the web app into `web/dist`, unless what is there was made from the same files.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildServiceWorker } from './service-worker.ts';

const web = fileURLToPath(new URL('./', import.meta.url));
const root = fileURLToPath(new URL('../', import.meta.url));
const dist = `${web}dist`;
/** Everything that the built files follow from. */
const sources = [
  'web/{src,ui,client,public,auth,worker}/**/*.*',
  'web/index.html',
  'web/*.ts',
  'web/package.json',
  'proto/**/*.ts',
  'package-lock.json',
];
/** Smaller files gain nothing from compression, bytes. */
const worthCompressing = 1_024;

function contentHash(): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === '.types' }));
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) hash.update(file).update(readFileSync(`${root}${file}`));
  return hash.digest('hex');
}

function built(): string | null {
  try {
    return readFileSync(`${dist}/.content-hash`, 'utf8');
  } catch {
    return null;
  }
}

/** Compressed once here, not for every visitor. */
function compress(folder: string): void {
  for (const file of globSync('**/*.{html,js,mjs,css,json,svg}', { cwd: folder })) {
    const bytes = readFileSync(`${folder}/${file}`);
    if (bytes.length < worthCompressing) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    writeFileSync(`${folder}/${file}.br`, brotliCompressSync(bytes, quality));
    writeFileSync(`${folder}/${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

const hash = contentHash();
if (built() !== hash) {
  const { build } = await import('vite');
  const made = `${dist}.${process.pid}`;
  console.log('Building the web app ...');
  await build({ root: web, configFile: `${web}vite.config.ts`, logLevel: 'warn', build: { outDir: made, emptyOutDir: true } });
  await buildServiceWorker(web, made);
  compress(made);
  writeFileSync(`${made}/.content-hash`, hash);
  // Made aside and renamed, so that a process that serves never sees half of it.
  mkdirSync(dist, { recursive: true });
  renameSync(dist, `${made}.old`);
  renameSync(made, dist);
  rmSync(`${made}.old`, { recursive: true });
}
