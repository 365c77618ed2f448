import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import { decodeJwt } from 'jose';
import type { ApiResponse, SendRequest } from '../environment/client.ts';
import { until } from '../environment/progress.ts';
import { openProviderPage, signUp, signUpMember } from '../environment/sign-up.ts';
import type { Attack, AttackContext } from './attack.ts';

const knownWithinMs = 60_000;
const nobody = '00000000-0000-8000-8000-000000000000';

/** Misuse of tokens, suspensions, user names, follows and the sign-in. */
export const accountsAttack: Attack = {
  name: 'accounts',
  async run(scene) {
    for (const attack of [withoutAccount, afterDeletion, suspensions, userNames, mutedFollows, knownEmails]) await attack(scene);
    // Guesses come last, because they use up the sign-in attempts of this IP address.
    await guesses(scene);
  },
};

const send = (ask: SendRequest, method: string, path: string, body?: object, headers?: Record<string, string>): Promise<ApiResponse> =>
  ask({ method, path: `/api${path}`, headers, ...(body && { body }) });

const comes = (ask: SendRequest, path: string, isFine: (answer: ApiResponse) => boolean): Promise<boolean> =>
  until(async () => isFine(await send(ask, 'GET', path)), knownWithinMs, 200);

const writes: readonly (readonly [method: string, path: string, body?: object])[] = [
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

async function withoutAccount({ environment, tally }: AttackContext): Promise<void> {
  const { ask } = await signUp(environment.port);
  for (const write of writes) {
    const { status, code } = await send(ask, ...write);
    tally.record(status === 403 && code === 'auth/no-account', `without an account ${write[0]} ${write[1]} is refused: ${status} ${code}`);
  }
  await send(ask, 'POST', '/accounts');
  const { status } = await send(ask, 'POST', '/itineraries', { title: 'Mine' });
  tally.record(status === 201, `with one it is taken at once: ${status}`);
}

async function afterDeletion({ environment, tally }: AttackContext): Promise<void> {
  const { id, ask, email } = await signUpMember(environment.port);
  await send(ask, 'DELETE', `/accounts/${id}`);
  for (const write of [['POST', '/accounts'] as const, ...writes]) {
    const { status, code } = await send(ask, ...write);
    const isRefused = status === 401 && code === 'auth/expired-token';
    tally.record(isRefused, `a token from before the deletion is refused: ${write[0]} ${write[1]} ${status} ${code}`);
  }
  const isRefused = await comes(ask, '/accounts/me', ({ status }) => status === 401);
  tally.record(isRefused, `and reads nothing of one's own, ${email}`);
}

async function suspensions({ environment, tally }: AttackContext): Promise<void> {
  const { port } = environment;
  const [moderator, admin] = [environment.as('moderator'), environment.as('admin')];
  const put = (by: SendRequest, id: string, suspended: boolean) => send(by, 'PUT', `/accounts/${id}`, { suspended });
  const idOf = async (ask: SendRequest) => String((await send(ask, 'POST', '/accounts')).body.id);
  const [person, other, gone] = [await signUp(port), await signUpMember(port), await signUpMember(port)];
  await send(gone.ask, 'DELETE', `/accounts/${gone.id}`);
  for (const [name, id] of [
    ['one that was deleted', gone.id],
    ['one that never was', nobody],
  ] as const) {
    const { status } = await put(moderator, id, true);
    tally.record(status === 200, `an account can be suspended, ${name}: ${status}`);
  }
  await put(moderator, other.id, true);
  const { code } = await send(other.ask, 'POST', '/itineraries', { title: 'Mine' });
  tally.record(code === 'auth/suspended', `a suspended account writes nothing from that moment: ${code}`);
  await send(admin, 'DELETE', `/accounts/${other.id}`);
  const again = await send(other.ask, 'POST', '/accounts');
  tally.record(again.code === 'auth/suspended', `deletion lifts no suspension: ${again.code}`);
  const [adminId, moderatorId] = [await idOf(admin), await idOf(moderator)];
  const tried = await put(moderator, adminId, true);
  tally.record(tried.code === 'account/only-admins', `a moderator suspends no administrator: ${tried.status} ${tried.code}`);
  await put(admin, moderatorId, true);
  const lifted = await put(moderator, moderatorId, false);
  tally.record(lifted.status === 403, `nobody lifts their own suspension: ${lifted.status} ${lifted.code}`);
  await put(admin, moderatorId, false);
  const foreign = await put(person.ask, adminId, true);
  tally.record(foreign.status === 403, `a caller without an account suspends nobody: ${foreign.status} ${foreign.code}`);
  await comes(moderator, '/accounts/me', ({ status }) => status === 200);
}

async function userNames({ environment, tally }: AttackContext): Promise<void> {
  const [one, other] = [await signUpMember(environment.port), await signUpMember(environment.port)];
  const take = ({ ask, id }: typeof one, userName: string, headers?: Record<string, string>) =>
    send(ask, 'PUT', `/accounts/${id}`, { userName }, headers);
  for (const userName of ['wanted_one', 'wanted_two', 'wanted_three']) {
    const stale = await take(one, userName, { 'if-match': '"99"' });
    const taken = await take(other, userName);
    tally.record(stale.status === 412 && taken.status === 200, `a refused request holds no user name: ${stale.status}, then ${taken.status}`);
  }
  for (const userName of ['admin', 'Admin', 'ad-min', 'moderator', 'support_', 'SUPP0RT', 'waystory-team']) {
    const { code } = await take(one, userName);
    tally.record(code === 'account/username-reserved', `the user name ${userName} is reserved: ${code}`);
  }
}

async function mutedFollows({ environment, tally }: AttackContext): Promise<void> {
  const [fan, star] = [await signUpMember(environment.port), await signUpMember(environment.port)];
  const path = `/follows/${String((await send(fan.ask, 'POST', '/follows', { followingId: star.id })).body.id)}`;
  const seen = async (): Promise<string> => {
    const asked = [path, '/follows', '/follows?sort=updatedAt%20DESC'].map((one) =>
      send(star.ask, 'GET', one, undefined, { 'cache-control': 'no-cache' }),
    );
    return JSON.stringify((await Promise.all(asked)).map(({ body }) => body));
  };
  await comes(star.ask, path, ({ status }) => status === 200);
  const before = await seen();
  for (const muted of [true, false, true]) await send(fan.ask, 'PATCH', path, { muted });
  await comes(fan.ask, path, ({ body }) => body.version === 4);
  tally.record((await seen()) === before, 'a follow looks the same to the followed, muted or not');
}

async function knownEmails({ environment: { port }, tally }: AttackContext): Promise<void> {
  const { email, token, password } = await signUp(port);
  const tried = async (address: string): Promise<string> => {
    const { submit } = await openProviderPage(port, { prompt: 'create' });
    const { status, text } = await submit('sign-up', { name: 'Eve', email: address, password: 'another password' });
    return `${status} ${text.replaceAll(address, 'somebody').replaceAll(/interaction\/[\w-]+/g, 'interaction')}`;
  };
  const [taken, free] = [await tried(email), await tried(`free-${email}`)];
  const difference = taken === free ? '' : `: ${taken.slice(0, 3)} and ${free.slice(0, 3)}`;
  tally.record(taken === free, `a sign-up does not tell that an account exists${difference}`);
  const tokens = await new TestApp(new TestBrowser(`http://localhost:${port}`)).signIn(email, password);
  tally.record(decodeJwt(tokens.access_token).sub === decodeJwt(token).sub, 'and changes nothing of theirs');
}

async function guesses({ environment: { port }, tally, short }: AttackContext): Promise<void> {
  const { email, password, app } = await signUp(port);
  let through = 0;
  for (let guess = 0; guess < (short ? 15 : 60); guess++) {
    const { submit } = await openProviderPage(port);
    if ((await submit('sign-in', { email, password: 'wrong' })).status === 422) through++;
  }
  tally.record(through <= 10, `of many guesses at a password few go on: ${through}`);
  const page = await app.authorize({ prompt: 'login' });
  const own = await app.browser.submit(`${page.url.pathname}/sign-in`, { email, password });
  tally.record(own.url.searchParams.has('code'), `which keeps the owner out of no browser of theirs: ${own.status}`);
}
