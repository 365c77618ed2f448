import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import { decodeJwt } from 'jose';
import type { Attack, Stage } from './stage.ts';

const password = 'correct horse battery';
/** Longest that a refusal may take to be known to reads, milliseconds. */
const knownWithinMs = 60_000;
const nobody = '00000000-0000-8000-8000-000000000000';

interface Answer {
  status: number;
  code: string;
  body: Record<string, unknown>;
}

/** What tokens, user names, follows and the sign-in can be made to do that they should not. */
export const accountsAttack: Attack = {
  name: 'accounts',
  async run(stage) {
    await withoutAccount(stage);
    await afterDeletion(stage);
    await suspensions(stage);
    await userNames(stage);
    await mutedFollows(stage);
    await knownEmails(stage);
    // Last, as it leaves this address no tries.
    await guesses(stage);
  },
};

async function send(
  { origin }: Stage,
  token: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json: Record<string, unknown> = text ? JSON.parse(text) : {};
  return { status: answer.status, code: String(json.code ?? ''), body: json };
}

let drawn = 0;
/** Somebody who signed up at the provider, and never made an account. */
async function newcomer({ product }: Stage): Promise<{ email: string; token: string; app: TestApp }> {
  const app = new TestApp(new TestBrowser(`http://localhost:${product.port}`));
  const email = `attack-${++drawn}@example.test`;
  const page = await app.authorize({ prompt: 'create' });
  await app.browser.submit(`${page.url.pathname}/sign-up`, { name: 'Mallory', email, password });
  const tokens = await app.tokensFrom(await app.browser.submit(`${page.url.pathname}/sign-in`, { email, password }));
  return { email, token: tokens.access_token, app };
}

async function member(stage: Stage): Promise<{ id: string; token: string; app: TestApp; email: string }> {
  const person = await newcomer(stage);
  const { body } = await send(stage, person.token, 'POST', '/accounts');
  return { ...person, id: String(body.id) };
}

/** Asks until the answer is as it should be, or for too long. */
async function until(ask: () => Promise<Answer>, isFine: (answer: Answer) => boolean): Promise<boolean> {
  const giveUpAt = Date.now() + knownWithinMs;
  for (;;) {
    if (isFine(await ask())) return true;
    if (Date.now() > giveUpAt) return false;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const writes: readonly (readonly [string, string, object?])[] = [
  ['POST', '/itineraries', { title: 'Mine' }],
  ['POST', '/posts', { text: 'Hello', postableType: 'itinerary', postableId: nobody }],
  ['POST', '/reactions', { reactableType: 'itinerary', reactableId: nobody, reactionType: 'like' }],
  ['POST', '/follows', { followingId: nobody }],
  ['POST', '/saved-itineraries', { itineraryId: nobody }],
  ['POST', '/collections', { title: 'Mine' }],
  ['POST', '/reports', { reportableType: 'account', reportableId: nobody, reason: 'spam' }],
  ['POST', '/files/sas-token', { filename: 'a.png', mimeType: 'image/png' }],
  ['POST', '/itineraries/preview-images', { word: 'sea', count: 1 }],
  ['PUT', `/accounts/${nobody}`, { aboutMe: 'x' }],
  ['PATCH', `/itineraries/${nobody}`, { title: 'x' }],
  ['DELETE', `/itineraries/${nobody}`],
];

async function withoutAccount(stage: Stage): Promise<void> {
  const { token } = await newcomer(stage);
  for (const [method, path, body] of writes) {
    const { status, code } = await send(stage, token, method, path, body);
    stage.tally.record(status === 403 && code === 'auth/no-account', `without an account ${method} ${path} is refused: ${status} ${code}`);
  }
  await send(stage, token, 'POST', '/accounts');
  const { status } = await send(stage, token, 'POST', '/itineraries', { title: 'Mine' });
  stage.tally.record(status === 201, `with one it is taken at once: ${status}`);
}

async function afterDeletion(stage: Stage): Promise<void> {
  const { id, token, email } = await member(stage);
  await send(stage, token, 'DELETE', `/accounts/${id}`);
  for (const [method, path, body] of [['POST', '/accounts'] as const, ...writes]) {
    const { status, code } = await send(stage, token, method, path, body);
    stage.tally.record(
      status === 401 && code === 'auth/expired-token',
      `a token from before the deletion is refused: ${method} ${path} ${status} ${code}`,
    );
  }
  const isRefused = await until(
    () => send(stage, token, 'GET', '/accounts/me'),
    ({ status }) => status === 401,
  );
  stage.tally.record(isRefused, `and reads nothing of one's own, ${email}`);
}

async function suspensions(stage: Stage): Promise<void> {
  const { moderator, admin } = stage.tokens;
  const put = (by: string, id: string, suspended: boolean) => send(stage, by, 'PUT', `/accounts/${id}`, { suspended });
  const idOf = async (token: string) => String((await send(stage, token, 'POST', '/accounts')).body.id);
  const person = await newcomer(stage);
  const other = await member(stage);
  // Known from a token of the same provider: the id follows from the subject, which moderators see in no list.
  const gone = await member(stage);
  await send(stage, gone.token, 'DELETE', `/accounts/${gone.id}`);
  for (const [name, id] of [
    ['one that was deleted', gone.id],
    ['one that never was', nobody],
  ] as const) {
    const { status } = await put(moderator, id, true);
    stage.tally.record(status === 200, `an account can be suspended, ${name}: ${status}`);
  }
  await put(moderator, other.id, true);
  const { code } = await send(stage, other.token, 'POST', '/itineraries', { title: 'Mine' });
  stage.tally.record(code === 'auth/suspended', `a suspended account writes nothing from that moment: ${code}`);
  await send(stage, admin, 'DELETE', `/accounts/${other.id}`);
  const again = await send(stage, other.token, 'POST', '/accounts');
  stage.tally.record(again.code === 'auth/suspended', `deletion lifts no suspension: ${again.code}`);
  const adminId = await idOf(admin);
  const moderatorId = await idOf(moderator);
  const tried = await put(moderator, adminId, true);
  stage.tally.record(tried.code === 'account/only-admins', `a moderator suspends no administrator: ${tried.status} ${tried.code}`);
  await put(admin, moderatorId, true);
  const lifted = await put(moderator, moderatorId, false);
  stage.tally.record(lifted.status === 403, `nobody lifts their own suspension: ${lifted.status} ${lifted.code}`);
  await put(admin, moderatorId, false);
  const foreign = await put(person.token, adminId, true);
  stage.tally.record(foreign.status === 403, `who has no account suspends nobody: ${foreign.status} ${foreign.code}`);
  await until(
    () => send(stage, moderator, 'GET', '/accounts/me'),
    ({ status }) => status === 200,
  );
}

async function userNames(stage: Stage): Promise<void> {
  const [one, other] = [await member(stage), await member(stage)];
  const take = (who: typeof one, userName: string, headers?: Record<string, string>) =>
    send(stage, who.token, 'PUT', `/accounts/${who.id}`, { userName }, headers);
  for (const userName of ['wanted_one', 'wanted_two', 'wanted_three']) {
    const stale = await take(one, userName, { 'if-match': '"99"' });
    const taken = await take(other, userName);
    stage.tally.record(stale.status === 412 && taken.status === 200, `a refused request holds no user name: ${stale.status}, then ${taken.status}`);
  }
  for (const userName of ['admin', 'Admin', 'ad-min', 'moderator', 'support_', 'SUPP0RT', 'waystory-team']) {
    const { code } = await take(one, userName);
    stage.tally.record(code === 'account/username-reserved', `the user name ${userName} is reserved: ${code}`);
  }
}

async function mutedFollows(stage: Stage): Promise<void> {
  const [fan, star] = [await member(stage), await member(stage)];
  const { id } = (await send(stage, fan.token, 'POST', '/follows', { followingId: star.id })).body;
  const seen = async () => {
    const headers = { 'cache-control': 'no-cache' };
    const found: string[] = [];
    for (const path of [`/follows/${id}`, '/follows', '/follows?sort=updatedAt%20DESC'])
      found.push(JSON.stringify((await send(stage, star.token, 'GET', path, undefined, headers)).body));
    return found.join('\n');
  };
  await until(
    () => send(stage, star.token, 'GET', `/follows/${id}`),
    ({ status }) => status === 200,
  );
  const before = await seen();
  for (const muted of [true, false, true]) await send(stage, fan.token, 'PATCH', `/follows/${id}`, { muted });
  await until(
    () => send(stage, fan.token, 'GET', `/follows/${id}`),
    ({ body }) => body.version === 4,
  );
  stage.tally.record((await seen()) === before, 'a follow looks the same to the followed, muted or not');
}

async function guesses(stage: Stage): Promise<void> {
  const { email, app } = await newcomer(stage);
  const origin = `http://localhost:${stage.product.port}`;
  const guess = async (): Promise<number> => {
    const other = new TestApp(new TestBrowser(origin));
    const page = await other.authorize();
    return (await other.browser.submit(`${page.url.pathname}/sign-in`, { email, password: 'wrong' })).status;
  };
  let through = 0;
  for (let one = 0; one < (stage.short ? 15 : 60); one++) if ((await guess()) === 422) through++;
  stage.tally.record(through <= 10, `of many guesses at a password few go on: ${through}`);
  const page = await app.authorize({ prompt: 'login' });
  const own = await app.browser.submit(`${page.url.pathname}/sign-in`, { email, password });
  stage.tally.record(own.url.searchParams.has('code'), `which keeps the owner out of no browser of theirs: ${own.status}`);
}

async function knownEmails(stage: Stage): Promise<void> {
  const { email, token } = await newcomer(stage);
  const origin = `http://localhost:${stage.product.port}`;
  const signUp = async (address: string) => {
    const app = new TestApp(new TestBrowser(origin));
    const page = await app.authorize({ prompt: 'create' });
    const fields = { name: 'Eve', email: address, password: 'another password' };
    const { status, text } = await app.browser.submit(`${page.url.pathname}/sign-up`, fields);
    return `${status} ${text.replaceAll(address, 'somebody').replaceAll(/interaction\/[\w-]+/g, 'interaction')}`;
  };
  const [taken, free] = [await signUp(email), await signUp(`free-${email}`)];
  stage.tally.record(
    taken === free,
    `a sign-up does not tell who has an account${taken === free ? '' : `: ${taken.slice(0, 3)} and ${free.slice(0, 3)}`}`,
  );
  const app = new TestApp(new TestBrowser(origin));
  const tokens = await app.signIn(email, password);
  stage.tally.record(decodeJwt(tokens.access_token).sub === decodeJwt(token).sub, 'and changes nothing of theirs');
}
