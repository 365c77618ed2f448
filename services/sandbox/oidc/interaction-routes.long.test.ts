import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, contact, startProduct, TestApp, TestBrowser, type TestProduct } from './test-browser.ts';

let database: TestDatabase;
let product: TestProduct;
let app: TestApp;

beforeAll(async () => {
  database = await testDatabase();
  product = await startProduct(database.pool);
});
beforeEach(() => {
  app = new TestApp(new TestBrowser(product.origin));
});
afterAll(async () => {
  await product?.close();
  await database?.close();
});

const signIn = async (email: string, password: string): Promise<Answer> =>
  app.browser.submit(`${(await app.authorize()).url.pathname}/sign-in`, { email, password });

const ada = { name: 'Ada Lovelace', email: 'ada@example.test', password: 'correct horse' };
const signUp = async (fields: Partial<typeof ada>): Promise<Answer> =>
  app.browser.submit(`${(await app.authorize({ prompt: 'create' })).url.pathname}/sign-up`, { ...ada, ...fields });
/** Submits the sign-in form that follows a sign-up. */
const signInOn = (page: Answer, { email, password }: { email: string; password: string }): Promise<Answer> =>
  app.browser.submit(/action="([^"]+sign-in)"/.exec(page.text)?.[1] ?? '', { email, password });

describe('Sign-in pages', () => {
  test('run only embedded scripts, load nothing and cannot be framed', async () => {
    const { headers, text, status } = await app.authorize();
    const policy = headers.get('content-security-policy') ?? '';
    expect(status).toBe(200);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; font-src data:; script-src( 'sha256-[^']+'){2}; form-action 'self' http:\/\/localhost:\d+; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(text).not.toMatch(/<script [^>]|style="| onclick|src="http|href="https/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('link to each other within one authorization request', async () => {
    const page = await app.authorize();
    expect(page.text).toContain('<h1>Welcome back</h1>');
    expect((await app.browser.get(`${page.url.pathname}?view=sign-up`)).text).toContain('<h1>Create your account</h1>');
  });

  test('have a label and an autocomplete purpose for every input', async () => {
    const inputs = (await app.authorize({ prompt: 'create' })).text.matchAll(/<input id="(\w+)"[^>]* autocomplete="([\w-]+)"/g);
    expect([...inputs].map(([, id, autocomplete]) => [id, autocomplete])).toEqual([
      ['name', 'name'],
      ['email', 'email'],
      ['password', 'new-password'],
    ]);
  });

  test('contain the contact address for a new password, and a link back', async () => {
    const { url, text } = await app.authorize();
    expect(text).toContain(`href="${url.pathname}?view=forgotten-password"`);
    const page = await app.browser.get(`${url.pathname}?view=forgotten-password`);
    expect(page.text).toContain(`href="mailto:${contact}"`);
    expect(page.text).toContain(`href="${url.pathname}?view=sign-in"`);
  });

  test('contain a form that signs in with a ready account', async () => {
    const page = await app.authorize();
    const done = await app.browser.submit(`${page.url.pathname}/sign-in`, {
      email: /name="email" value="(admin@[^"]+)"/.exec(page.text)?.[1] ?? '',
      password: /name="password" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
    });
    expect(done.url.searchParams.has('code')).toBe(true);
  });
});

describe('Sign-in', () => {
  test('answers 422 with one message for a wrong password and an unknown e-mail, and keeps the e-mail in the form', async () => {
    const wrong = await signIn('traveller@waystory.example', 'wrong');
    const unknown = await signIn('nobody@example.test', 'wrong');
    const message = /id="credentials">([^<]+)</;
    expect(wrong.status).toBe(422);
    expect(message.exec(wrong.text)?.[1]).toContain('do not belong together');
    expect(message.exec(unknown.text)?.[1]).toBe(message.exec(wrong.text)?.[1]);
    expect(wrong.text).toContain('value="traveller@waystory.example"');
    expect(wrong.text).not.toContain('value="wrong"');
  });

  test('accepts the e-mail in any case', async () => {
    expect((await signIn(' Traveller@Waystory.Example ', 'waystory')).url.searchParams.has('code')).toBe(true);
  });

  test.each([
    ['', '', ['Enter your e-mail.', 'Enter your password.']],
    ['a@b.c', '', ['Enter your password.']],
    ['a'.repeat(255), 'x', [expect.stringContaining('254')]],
  ])('of "%s" with "%s" answers 422 with a message below each invalid field', async (email, password, messages) => {
    const page = await signIn(email, password);
    expect(page.status).toBe(422);
    expect([...page.text.matchAll(/class="error" id="\w+-note">([^<]+)</g)].map(([, message]) => message)).toEqual(messages);
  });

  test('answers 429 after ten attempts in a minute, also with the right password', async () => {
    const tries = [];
    for (let n = 0; n < 11; n++) tries.push((await signIn('moderator@waystory.example', 'wrong')).status);
    expect(tries).toEqual([...Array(10).fill(422), 429]);
    const refused = await signIn('moderator@waystory.example', 'waystory');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toContain('That was a lot of tries.');
    expect((await signIn('admin@waystory.example', 'waystory')).url.searchParams.has('code')).toBe(true);
  });
});

describe('Password guessing from many IP addresses', () => {
  let last = 0;
  /** A sign-in with `x-forwarded-for` of a new IP address. */
  const guess = async (email: string, password: string): Promise<Answer> => {
    const browser = new TestApp(new TestBrowser(product.origin));
    const page = await browser.authorize();
    const address = `10.1.${Math.floor(++last / 250)}.${last % 250}`;
    return browser.browser.submit(
      `${page.url.pathname}/sign-in`,
      { email, password },
      { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address },
    );
  };

  test('is throttled per e-mail, and does not block known browsers', { timeout: 120_000 }, async () => {
    const grace = { ...ada, email: 'grace@example.test' };
    await signInOn(await signUp(grace), grace);
    const statuses = [];
    for (let n = 0; n < 32; n++) statuses.push((await guess(grace.email, 'wrong')).status);
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(31);
    expect(statuses.at(-1)).toBe(429);
    const refused = await guess(grace.email, grace.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const page = await app.authorize({ prompt: 'login' });
    const known = await app.browser.submit(`${page.url.pathname}/sign-in`, grace);
    expect(known.url.searchParams.has('code')).toBe(true);
  });
});

describe('Sign-up', () => {
  test('creates a user that can sign in, at once and again', async () => {
    const tokens = await app.tokensFrom(await signInOn(await signUp({}), ada));
    expect(decodeJwt(tokens.access_token)).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.test', roles: [] });
    app = new TestApp(new TestBrowser(product.origin));
    expect(decodeJwt((await app.signIn('ADA@example.test', ada.password)).access_token).sub).toBe(decodeJwt(tokens.access_token).sub);
  });

  test('creates a user without roles, whatever fields are sent', async () => {
    const page = await app.authorize({ prompt: 'create' });
    const fields = { ...ada, email: 'eve@example.test', roles: 'admin', 'roles[]': 'admin', id: 'x' };
    const tokens = await app.tokensFrom(await signInOn(await app.browser.submit(`${page.url.pathname}/sign-up`, fields), fields));
    expect(decodeJwt(tokens.access_token).roles).toEqual([]);
  });

  test('answers the same for a known e-mail, and leaves its user unchanged', async () => {
    await signUp({ email: 'taken@example.test' });
    const time = async (fields: Partial<typeof ada>) => {
      const since = performance.now();
      const page = await signUp({ ...fields, password: 'another horse' });
      return { page, ms: performance.now() - since };
    };
    const [taken, free] = [await time({ email: 'Taken@example.test' }), await time({ email: 'Untak@example.test' })];
    const shape = ({ page: { status, headers, url, text } }: typeof taken) => ({
      ...{ status, path: url.pathname.replace(/[^/]{20,}/, 'uid').replace(/\/[\w-]+\/sign/, '/uid/sign') },
      text: text.replaceAll(/(Taken|Untak)@/g, 'somebody@').replaceAll(/interaction\/[\w-]+/g, 'interaction/uid'),
      headers: [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').map(([name]) => name),
    });
    expect(shape(taken)).toEqual(shape(free));
    expect(taken.page.status).toBe(200);
    expect(taken.page.text).toMatch(/role="status"[^>]*>[^<]*already had an account/);
    expect(taken.page.text).toContain('value="Taken@example.test"');
    for (const { page } of [taken, free]) expect(page.text).not.toMatch(/horse|Lovelace/);
    for (const { ms } of [taken, free]) expect(ms).toBeGreaterThan(400);
    expect((await signIn('taken@example.test', 'another horse')).status).toBe(422);
    expect((await signIn('taken@example.test', ada.password)).url.searchParams.has('code')).toBe(true);
    app = new TestApp(new TestBrowser(product.origin));
    expect((await signIn('untak@example.test', 'another horse')).url.searchParams.has('code')).toBe(true);
  });

  test('signs in with an existing e-mail and its password', async () => {
    await signUp({ email: 'forgetful@example.test' });
    const again = { ...ada, email: 'forgetful@example.test' };
    expect((await signInOn(await signUp(again), again)).url.searchParams.has('code')).toBe(true);
  });

  test.each([
    [{ password: '1234567' }, 'password', 'Use at least 8 characters.'],
    [{ name: ' ' }, 'name', 'Enter your name.'],
    [{ email: 'ada@example' }, 'email', 'Enter an e-mail such as name@example.com.'],
    [{ email: '' }, 'email', 'Enter your e-mail.'],
    [{ name: 'x'.repeat(121) }, 'name', expect.stringContaining('120')],
    [{ name: 'A\u0000' }, 'name', expect.any(String)],
  ])('with %j answers 422 with a message below the field', async (fields, name, message) => {
    const page = await signUp(fields);
    expect([page.status, /class="error" id="(\w+)-note">([^<]+)</.exec(page.text)?.slice(1)]).toEqual([422, [name, message]]);
  });

  test('creates one user for two concurrent requests with one e-mail', async () => {
    const [first, second] = [new TestApp(new TestBrowser(product.origin)), new TestApp(new TestBrowser(product.origin))];
    const pages = await Promise.all([first.authorize({ prompt: 'create' }), second.authorize({ prompt: 'create' })]);
    const answers = await Promise.all(
      [first, second].map((who, index) => who.browser.submit(`${pages[index]?.url.pathname}/sign-up`, { ...ada, email: 'race@example.test' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await database.pool.query(`select id from oidc_users where email = 'race@example.test'`);
    expect(rows).toHaveLength(1);
  });

  test('is available to a signed-in person, whose session then belongs to the new user', async () => {
    await app.signIn('admin@waystory.example');
    const page = await app.authorize({ prompt: 'create' });
    expect(page.text).toContain('Create your account');
    const second = { ...ada, email: 'second@example.test' };
    const between = await signInOn(await app.browser.submit(`${page.url.pathname}/sign-up`, second), second);
    // The sign-out form of the old session, which a script submits in a browser.
    const tokens = await app.tokensFrom(await app.browser.submitForm(between));
    expect(decodeJwt(tokens.access_token)).toMatchObject({ email: 'second@example.test', roles: [] });
  });
});
