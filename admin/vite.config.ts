import react from '@vitejs/plugin-react';
import { asData } from '@waystory/client/as-data.ts';
import { themeScript } from '@waystory/ui/theme.ts';
import { defineConfig, type Plugin } from 'vite';
import * as catalogue from './src/catalogue/catalogue.ts';
import * as tokens from './src/theme/tokens.ts';

/** What the product itself serves, for `vite` beside a running `npm start`. */
const product = process.env.PRODUCT ?? 'http://localhost:4000';
const proxied = ['/api', '/auth', '/idp', '/config.json', '/icon.svg', '/livez', '/photos', '/media'];

/** Puts the choice of light and dark before the first paint. */
const themeFirst: Plugin = {
  name: 'theme-first',
  transformIndexHtml: () => [{ tag: 'script', children: themeScript, injectTo: 'head-prepend' }],
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [asData('/admin/src/catalogue/catalogue.ts', catalogue), asData('/admin/src/theme/tokens.ts', tokens), react(), themeFirst],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // As sixty small files the same scripts weigh 27 kB more.
            { name: 'shell', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, product])) },
});
