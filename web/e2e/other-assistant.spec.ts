import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { axeFindings, themesAndViewports } from './tour.ts';
import { expect, test } from './visitor.ts';

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** Redirect URI of an external assistant that runs on the machine of its user. */
const listener = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back in the assistant</h1>'));
let back: string;
test.beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  back = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`; // as: the server listens on TCP
});
test.afterAll(() => {
  listener.closeAllConnections();
  listener.close();
});

/** Registers an external assistant as an OAuth client; returns the authorization URL that it opens in the user's browser. */
async function addressToOpen(origin: string, name: string): Promise<string> {
  const response = await fetch(`${origin}/idp/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [back] }),
  });
  const { client_id } = (await response.json()) as { client_id: string }; // as: response of a client registration (RFC 7591)
  const asked = { client_id, redirect_uri: back, response_type: 'code', resource: `${origin}/mcp`, state: 's' };
  return `/idp/auth?${new URLSearchParams({ ...asked, code_challenge: challenge, code_challenge_method: 'S256' })}`;
}

for (const { theme, viewport } of themesAndViewports)
  test(`${theme}, ${viewport.width} px: consent page returns a code to the redirect URI when allowed, and access_denied when refused`, async ({
    browser,
    origin,
    contextOptions,
  }) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: origin, viewport, colorScheme: theme });
    const page = await context.newPage();
    const named = (name: string): string => `web/e2e/out/screens/${name}-${theme}-${viewport.width}.png`;

    await page.goto(await addressToOpen(origin, 'Atlas'));
    await page.getByRole('button', { name: 'Traveller' }).click();
    await page.getByRole('heading', { name: 'Let this assistant in?' }).waitFor();
    await page.screenshot({ path: named('let-assistant-in'), fullPage: true });
    expect(await axeFindings(page, 'let-assistant-in')).toEqual([]);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Back in the assistant' }).waitFor();
    const code = new URL(page.url()).searchParams.get('code');
    expect(code).toBeTruthy();

    await page.goto(await addressToOpen(origin, 'W'.repeat(60)));
    await page.getByRole('heading', { name: 'Let this assistant in?' }).waitFor();
    await page.screenshot({ path: named('let-assistant-in-long'), fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.getByRole('heading', { name: 'Back in the assistant' }).waitFor();
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    await context.close();
  });
