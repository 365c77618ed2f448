import type { Log } from '@waystory/infra/log.ts';

/** Value exports of oidc-provider, which is imported dynamically. */
export type Library = typeof import('oidc-provider');
let library: Promise<Library> | undefined;

/** Loads oidc-provider at first use. Its console warnings during the load go to the log. */
export function loadOidcProvider(log: Log): Promise<Library> {
  library ??= loadQuietly(log);
  return library;
}

async function loadQuietly(log: Log): Promise<Library> {
  const { warn } = console;
  // oidc-provider warns about every Node.js release without long-term support.
  console.warn = (...words: unknown[]) => log.debug({ words }, 'oidc-provider while loading');
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
