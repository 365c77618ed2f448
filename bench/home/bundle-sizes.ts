import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

interface ManifestEntry {
  file: string;
  imports?: string[];
}

/** Compressed sizes of the built pages, kB (gzip level 9). */
interface BundleSizes {
  /** Imports of the entry, before any page. */
  shell: number;
  /** Home page, in addition to the shell. */
  home: number;
  /** Story page without its map, in addition to the shell. */
  story: number;
  /** Map of the home page, in addition to the home page and the shell. */
  map: number;
  worker: number;
  /** Assistant panel, in addition to the shell. */
  panel: number;
  /** Code that displays the first answer, in addition to the panel. */
  answer: number;
}

const kilobytes = (file: string): number => gzipSync(readFileSync(`${dist}${file}`), { level: 9 }).length / 1_000;

/** Reads the sizes of the last `npm run build`. */
export function bundleSizes(): BundleSizes {
  const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, ManifestEntry>; // format of Vite
  const added = (key: string, known: Set<string>): number => {
    const entry = manifest[key];
    if (!entry) throw new Error(`The build has no ${key}`);
    if (known.has(key)) return 0;
    known.add(key);
    return kilobytes(entry.file) + (entry.imports ?? []).reduce((sum, imported) => sum + added(imported, known), 0);
  };
  const [worker] = globSync('assets/maplibre-gl-worker-*.js', { cwd: dist });
  if (!worker) throw new Error('The build has no worker of the map');
  const home = new Set<string>();
  const shell = added('index.html', home);
  const [story, panel] = [new Set(home), new Set(home)];
  return {
    shell,
    home: added('src/app/pages/home.tsx', home),
    story: added('src/features/story/itinerary-page.tsx', story),
    panel: added('src/features/assistant/assistant-panel.tsx', panel),
    answer: added('src/features/assistant/markdown.tsx', panel),
    map: added('src/features/home/home-map.tsx', home),
    worker: kilobytes(worker),
  };
}
