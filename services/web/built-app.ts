import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyStaticOptions } from '@fastify/static';
import type { CardTexts } from './first-screen.ts';

/** Files below this path have a content hash in their name. */
const hashed = /\/assets\//;

/** Options that serve the files of a build with its precompressed versions. Files with a content hash in their name are immutable. */
export const builtFiles = (root: string, policy: string) =>
  ({
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache').header('content-security-policy', policy);
    },
  }) satisfies FastifyStaticOptions;

/** Output folder of `npm run build`. */
export const webDist = fileURLToPath(new URL('../../web/dist/', import.meta.url));
export const adminDist = fileURLToPath(new URL('../../admin/dist/', import.meta.url));

/** An entry of Vite's manifest, keyed by source path. */
interface ManifestEntry {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

const manifestPath = '.vite/manifest.json';
export const isBuilt = (): boolean => existsSync(`${webDist}${manifestPath}`) && existsSync(`${adminDist}index.html`);
export const pageTemplate = (): string => readFileSync(`${webDist}index.html`, 'utf8');

const readJson = (path: string): unknown => JSON.parse(readFileSync(`${webDist}${path}`, 'utf8'));
/** Texts of the home page's cards. */
export const homeTexts = (): CardTexts => readJson('locales/en/home.json') as CardTexts; // language files are part of the release

interface DrawnPageSource {
  source: string;
  /** Source of the page's map, and the media query of windows in which the map loads at once. */
  map: { source: string; media: string };
  /** Namespaces of the page's language files. */
  texts: readonly string[];
}

/** Pages that the server renders before the app runs. */
const drawnPages = {
  home: { source: 'src/app/pages/home.tsx', map: { source: 'src/features/home/home-map.tsx', media: 'all' }, texts: ['home', 'map'] },
  story: {
    source: 'src/features/story/itinerary-page.tsx',
    map: { source: 'src/features/story/story-map.tsx', media: '(min-width: 1024px)' },
    texts: ['story', 'social', 'map'],
  },
  stop: {
    source: 'src/features/story/stop-page.tsx',
    map: { source: 'src/features/story/stop-map.tsx', media: 'all' },
    texts: ['story', 'social', 'map'],
  },
} as const satisfies Record<string, DrawnPageSource>;
export type ServerRenderedPage = keyof typeof drawnPages;

/** Fonts of most map labels, preloaded so that the first labels do not wait. */
const labelFonts = ['latin-400-normal', 'latin-500-normal', 'latin-400-italic'].map(
  (cut) => `../node_modules/@fontsource/noto-sans/files/noto-sans-${cut}.woff2`,
);

/** A manifest entry with all its imports, depth first. */
function withImports(manifest: Manifest, key: string, known = new Set<string>()): Set<string> {
  if (known.has(key)) return known;
  known.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, known);
  return known;
}

/** HTML for the files of a page that are not in the template. */
interface PageFiles {
  /** Stylesheet links, needed before the first paint. */
  styles: string;
  /** Preload links for scripts and texts, which are fetched after the first paint. */
  next: string;
}

export function pageFilesOf(page: ServerRenderedPage): PageFiles {
  const { source, map, texts: namespaces } = drawnPages[page];
  const manifest = readJson(manifestPath) as Manifest; // as: the same build wrote the manifest
  const known = withImports(manifest, 'index.html');
  const added = (key: string): ManifestEntry[] => {
    const before = new Set(known);
    return [...withImports(manifest, key, known)].filter((one) => !before.has(one)).flatMap((one) => manifest[one] ?? []);
  };
  const [ofPage, ofMap] = [added(source), added(map.source)];
  const styles = ofPage.flatMap(({ css = [] }) => css).map((path) => `<link rel="stylesheet" crossorigin href="/${path}" />`);
  const scripts = ofPage.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
  const texts = ['translation', ...namespaces].map((name) => `<link rel="preload" as="fetch" crossorigin href="/locales/en/${name}.json" />`);
  // Low priority: the map starts after the first paint and must not delay it.
  const ahead = `crossorigin fetchpriority="low" media="${map.media}"`;
  const mapStyles = ofMap.flatMap(({ css = [] }) => css).map((path) => `<link rel="preload" as="style" ${ahead} href="/${path}" />`);
  const mapScripts = ofMap.map(({ file }) => `<link rel="modulepreload" ${ahead} href="/${file}" />`);
  const mapFiles = ['basemap/status', ...labelFonts.flatMap((font) => manifest[font]?.file ?? [])];
  const mapData = mapFiles.map((path) => `<link rel="preload" as="fetch" ${ahead} href="/${path}" />`);
  const next = [...scripts, ...texts, ...mapScripts, ...mapStyles, ...mapData];
  return { styles: styles.join('\n    '), next: `<template data-next>${next.join('')}</template>` };
}
