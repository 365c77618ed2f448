import type { Log } from '@waystory/infra/log.ts';

/** The part of oidc-provider that is a value and not a type. */
export type Library = typeof import('oidc-provider');
let library: Promise<Library> | undefined;

/** oidc-provider, loaded when it is first needed. What it says on the console while it loads goes to the log. */
export function loadOidcProvider(log: Log): Promise<Library> {
  library ??= loadQuietly(log);
  return library;
}

async function loadQuietly(log: Log): Promise<Library> {
  const { warn } = console;
  // It calls every runtime unsupported that does not name itself a long-term release.
  console.warn = (...words: unknown[]) => log.debug({ words }, 'oidc-provider while loading');
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
