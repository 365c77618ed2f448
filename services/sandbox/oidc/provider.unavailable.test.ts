import { createPool } from '@waystory/infra/postgres/pool.ts';
import { testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { expect, test } from 'vitest';
import { startProduct, TestApp, TestBrowser } from './test-browser.ts';

test('Provider answers 503 with Retry-After while Postgres is blocked, and signs in afterwards', async () => {
  const database = await testDatabase();
  const pool = createPool({ ...database.config, statement_timeout: 300 }, { max: 4 });
  const product = await startProduct(pool);
  const blocker = await database.pool.connect();
  try {
    const app = new TestApp(new TestBrowser(product.origin));
    const page = await app.authorize();
    const signIn = () => app.browser.submit(`${page.url.pathname}/sign-in`, { email: 'admin@waystory.example', password: 'waystory' });
    await blocker.query('begin; lock table oidc_users');
    const [onPage, onProtocol] = await blocked(
      signIn,
      () => app.refresh('unknown'),
      () => blocker.query('lock table oidc_records'),
    );
    expect([onPage.status, onPage.headers.get('retry-after'), onPage.text.includes('One moment, please')]).toEqual([503, '1', true]);
    expect([onProtocol.status, onProtocol.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await onProtocol.text()).not.toMatch(/timeout|postgres|statement/i);
    await blocker.query('rollback');
    expect((await signIn()).url.searchParams.has('code')).toBe(true);
  } finally {
    blocker.release(true);
    await product.close();
    await pool.end();
    await database.close();
  }
});

/** Calls `between` only after the first request, because the page needs the records that it locks. */
async function blocked<A, B>(first: () => Promise<A>, second: () => Promise<B>, between: () => Promise<unknown>): Promise<[A, B]> {
  const one = await first();
  await between();
  return [one, await second()];
}
