import { createHash, randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readyPassword, readyUsers } from '@waystory/services/sandbox/oidc/ready-users.ts';
import { TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import type { Attack, Stage } from './stage.ts';

const back = 'https://assistant.example/callback';

/** Programs that staff let in over MCP: they may do no more than an ordinary user, and nothing after the sign-out. */
export const assistantsAttack: Attack = {
  name: 'assistants',
  async run(stage) {
    const { itineraryId, title } = await privateStory(stage);
    for (const role of ['moderator', 'admin'] as const) {
      const direct = await fetch(`${stage.origin}/api/itineraries/${itineraryId}`, { headers: { authorization: `Bearer ${stage.tokens[role]}` } });
      stage.tally.record(direct.status === 200, `the ${role} reads the private story in person: ${direct.status}`);
      await delegated(stage, role, itineraryId, title);
    }
  },
};

async function privateStory({ origin, tokens }: Stage): Promise<{ itineraryId: string; title: string }> {
  const title = 'Undisclosed valley';
  const headers = { authorization: `Bearer ${tokens.traveller}`, 'content-type': 'application/json' };
  await fetch(`${origin}/api/accounts`, { method: 'POST', headers, body: '{}' });
  const made = await fetch(`${origin}/api/itineraries`, { method: 'POST', headers, body: JSON.stringify({ title, visibility: 'PRIVATE' }) });
  return { itineraryId: String(Object(await made.json()).id), title };
}

const tries: readonly (readonly [string, object])[] = [
  ['get_story', {}],
  ['update_itinerary', { title: 'Taken' }],
  ['add_day', {}],
  ['lookup_location', { query: 'Lisbon' }],
];

async function delegated(stage: Stage, role: 'moderator' | 'admin', itineraryId: string, title: string): Promise<void> {
  const { tally } = stage;
  const headers = { authorization: `Bearer ${stage.tokens[role]}`, 'content-type': 'application/json' };
  await fetch(`${stage.origin}/api/accounts`, { method: 'POST', headers, body: '{}' });
  const browser = new TestBrowser(`http://localhost:${stage.product.port}`);
  const token = await letIn(browser, readyUsers[role].email);
  const client = new Client({ name: 'attack', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', browser.origin), { requestInit }));
  for (const [name, args] of tries) {
    const { isError, content } = await client.callTool({ name, arguments: { itineraryId, ...args } });
    const isRefused = isError === true && JSON.stringify(content).includes('itinerary/unknown');
    tally.record(isRefused, `a program of the ${role} is refused by ${name}`);
  }
  const found = await client.callTool({ name: 'search', arguments: { query: title } });
  tally.record(!JSON.stringify(found).includes(title), `a program of the ${role} finds no private story`);
  await client.close();
  await browser.submitForm(await browser.get('/idp/session/end'), { logout: 'yes' });
  const { status } = await fetch(`${browser.origin}/mcp`, {
    method: 'POST',
    headers: { ...requestInit.headers, 'content-type': 'application/json' },
    body: '{}',
  });
  tally.record(status === 401, `after the sign-out of the ${role} the program is turned away: ${status}`);
}

/** Registers a program and has somebody let it in; answers its token. */
async function letIn(browser: TestBrowser, email: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const registration = { client_name: 'Atlas', redirect_uris: [back] };
  const json = { 'content-type': 'application/json' };
  const registered = await fetch(`${browser.origin}/idp/reg`, { method: 'POST', headers: json, body: JSON.stringify(registration) });
  const client_id = String(Object(await registered.json()).client_id);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = { client_id, redirect_uri: back, response_type: 'code', state: 's', resource: `${browser.origin}/mcp` };
  const page = await browser.get(`/idp/auth?${new URLSearchParams({ ...asked, code_challenge: challenge, code_challenge_method: 'S256' })}`);
  const question = await browser.submit(`${page.url.pathname}/sign-in`, { email, password: readyPassword });
  const { url } = await browser.submit(`${question.url.pathname}/consent`, { decision: 'allow' });
  const fields = {
    client_id,
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: back,
    code_verifier: verifier,
  };
  const answer = await fetch(`${browser.origin}/idp/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return String(Object(await answer.json()).access_token);
}
