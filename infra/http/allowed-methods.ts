import type { FastifyInstance } from 'fastify';

/** Answers the methods that an address takes; none when nothing is there. */
export type AllowedMethods = (url: string) => string[];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (url: string): RegExp => new RegExp(`^${url.split(/:\w+/).map(escaped).join('[^/]+')}/?$`);

/** Keeps a list of the routes that are mounted after this. Those that take any address, such as pages, say nothing of what is there. */
export function listMethods(app: FastifyInstance): AllowedMethods {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (/[*(]/.test(url)) return;
    const known = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    routes.set(url, known);
  });
  return (url) => {
    const path = url.split('?')[0] ?? '';
    const here = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(here.flatMap(({ methods }) => [...methods]))].sort();
  };
}
