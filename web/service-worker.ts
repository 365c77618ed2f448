import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

/** A file to install; the revision is null when its name contains a hash. */
interface ReleaseFile {
  url: string;
  revision: string | null;
}

/** The app with its pages and map. Decoration and analytics are left out and cached on use. */
const patterns = [
  'assets/*.{js,css,mjs}',
  'assets/plus-jakarta-sans-latin-wght-*.woff2',
  'assets/noto-sans-latin-*.woff2',
  'locales/en/*.json',
  'icon.svg',
];
const leftOut =
  /^assets\/(journey|session-replay|monitoring-service|design-page|silent|web-?gpu|webgl|gpu-|buffer-transform|array-utils|get-attribute|noto-sans-latin-ext)/;

const revisionOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** Files of the build that the service worker caches. */
export function releaseFiles(folder: string): ReleaseFile[] {
  const names = globSync(patterns, { cwd: folder }).filter((name) => !leftOut.test(name));
  const files = names.sort().map((name): ReleaseFile => {
    return { url: `/${name}`, revision: name.startsWith('assets/') ? null : revisionOf(readFileSync(`${folder}/${name}`)) };
  });
  // The server renders the shell from this template. The template contains the file names of the release, so its hash is the revision.
  return [...files, { url: '/shell.html', revision: revisionOf(readFileSync(`${folder}/index.html`)) }];
}

/** Builds the script of the service worker. */
export async function buildServiceWorker(root: string, folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { releaseFiles: JSON.stringify(releaseFiles(folder)) },
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input: 'worker/service-worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
}
