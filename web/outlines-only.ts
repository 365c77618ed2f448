import type { Plugin } from 'vite';
import { routeOutlines } from './src/client/route-outlines.ts';

/** Puts the outlines of routes into the build without the rules that they were read from. */
export const outlinesOnly: Plugin = {
  name: 'outlines-only',
  load: (id) => (id.endsWith('/web/src/client/route-outlines.ts') ? `export const routeOutlines = ${JSON.stringify(routeOutlines)};` : null),
};
