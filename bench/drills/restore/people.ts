import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import { type Ask, askAs, must, pictureUpload } from '../environment/client.ts';
import { until } from '../environment/progress.ts';
import { type Newcomer, signUpMember } from '../environment/sign-up.ts';
import type { Tally } from '../tally.ts';
import { inLog } from './world.ts';

const soonMs = 30_000;
/** A unique word of a user whose account is erased before the loss of the disk. */
const saidByErased = 'Quibblefrost';

/** A client of a member after the restore, or null when the password is refused. */
async function signIn(port: number, { email, password }: Pick<Newcomer, 'email' | 'password'>): Promise<Ask | null> {
  const app = new TestApp(new TestBrowser(`http://localhost:${port}`));
  const tokens = await app.signIn(email, password).catch(() => null);
  return tokens?.access_token ? askAs(port, tokens.access_token).ask : null;
}

/** Two people: one stays with a picture and an unpaid order, the other deletes the account. */
export async function livePeople(port: number) {
  const [staying, gone] = [await signUpMember(port, 'Grace'), await signUpMember(port, 'Zephyrine')];
  const picture = String((await must(staying.ask, pictureUpload)).body.url);
  const orders = `/api/accounts/${staying.id}/orders`;
  const { body: order } = await must(staying.ask, { method: 'POST', path: orders, body: { packageId: 'starter' } });
  const own = `/api/accounts/${gone.id}`;
  await must(gone.ask, { method: 'PUT', path: own, body: { userName: 'zephyrine-q', aboutMe: `${saidByErased} by trade` } });
  await must(gone.ask, { method: 'DELETE', path: own });
  return { staying, gone, picture, order: { path: `${orders}/${String(order.id)}`, session: String(order.stripeSessionId) } };
}
export type People = Awaited<ReturnType<typeof livePeople>>;

/** Records that a member signs in, sees the picture and gets the order, and that an erased account stays erased. */
export async function checkPeople(port: number, dataDir: string, { staying, gone, picture, order }: People, tally: Tally): Promise<void> {
  const anyone = askAs(port, null).ask;
  const ask = (await signIn(port, staying)) ?? anyone;
  const me = await ask({ method: 'GET', path: '/api/accounts/me' });
  tally.record(me.body.id === staying.id, `somebody signs in with their password and has their account: ${me.status}`);
  const shown = await ask({ method: 'GET', path: picture });
  tally.record(shown.status === 200, `a picture that was uploaded is served: ${picture} is answered with ${shown.status}`);

  const look = async (): Promise<unknown> => (await ask({ method: 'GET', path: order.path })).body.status;
  const before = await look();
  await anyone({ method: 'POST', path: '/sandbox/stripe/control', body: { do: 'pay', session: order.session } });
  const isFulfilled = await until(async () => (await look()) === 'FULFILLED', soonMs);
  tally.record(before === 'PENDING' && isFulfilled, `an order that was open (${String(before)}) is paid and fulfilled: ${String(await look())}`);

  const { status } = await anyone({ method: 'GET', path: `/api/accounts/${gone.id}` });
  const erased = await signIn(port, gone);
  const [keys, words] = await inLog(dataDir, async (query) => [
    await query('select 1 from personal_keys where account_id = $1 and key is not null', [gone.id]),
    await query(`select 1 from events where data::text like $1`, [`%${saidByErased}%`]),
  ]);
  const isGone = status === 404 && erased === null && keys?.length === 0 && words?.length === 0;
  const told = `answered with ${status}, ${erased === null ? 'cannot' : 'CAN'} sign in, ${keys?.length} keys`;
  tally.record(isGone, `an erased account stays so: ${told}`);
}
