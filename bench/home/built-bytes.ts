import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

interface ManifestEntry {
  file: string;
  imports?: string[];
}

/** Compressed sizes in thousands of bytes, gzip at its best. */
export interface BuiltBytes {
  /** All that the entry of the app imports, before any page. */
  shell: number;
  /** What the home page adds to it. */
  home: number;
  /** What the page of a story adds to the shell, without its map. */
  story: number;
  /** What the map of the home page adds to both. */
  map: number;
  worker: number;
  /** What the panel of the assistant adds to the shell alone, wherever it is opened. */
  panel: number;
  /** What it adds to that for the first answer. */
  answer: number;
}

const kilobytes = (file: string): number => gzipSync(readFileSync(`${dist}${file}`), { level: 9 }).length / 1_000;

/** Sizes of what `npm run build` made. */
export function builtBytes(): BuiltBytes {
  const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, ManifestEntry>; // Vite's own format
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
