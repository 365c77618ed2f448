import type { RouteOptions } from 'fastify';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (url: string): RegExp => new RegExp(`^${url.split(/:\w+/).map(escaped).join('[^/]+')}/?$`);

export type AllowedMethods = ReturnType<typeof createAllowedMethods>;

/** Which methods addresses take. */
export function createAllowedMethods() {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  return {
    /** Routes that take any address, such as pages, say nothing of what is there. */
    note({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
      if (/[*(]/.test(url)) return;
      const known = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const one of [method].flat()) known.methods.add(one);
      routes.set(url, known);
    },
    /** None when nothing is there. */
    at(url: string): string[] {
      const path = url.split('?')[0] ?? '';
      const here = [...routes.values()].filter(({ pattern }) => pattern.test(path));
      return [...new Set(here.flatMap(({ methods }) => [...methods]))].sort();
    },
  };
}
