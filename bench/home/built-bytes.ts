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
  const known = new Set<string>();
  const added = (key: string): number => addedTo(known, key);
  const addedTo = (known: Set<string>, key: string): number => {
    const entry = manifest[key];
    if (!entry) throw new Error(`The build has no ${key}`);
    if (known.has(key)) return 0;
    known.add(key);
    return kilobytes(entry.file) + (entry.imports ?? []).reduce((sum, imported) => sum + addedTo(known, imported), 0);
  };
  const [worker] = globSync('assets/maplibre-gl-worker-*.js', { cwd: dist });
  if (!worker) throw new Error('The build has no worker of the map');
  const shell = added('index.html');
  const withPanel = new Set(known);
  return {
    shell,
    panel: addedTo(withPanel, 'src/features/assistant/assistant-panel.tsx'),
    answer: addedTo(withPanel, 'src/features/assistant/markdown.tsx'),
    home: added('src/app/pages/home.tsx'),
    map: added('src/features/home/home-map.tsx'),
    worker: kilobytes(worker),
  };
}
