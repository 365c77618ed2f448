import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import type { Release } from './release.ts';

/** Pause between two looks, milliseconds. */
const pauseMs = 400;
/** How often, in looks, they sign in without being asked, as a page does whose token runs out. */
const signInEvery = 10;

/** Somebody who has had a page open since before the change, and opens others. */
export interface OpenPage {
  /** What went wrong, if anything. */
  troubles: readonly string[];
  looks(): number;
  /** Opens a page as this release has it, whose parts are asked for from then on. */
  opened(release: Release): void;
  close(): Promise<void>;
}

/** Asks for the parts of its pages, for new pages with the files that they name, and for its account, and has its token renewed. */
export async function openPage(port: number, release: Release): Promise<OpenPage> {
  const origin = `http://localhost:${port}`;
  const app = new TestApp(new TestBrowser(origin), '/auth/silent.html');
  let token = (await app.signIn('traveller@waystory.example')).access_token;
  const [troubles, parts] = [[] as string[], partsOf(release)];
  const closing = new AbortController();
  let looks = 0;
  const get = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await fetch(`${origin}${path}`, { headers });
    if (answer.status !== 200) troubles.push(`GET ${path} was answered with ${answer.status}`);
    return answer.text();
  };
  const look = async (): Promise<void> => {
    looks += 1;
    await get(parts[(looks * 7) % parts.length] ?? '/');
    const page = await get('/');
    for (const [, path = ''] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) await get(path);
    await get('/api/accounts/me', { authorization: `Bearer ${token}` });
    if (looks % signInEvery !== 0) return;
    const renewed = await app.tokensFrom(await app.authorize({ prompt: 'none' }));
    if (renewed.access_token) token = renewed.access_token;
    else troubles.push(`a silent sign-in was refused: ${renewed.error}`);
  };
  const looking = (async () => {
    for (; !closing.signal.aborted; await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => {}))
      await look().catch((error: unknown) => troubles.push(error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)));
  })();
  return {
    troubles,
    looks: () => looks,
    opened: (other) => void parts.push(...partsOf(other)),
    close: async () => {
      closing.abort();
      await looking;
    },
  };
}

/** Some of the files that pages of a release ask for later, the one that they begin with among them. */
function partsOf({ folder }: Release): string[] {
  const files = readdirSync(join(folder, 'web/dist/assets')).filter((name) => name.endsWith('.js'));
  return files.filter((name, at) => name.startsWith('index-') || at % 8 === 0).map((name) => `/assets/${name}`);
}
