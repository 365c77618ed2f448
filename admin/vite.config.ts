import react from '@vitejs/plugin-react';
import { inlineModuleExports } from '@waystory/client/as-data.ts';
import { themeScript } from '@waystory/ui/theme.ts';
import { defineConfig, type Plugin } from 'vite';
import * as catalogue from './src/catalogue/catalogue.ts';
import * as tokens from './src/theme/tokens.ts';

/** Origin of the running product, to which the dev server of Vite proxies these paths. */
const product = process.env.PRODUCT ?? 'http://localhost:4000';
const proxied = ['/api', '/auth', '/idp', '/config.json', '/icon.svg', '/livez', '/photos', '/media'];

/** Applies the theme before the first paint. */
const themeFirst: Plugin = {
  name: 'theme-first',
  transformIndexHtml: () => [{ tag: 'script', children: themeScript, injectTo: 'head-prepend' }],
};

/** Resolves each icon module that react-admin imports to an export of `icons/icons.tsx`. */
const oneModuleOfIcons: Plugin = {
  name: 'one-module-of-icons',
  enforce: 'pre',
  resolveId: (id) => (/^@mui\/icons-material\/\w+$/.test(id) ? `\0${id}` : null),
  load: (id) => (id.startsWith('\0@mui/icons-material/') ? `export { ${id.split('/').at(-1)} as default } from '@mui/icons-material';` : null),
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [
    inlineModuleExports('/admin/src/catalogue/catalogue.ts', catalogue),
    inlineModuleExports('/admin/src/theme/tokens.ts', tokens),
    react(),
    themeFirst,
    oneModuleOfIcons,
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Few chunks, because the same scripts in sixty small chunks are 27 kB larger.
            { name: 'shell', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  optimizeDeps: { rolldownOptions: { plugins: [oneModuleOfIcons] } },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, product])) },
});
