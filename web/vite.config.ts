import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { inlineModuleExports } from '@waystory/client/as-data.ts';
import * as routeOutlines from '@waystory/client/route-outlines.ts';
import { themeScript } from '@waystory/ui/theme.ts';
import { defineConfig, type Plugin } from 'vite';
import { sharedChunk } from './chunks.ts';
import { startAfterFirstPaint } from './paint-first.ts';

/** Origin of the running product, to which the dev server of Vite proxies these paths. */
const product = process.env.PRODUCT ?? 'http://localhost:4000';
const proxied = ['/api', '/idp', '/sandbox', '/basemap', '/photos', '/flags', '/config.json'];

/** Modules that the shell chunk excludes: the entries, and those of the silent sign-in frame, which loads nothing of the app. */
const apart = /\/web\/(src\/main\.tsx|client\/identity\/silent\.ts|[\w/]+\.html)|\/(oidc-client-ts|jwt-decode)\//;

/** Applies the theme before the first paint. */
const themeFirst: Plugin = {
  name: 'theme-first',
  transformIndexHtml: () => [{ tag: 'script', children: themeScript, injectTo: 'head-prepend' }],
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [inlineModuleExports('/web/client/route-outlines.ts', routeOutlines), react(), tailwind(), themeFirst, startAfterFirstPaint],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server reads the files of a page from the manifest.
    manifest: true,
    // The map exceeds the default warning; `npm run bench -- home` holds the budgets.
    chunkSizeWarningLimit: 1_500,
    // Only Safari before 17 lacks module preload; it loads the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', silent: 'auth/silent.html' },
      output: {
        codeSplitting: {
          groups: [
            // The first screen is one chunk, because sixty small chunks are a tenth larger and need sixty requests.
            { name: 'shell', tags: ['$initial'], test: (id) => !apart.test(id), priority: 1 },
            { name: sharedChunk, debugName: 'shared', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, product])) },
});
