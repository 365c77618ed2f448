import type { Browser, Page } from '@playwright/test';
import { type Author, test as authorTest, expect, openAuthorSession, restoreSession, signUpAuthor } from './author.ts';
import { signIn } from './visitor.ts';

/** Signs in a predefined user of the identity provider, who chooses a user name at the first sign-in. */
export const signInStaff = (browser: Browser, origin: string, who: 'moderator' | 'admin', userName: string): Promise<Author> =>
  openAuthorSession(browser, origin, async (page) => {
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await signIn(page, who);
    const name = page.getByLabel('Username');
    await expect(name.or(page.getByRole('heading', { name: 'About you' })).first()).toBeVisible();
    if (await page.getByRole('button', { name: 'Continue' }).isVisible()) {
      await name.fill(userName);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Skip' }).click();
    }
    return userName;
  });

/** Id of the case about a record; the case exists shortly after the report. */
export async function caseIdOf(reportableId: string, { api }: Author): Promise<string> {
  let id = '';
  await expect(async () => {
    const { items } = await api.listCases({ query: { filter: JSON.stringify({ reportableId }) } });
    expect(items).toHaveLength(1);
    id = items[0]?.id ?? '';
  }).toPass();
  return id;
}

interface People {
  reader: Author;
  moderator: Author;
  admin: Author;
  /** Opens a page that is signed in as this user. */
  pageOf: (person: Author) => Promise<Page>;
}

/** Test with an author, a reader, a moderator and an administrator. */
export const test = authorTest.extend<Pick<People, 'pageOf'>, Omit<People, 'pageOf'>>({
  reader: [async ({ browser }, use, { project }) => use(await signUpAuthor(browser, project.use.baseURL ?? '', 'reader')), { scope: 'worker' }],
  moderator: [
    async ({ browser }, use, { project }) => use(await signInStaff(browser, project.use.baseURL ?? '', 'moderator', 'watch_keeper')),
    { scope: 'worker' },
  ],
  admin: [
    async ({ browser }, use, { project }) => use(await signInStaff(browser, project.use.baseURL ?? '', 'admin', 'book_keeper')),
    { scope: 'worker' },
  ],
  pageOf: async ({ browser, origin, contextOptions }, use) => {
    const contexts = new Set<Awaited<ReturnType<Browser['newContext']>>>();
    await use(async (person) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: origin });
      contexts.add(context);
      await restoreSession(context, person);
      return context.newPage();
    });
    await Promise.all([...contexts].map((context) => context.close()));
  },
});
export { expect } from './author.ts';
