import { createHash, randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readyPassword, readyUsers } from '@waystory/services/sandbox/oidc/ready-users.ts';
import { TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import { mustSucceed } from '../environment/client.ts';
import type { Attack, AttackContext } from './attack.ts';

const back = 'https://assistant.example/callback';
const title = 'Undisclosed valley';
const tries = { get_story: {}, update_itinerary: { title: 'Taken' }, add_day: {}, lookup_location: { query: 'Lisbon' } };

/** MCP clients that staff authorise have the rights of an ordinary user, and no access after the sign-out. */
export const assistantsAttack: Attack = {
  name: 'assistants',
  async run(scene) {
    const { environment, tally } = scene;
    const made = await mustSucceed(environment.as('traveller'), { method: 'POST', path: '/api/itineraries', body: { title, visibility: 'PRIVATE' } });
    const itineraryId = String(made.body.id);
    for (const role of ['moderator', 'admin'] as const) {
      // The read waits for the write, because the read model may still be in its first build.
      const headers = { 'x-after': String(made.position) };
      const direct = await environment.as(role)({ method: 'GET', path: `/api/itineraries/${itineraryId}`, headers });
      tally.record(direct.status === 200, `the ${role} reads the private story in person: ${direct.status}`);
      await delegated(scene, role, itineraryId);
    }
  },
};

async function delegated({ environment, tally }: AttackContext, role: 'moderator' | 'admin', itineraryId: string): Promise<void> {
  const browser = new TestBrowser(`http://localhost:${environment.port}`);
  const token = await letIn(browser, readyUsers[role].email);
  const client = new Client({ name: 'attack', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', browser.origin), { requestInit }));
  for (const [name, args] of Object.entries(tries)) {
    const { isError, content } = await client.callTool({ name, arguments: { itineraryId, ...args } });
    const isRefused = isError === true && JSON.stringify(content).includes('itinerary/unknown');
    tally.record(isRefused, `a program of the ${role} is refused by ${name}`);
  }
  const found = await client.callTool({ name: 'search', arguments: { query: title } });
  tally.record(!JSON.stringify(found).includes(title), `a program of the ${role} finds no private story`);
  await client.close();
  await browser.submitForm(await browser.get('/idp/session/end'), { logout: 'yes' });
  const { status } = await environment.as(null)({ method: 'POST', path: '/mcp', ...requestInit, body: {} });
  tally.record(status === 401, `after the sign-out of the ${role} the program is turned away: ${status}`);
}

/**
 * Registers an OAuth client, and authorises it as a user.
 * @returns its access token
 */
async function letIn(browser: TestBrowser, email: string): Promise<string> {
  const post = async (path: string, body: string | URLSearchParams, headers = {}): Promise<Record<string, unknown>> =>
    Object(await (await fetch(`${browser.origin}${path}`, { method: 'POST', headers, body })).json());
  const code_verifier = randomBytes(32).toString('base64url');
  const registration = JSON.stringify({ client_name: 'Atlas', redirect_uris: [back] });
  const client_id = String((await post('/idp/reg', registration, { 'content-type': 'application/json' })).client_id);
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const asked = { client_id, redirect_uri: back, response_type: 'code', state: 's', resource: `${browser.origin}/mcp` };
  const page = await browser.get(`/idp/auth?${new URLSearchParams({ ...asked, code_challenge, code_challenge_method: 'S256' })}`);
  const question = await browser.submit(`${page.url.pathname}/sign-in`, { email, password: readyPassword });
  const { url } = await browser.submit(`${question.url.pathname}/consent`, { decision: 'allow' });
  const code = url.searchParams.get('code') ?? '';
  const fields = new URLSearchParams({ client_id, grant_type: 'authorization_code', code, redirect_uri: back, code_verifier });
  return String((await post('/idp/token', fields)).access_token);
}
