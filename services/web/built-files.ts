import type { FastifyStaticOptions } from '@fastify/static';

/** Files below this path have a content hash in their name. */
const hashed = /\/assets\//;

/** Serves the files of a build with the build's compression; files with a hash in their name are immutable. */
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
