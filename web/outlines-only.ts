import { routeOutlines } from '@waystory/client/route-outlines.ts';
import type { Plugin } from 'vite';

/** Puts the outlines of routes into the build without the rules that they were read from. */
export const outlinesOnly: Plugin = {
  name: 'outlines-only',
  load: (id) => (id.endsWith('/web/client/route-outlines.ts') ? `export const routeOutlines = ${JSON.stringify(routeOutlines)};` : null),
};
