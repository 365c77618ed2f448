import type { Plugin } from 'vite';

/**
 * Replaces a module in the build with its exported values, which must be plain data, so that its imports stay out.
 * @param path End of the module's path.
 * @param module Exports of the module.
 */
export const inlineModuleExports = (path: string, module: object): Plugin => ({
  name: `as-data:${path}`,
  load: (id) =>
    id.endsWith(path)
      ? Object.entries(module)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n')
      : null,
});
