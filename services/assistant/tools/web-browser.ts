import { fetchPage, type PageSource } from '../web-browser/fetch-page.ts';
import { readPage } from '../web-browser/read-page.ts';
import type { RunTool } from './tool-context.ts';

/** What there is to read on a page. */
export const webBrowserOn =
  (pages: PageSource): RunTool<'web_browser'> =>
  async ({ url }) => {
    const page = await fetchPage(url, pages);
    return { url: page.url, ...(await readPage(page)) };
  };
