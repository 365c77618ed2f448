import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CardTexts } from './first-screen.ts';

/** Made by `npm run build`; `npm start` sees to it. */
export const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** A file of the build as Vite's manifest describes it, by the path of its source. */
interface ManifestEntry {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

const manifestPath = '.vite/manifest.json';
export const isBuilt = (): boolean => existsSync(`${dist}${manifestPath}`);
export const pageTemplate = (): string => readFileSync(`${dist}index.html`, 'utf8');

const readJson = (path: string): unknown => JSON.parse(readFileSync(`${dist}${path}`, 'utf8'));
/** Texts of the cards of the home page. */
export const homeTexts = (): CardTexts => readJson('locales/en/home.json') as CardTexts; // the language files are part of the release

/** Pages that are drawn before the app runs, with the source of each and its text files. */
const drawnPages = {
  home: { source: 'src/app/pages/home.tsx', texts: ['home'] },
  story: { source: 'src/features/story/itinerary-page.tsx', texts: ['story', 'social'] },
  stop: { source: 'src/features/story/stop-page.tsx', texts: ['story', 'social'] },
} as const;
export type DrawnPage = keyof typeof drawnPages;

/** A file with all that it imports, in the order in which they are first named. */
function withImports(manifest: Manifest, key: string, known = new Set<string>()): Set<string> {
  if (known.has(key)) return known;
  known.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, known);
  return known;
}

/** Markup of files that a page needs and the template does not name. */
export interface PageFiles {
  /** Its styles, before the first paint. */
  styles: string;
  /** Its scripts and texts, which are asked for after it. */
  next: string;
}

export function filesOf(page: DrawnPage): PageFiles {
  const { source, texts: namespaces } = drawnPages[page];
  const manifest = readJson(manifestPath) as Manifest; // written by the same build
  const already = withImports(manifest, 'index.html');
  const entries = [...withImports(manifest, source)].filter((key) => !already.has(key)).flatMap((key) => manifest[key] ?? []);
  const styles = entries.flatMap(({ css = [] }) => css).map((path) => `<link rel="stylesheet" crossorigin href="/${path}" />`);
  const scripts = entries.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
  const texts = ['translation', ...namespaces].map((name) => `<link rel="preload" as="fetch" crossorigin href="/locales/en/${name}.json" />`);
  return { styles: styles.join('\n    '), next: `<template data-next>${[...scripts, ...texts].join('')}</template>` };
}
