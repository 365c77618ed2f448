import { fetchPage } from '../web-browser/fetch-page.ts';
import { readPage } from '../web-browser/read-page.ts';
import type { RunTool } from './tool-context.ts';

/** What there is to read on a page of the public internet. */
export const webBrowser: RunTool<'web_browser'> = async ({ url }) => {
  const page = await fetchPage(url);
  return { url: page.url, ...(await readPage(page)) };
};
