import { type Adapters, adaptersOn } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { createHost, type Host, type HostRole, roles as hostRoles } from '@waystory/infra/host/host.ts';
import type { ServiceDefinition } from '@waystory/infra/host/service.ts';
import type { Admission } from '@waystory/infra/http/caller.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import type { Identity, TokenVerifier } from '@waystory/infra/identity/port.ts';
import type { Role } from '@waystory/infra/identity/principal.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultContexts } from '../../testing/product.ts';
import { type AdmissionReplica, replicateAdmission } from './admission.replica.ts';

const log = createLog('silent');
const only = (...names: string[]) => defaultContexts.filter(({ name }) => names.includes(name));

/** Default age of a token, seconds. */
const usualAge = 60;

/** A token verifier for tokens of the form `name@age.role`. `recall` returns a token that was verified before from the cache. */
function provider(): TokenVerifier {
  const seen = new Map<string, Identity>();
  const verify = async (token: string): Promise<Identity> => {
    const [who = '', ...roles] = token.split('.');
    const [name = '', age = usualAge] = who.split('@');
    const subjectId = `test|${name}`;
    const issuedAt = Math.floor(Date.now() / 1000) - Number(age);
    const identity = { subjectId, accountId: accountIdOf(subjectId), email: null, name, roles: roles as Role[], issuedAt, expiresAt: Infinity }; // the test's own tokens
    seen.set(token, identity);
    return identity;
  };
  return { verify, recall: (token) => seen.get(token) };
}

interface Process {
  host: Host;
  engines: Adapters;
  /** Sends a request with this token. */
  send(token: string, options: InjectOptions): Promise<{ status: number; code?: string }>;
  stop(): Promise<void>;
}

async function startProcess(
  database: TestDatabase,
  definitions: readonly ServiceDefinition[],
  roles: readonly HostRole[],
  choose: (engines: Adapters) => Promise<Admission & Partial<AdmissionReplica>> = (engines) => replicateAdmission(engines, log),
): Promise<Process> {
  const engines = adaptersOn(createPool(database.config, { max: 8 }));
  const admission = await choose(engines);
  const identity = { verifier: provider() };
  const host = await createHost({ definitions, roles, config: readConfig({}), engines, identity, admission, log });
  return {
    host,
    engines,
    send: async (token, options) => {
      const answer = await host.app.inject({ ...options, headers: { authorization: `Bearer ${token}` } });
      return { status: answer.statusCode, code: answer.statusCode >= 400 ? answer.json().code : undefined };
    },
    stop: async () => {
      await host.stop();
      await admission.stop?.();
      await engines.close();
    },
  };
}

const read = { url: '/api/itineraries' } as const;
const write = { method: 'POST', url: '/api/itineraries', payload: { title: 'Quiet' } } as const;
const refused = { status: 403, code: 'auth/suspended' };

describe('suspended account', () => {
  let database: TestDatabase;
  let whole: Process;
  let other: Process;
  beforeAll(async () => {
    database = await testDatabase();
    whole = await startProcess(database, only('accounts', 'itineraries'), hostRoles);
    other = await startProcess(database, only('itineraries'), ['command', 'query']);
  });
  afterAll(async () => {
    await Promise.all([whole.stop(), other.stop()]);
    await database.close();
  });

  const suspend = (name: string, suspended: boolean) =>
    whole.send('mia.moderator', { method: 'PUT', url: `/api/accounts/${accountIdOf(`test|${name}`)}`, payload: { suspended } });
  const join = (name: string) => whole.send(name, { method: 'POST', url: '/api/accounts' });
  beforeAll(() => join('mia.moderator'));

  test('is refused with every token in every process until it is reinstated', async () => {
    await join('ada');
    expect(await other.send('ada', write)).toMatchObject({ status: 201 });
    expect(await other.send('ada', read)).toMatchObject({ status: 200 });
    expect(await suspend('ada', true)).toMatchObject({ status: 200 });
    for (const process of [whole, other]) {
      await expect.poll(() => process.send('ada', read), { timeout: 10_000 }).toEqual(refused);
      expect(await process.send('ada', write)).toEqual(refused);
      expect(await process.send('ada.moderator', write)).toEqual(refused);
    }
    for (const options of [{ url: '/api/accounts/me' }, { method: 'POST', url: '/api/accounts' }] as const) {
      expect(await whole.send('ada', options)).toEqual(refused);
    }
    expect((await whole.host.app.inject(`/api/accounts/${accountIdOf('test|ada')}`)).statusCode).toBe(200);
    expect(await other.send('ben', read)).toMatchObject({ status: 200 });
    expect(await suspend('ada', false)).toMatchObject({ status: 200 });
    for (const process of [whole, other]) await expect.poll(() => process.send('ada', write), { timeout: 10_000 }).toMatchObject({ status: 201 });
  });

  test('receives reason and end with the refusal, and is admitted after the end', async () => {
    await join('liv');
    const suspendedUntil = new Date(Date.now() + 3_000).toISOString();
    const payload = { suspended: true, reason: 'Twenty advertisements', suspendedUntil };
    expect(await whole.send('mia.moderator', { method: 'PUT', url: `/api/accounts/${accountIdOf('test|liv')}`, payload })).toMatchObject({
      status: 200,
    });
    const told = async () =>
      (await other.host.app.inject({ ...read, headers: { authorization: 'Bearer liv' } })).json<{ code?: string; data?: unknown }>();
    await expect.poll(async () => (await told()).code, { timeout: 10_000 }).toBe('auth/suspended');
    expect(await told()).toMatchObject({ data: { reason: 'Twenty advertisements', until: suspendedUntil } });
    for (const process of [whole, other]) {
      await expect.poll(() => process.send('liv', read), { timeout: 20_000 }).toMatchObject({ status: 200 });
      await expect.poll(() => process.send('liv', write), { timeout: 10_000 }).toMatchObject({ status: 201 });
    }
  });

  test('is refused with tokens that the product issued itself', async () => {
    await join('cleo');
    const identity = await provider().verify('cleo');
    const send = async () => whole.send(whole.host.tokenFor(identity), read);
    expect(await send()).toMatchObject({ status: 200 });
    await suspend('cleo', true);
    await expect.poll(send, { timeout: 10_000 }).toEqual(refused);
  });

  test('is refused by a process that starts later', async () => {
    await join('dan');
    await suspend('dan', true);
    await expect.poll(() => whole.send('dan', read), { timeout: 10_000 }).toEqual(refused);
    const late = await startProcess(database, only('itineraries'), ['query']);
    expect(await late.send('dan', read)).toEqual(refused);
    await late.stop();
  });

  test('is admitted with a token that carries the admin role', async () => {
    await join('eve');
    await suspend('eve', true);
    await expect.poll(() => whole.send('eve', read), { timeout: 10_000 }).toEqual(refused);
    expect(await whole.send('eve.admin', read)).toMatchObject({ status: 200 });
  });

  test('cannot reinstate itself, users cannot suspend others, and moderators cannot suspend themselves', async () => {
    for (const name of ['fay', 'gus', 'root.admin']) await join(name);
    const fay = `/api/accounts/${accountIdOf('test|fay')}`;
    expect(await whole.send('gus', { method: 'PUT', url: fay, payload: { suspended: true } })).toEqual({
      status: 403,
      code: 'account/only-moderators',
    });
    expect(await whole.send('fay', { method: 'PUT', url: fay, payload: { suspended: false } })).toEqual({
      status: 403,
      code: 'account/only-moderators',
    });
    expect(await suspend('mia', true)).toEqual({ status: 422, code: 'account/yourself' });
    expect(await suspend('nobody', false)).toEqual({ status: 404, code: 'account/unknown' });
    const list = (suspended: unknown) =>
      whole.host.app.inject({
        url: `/api/accounts?filter=${encodeURIComponent(JSON.stringify({ suspended }))}`,
        headers: { authorization: 'Bearer root.admin' },
      });
    const names = async (suspended: boolean) => (await list(suspended)).json().items.map(({ id }: { id: string }) => id);
    await suspend('fay', true);
    await expect.poll(() => names(true), { timeout: 10_000 }).toContain(accountIdOf('test|fay'));
    expect(await names(false)).not.toContain(accountIdOf('test|fay'));
    expect((await list('yes')).statusCode).toBe(400);
  });
});

describe('caller without an account', () => {
  let database: TestDatabase;
  let whole: Process;
  let other: Process;
  beforeAll(async () => {
    database = await testDatabase();
    whole = await startProcess(database, only('accounts', 'itineraries', 'social', 'media'), hostRoles);
    other = await startProcess(database, only('itineraries'), ['command', 'query']);
  });
  afterAll(async () => {
    await Promise.all([whole.stop(), other.stop()]);
    await database.close();
  });

  const account = (name: string): string => `/api/accounts/${accountIdOf(`test|${name}`)}`;
  const join = (token: string) => whole.send(token, { method: 'POST', url: '/api/accounts' });
  const leave = (name: string) => whole.send(name, { method: 'DELETE', url: account(name) });
  const suspend = (name: string, suspended: boolean, by = 'mia.moderator') =>
    whole.send(by, { method: 'PUT', url: account(name), payload: { suspended } });
  const none = { status: 403, code: 'auth/no-account' };
  const old = { status: 401, code: 'auth/expired-token' };

  test('cannot write in any process, whatever the role', async () => {
    const id = accountIdOf('test|nobody');
    const writes = [
      write,
      { method: 'POST', url: '/api/posts', payload: { text: 'Hello', postableType: 'itinerary', postableId: id } },
      { method: 'POST', url: '/api/reactions', payload: { reactableType: 'itinerary', reactableId: id, reactionType: 'like' } },
      { method: 'POST', url: '/api/files/sas-token', payload: { filename: 'a.png', mimeType: 'image/png' } },
      { method: 'POST', url: '/api/follows', payload: { followingId: id } },
      { method: 'PUT', url: account('nobody'), payload: { aboutMe: 'x' } },
      { method: 'DELETE', url: account('nobody') },
      { method: 'DELETE', url: `/api/itineraries/${id}` },
    ] as const;
    const head = await whole.engines.events.head();
    for (const options of writes)
      for (const token of ['nobody', 'nobody.admin']) expect([options.url, await whole.send(token, options)]).toEqual([options.url, none]);
    expect(await other.send('nobody', write)).toEqual(none);
    expect(await whole.engines.events.head()).toBe(head);
    expect(await whole.send('nobody', read)).toMatchObject({ status: 200 });
  });

  test('can write in every process as soon as the account exists', async () => {
    expect(await join('ann')).toMatchObject({ status: 201 });
    expect(await other.send('ann', write)).toMatchObject({ status: 201 });
    expect(await whole.send('ann', write)).toMatchObject({ status: 201 });
  });

  test('whose account was deleted needs a token issued after the deletion', async () => {
    await join('bea');
    expect(await other.send('bea', write)).toMatchObject({ status: 201 });
    expect(await leave('bea')).toMatchObject({ status: 204 });
    expect(await whole.send('bea', write)).toEqual(old);
    // The deletion reaches another process within a second.
    await expect.poll(() => other.send('bea', write), { timeout: 1_000 }).toEqual(old);
    expect(await join('bea')).toEqual(old);
    // Age -5: a token issued 5 s from now, which is after the deletion.
    expect(await other.send('bea@-5', write)).toEqual(none);
    expect(await join('bea@-5')).toMatchObject({ status: 201 });
    expect(await other.send('bea@-5', write)).toMatchObject({ status: 201 });
    for (const process of [whole, other]) {
      expect(await process.send('bea', write)).toEqual(old);
      await expect.poll(() => process.send('bea', read), { timeout: 10_000 }).toEqual(old);
    }
    expect(await other.send('bea@-5', read)).toMatchObject({ status: 200 });
  });

  test('can be suspended before sign-up, and stays suspended after the deletion of the account', async () => {
    await join('mia.moderator');
    expect(await suspend('cat', true)).toMatchObject({ status: 200 });
    expect(await join('cat')).toEqual(refused);
    await expect.poll(() => other.send('cat', read), { timeout: 10_000 }).toEqual(refused);
    expect(await suspend('cat', false)).toMatchObject({ status: 200 });
    await expect.poll(() => join('cat'), { timeout: 10_000 }).toMatchObject({ status: 201 });
    await join('root.admin');
    await suspend('cat', true);
    expect(await whole.send('root.admin', { method: 'DELETE', url: account('cat') })).toMatchObject({ status: 204 });
    expect(await join('cat@-5')).toEqual(refused);
    expect(await other.send('cat@-5', write)).toEqual(refused);
    expect(await suspend('cat', false)).toMatchObject({ status: 200 });
    await expect.poll(() => join('cat@-5'), { timeout: 10_000 }).toMatchObject({ status: 201 });
  });

  test('who signs up with the admin role is suspended by admins only', async () => {
    await join('mia.moderator');
    await join('root.admin');
    await join('ada.admin');
    expect(await suspend('ada', true)).toEqual({ status: 403, code: 'account/only-admins' });
    // The account was created without the admin role, so a moderator may suspend it; a later token carries the role.
    await join('eve');
    expect(await suspend('eve', true)).toMatchObject({ status: 200 });
    await expect.poll(() => other.send('eve', read), { timeout: 10_000 }).toEqual(refused);
    expect(await other.send('eve.admin', write)).toMatchObject({ status: 201 });
    for (const name of ['ada', 'eve']) {
      expect(await suspend(name, true, 'root.admin')).toMatchObject({ status: 200 });
      expect(await other.send(`${name}.admin`, write)).toEqual(refused);
      await expect.poll(() => other.send(`${name}.admin`, read), { timeout: 10_000 }).toEqual(refused);
      expect(await suspend(name, false)).toEqual({ status: 403, code: 'account/only-admins' });
      expect(await suspend(name, false, 'root.admin')).toMatchObject({ status: 200 });
      await expect.poll(() => other.send(`${name}.admin`, read), { timeout: 10_000 }).toMatchObject({ status: 200 });
    }
  });
});

test('Response cache does not answer a caller who has been suspended', async () => {
  const database = await testDatabase();
  const away = new Set<string>();
  const refusalOf = ({ accountId }: Identity) => (away.has(accountId) ? new Rejected('auth/suspended') : null);
  const process = await startProcess(database, only('accounts', 'itineraries'), hostRoles, async () => ({
    refusalOf,
    requireAccount: async () => {},
  }));
  await process.send('ada', write);
  // The second request fills the cache, and the third is answered from it.
  for (let time = 1; time <= 4; time++) expect(await process.send('ada', read)).toMatchObject({ status: 200 });
  away.add(accountIdOf('test|ada'));
  expect(await process.send('ada', read)).toEqual(refused);
  away.clear();
  expect(await process.send('ada', read)).toMatchObject({ status: 200 });
  await process.stop();
  await database.close();
});
