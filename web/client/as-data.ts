import type { Plugin } from 'vite';

/**
 * Puts what a module works out of the rules into the build without those rules: only its values, which must be plain data.
 * @param path end of the path of the module
 * @param module what it exports
 */
export const asData = (path: string, module: object): Plugin => ({
  name: `as-data:${path}`,
  load: (id) =>
    id.endsWith(path)
      ? Object.entries(module)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n')
      : null,
});
