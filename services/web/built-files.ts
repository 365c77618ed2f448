import type { FastifyStaticOptions } from '@fastify/static';

/** Files under this path carry their content in their name. */
const hashed = /\/assets\//;

/** How the files of a build are served: those with their content in their name for ever, all as they were compressed by the build. */
export const builtFiles = (root: string, policy: string) =>
  ({
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache').header('content-security-policy', policy);
    },
  }) satisfies FastifyStaticOptions;
