import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeScript } from './src/ui/theme.ts';

/** What the product itself serves, for `vite` beside a running `npm start`. */
const product = process.env.PRODUCT ?? 'http://localhost:4000';
const proxied = ['/api', '/idp', '/basemap', '/photos', '/flags', '/config.json'];

/** Puts the choice of light and dark before the first paint. */
const themeFirst: Plugin = {
  name: 'theme-first',
  transformIndexHtml: () => [{ tag: 'script', children: themeScript, injectTo: 'head-prepend' }],
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), themeFirst],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The map alone is larger than the default warning; `npm run bench -- home` holds the budgets.
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: { input: { index: 'index.html', silent: 'auth/silent.html' } },
  },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, product])) },
});
