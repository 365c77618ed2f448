import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import { type Answered, type Ask, type Asked, askAs } from '../cluster/ask.ts';
import { until } from '../cluster/progress.ts';
import { pictureForm, uploadedTo } from '../cluster/upload.ts';
import type { Tally } from '../tally.ts';
import { inLog } from './written.ts';

const password = 'a password of many words';
const soonMs = 30_000;
/** What somebody says about themselves who is gone before the disk is. */
const saidByErased = 'Quibblefrost';

/** Somebody who signed up with an e-mail and a password. */
interface Member {
  email: string;
  accountId: string;
  ask: Ask;
}

/** What people have at the moment when all is lost. */
export interface People {
  /** Stays, with a picture and an order that is not paid. */
  staying: Member;
  /** Deleted their account. */
  gone: Member;
  picture: string;
  order: { id: string; session: string };
}

/** A token of somebody who signs in on the pages of the provider, as everybody does; null when the password is not taken. */
async function signIn(origin: string, email: string): Promise<string | null> {
  const app = new TestApp(new TestBrowser(origin));
  return (await app.signIn(email, password).catch(() => null))?.access_token ?? null;
}

async function signUp(port: number, name: string): Promise<Member> {
  const origin = `http://localhost:${port}`;
  const email = `${name.toLowerCase()}@drill.example`;
  const app = new TestApp(new TestBrowser(origin));
  const page = await app.authorize({ prompt: 'create' });
  await app.browser.submit(`${page.url.pathname}/sign-up`, { name, email, password });
  const { ask } = askAs(port, await signIn(origin, email));
  const { id } = await asked(ask, { method: 'POST', path: '/api/accounts', body: {} });
  return { email, accountId: String(id), ask };
}

/** @throws Error when it is not answered well */
async function asked(ask: Ask, request: Asked): Promise<Record<string, unknown>> {
  const { status, json, error } = await ask(request);
  if (status < 200 || status > 299) throw new Error(`${request.method} ${request.path} was answered with ${status} ${error} ${JSON.stringify(json)}`);
  return Object(json);
}

export async function livePeople(port: number): Promise<People> {
  const [staying, gone] = [await signUp(port, 'Grace'), await signUp(port, 'Zephyrine')];
  const picture = uploadedTo(await asked(staying.ask, { method: 'POST', path: '/api/files', ...pictureForm })) ?? '';
  const order = await asked(staying.ask, { method: 'POST', path: `/api/accounts/${staying.accountId}/orders`, body: { packageId: 'starter' } });
  const own = `/api/accounts/${gone.accountId}`;
  await asked(gone.ask, { method: 'PUT', path: own, body: { userName: 'zephyrine-q', aboutMe: `${saidByErased} by trade` } });
  await asked(gone.ask, { method: 'DELETE', path: own });
  return { staying, gone, picture, order: { id: String(order.id), session: String(order.stripeSessionId) } };
}

/** Whether it is all as it was, for people. */
export async function checkPeople(port: number, dataDir: string, { staying, gone, picture, order }: People, tally: Tally): Promise<void> {
  const origin = `http://localhost:${port}`;
  const token = await signIn(origin, staying.email);
  const { ask } = askAs(port, token);
  const me = await ask({ method: 'GET', path: '/api/accounts/me' });
  tally.record(accountIn(me) === staying.accountId, `somebody signs in with their password and has their account: ${me.status}`);
  const { status } = await ask({ method: 'GET', path: picture });
  tally.record(status === 200, `a picture that was uploaded is served: ${picture} is answered with ${status}`);
  await checkOrder(ask, port, staying.accountId, order, tally);
  await checkErased(port, dataDir, gone, tally);
}

const accountIn = ({ json }: Answered): unknown => Object(json).id;

async function checkOrder(ask: Ask, port: number, accountId: string, { id, session }: People['order'], tally: Tally): Promise<void> {
  const look = async (): Promise<unknown> => Object((await ask({ method: 'GET', path: `/api/accounts/${accountId}/orders/${id}` })).json).status;
  const before = await look();
  await askAs(port, null).ask({ method: 'POST', path: '/sandbox/stripe/control', body: { do: 'pay', session } });
  const isFulfilled = await until(async () => (await look()) === 'FULFILLED', soonMs);
  tally.record(before === 'PENDING' && isFulfilled, `an order that was open (${String(before)}) is paid and fulfilled: ${String(await look())}`);
}

async function checkErased(port: number, dataDir: string, { email, accountId }: Member, tally: Tally): Promise<void> {
  const { status } = await askAs(port, null).ask({ method: 'GET', path: `/api/accounts/${accountId}` });
  const token = await signIn(`http://localhost:${port}`, email);
  const [keys, words] = await inLog(dataDir, async (query) => [
    await query('select 1 from personal_keys where account_id = $1 and key is not null', [accountId]),
    await query(`select 1 from events where data::text like $1`, [`%${saidByErased}%`]),
  ]);
  const isGone = status === 404 && token === null && keys?.length === 0 && words?.length === 0;
  tally.record(isGone, `whoever was erased stays so: answered with ${status}, ${token === null ? 'cannot' : 'CAN'} sign in, ${keys?.length} keys`);
}
