import { Readability } from '@mozilla/readability';
import { Rejected } from '@waystory/infra/errors.ts';
import { parseHTML } from 'linkedom';

/** Most characters of a page for a model. */
export const longestText = 20_000;
/** Most links of a page. */
const mostLinks = 100;
/** Longest link, characters. */
const longestAddress = 2_000;
/** Most elements of a readable page. */
const mostElements = 20_000;

export interface ReadableText {
  title: string | null;
  text: string;
  /** True when `text` was cut at `longestText` characters. */
  truncated: boolean;
  /** First links of the page. */
  links: string[];
}

/** Readable text without menus and scripts, in paragraphs. */
export function readableText({ url, mediaType, text }: { url: string; mediaType: string; text: string }): ReadableText {
  const isPage = mediaType.endsWith('html') || mediaType.endsWith('xhtml+xml');
  const { title, content, links } = isPage ? articleOf(text, url) : { title: null, content: text, links: [] };
  const tidy = content
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { title: title?.trim() || null, text: tidy.slice(0, longestText), truncated: tidy.length > longestText, links };
}

const blockEnds = /<\/(?:p|div|li|tr|h[1-6]|section|article|blockquote|pre|dt|dd|figcaption|table|ul|ol)>|<br\/?>/gi;

function articleOf(html: string, url: string): { title: string | null; content: string; links: string[] } {
  try {
    const document = documentOf(html);
    // Read before Readability, which destroys the document.
    const links = linksIn(document, url);
    const title = document.querySelector('title')?.textContent ?? null;
    const article = new Readability(document, { maxElemsToParse: mostElements }).parse();
    return { title: article?.title || title, content: textOf(article?.content ?? bodyOf(html)), links };
  } catch (error) {
    // Excessive depth or size of the markup.
    throw new Rejected('page/not-readable', { reason: error instanceof Error ? error.message : 'unknown' });
  }
}

function linksIn(document: ReturnType<typeof documentOf>, base: string): string[] {
  const links = new Set<string>();
  for (const anchor of document.querySelectorAll('a[href]')) {
    const url = URL.parse(anchor.getAttribute('href') ?? '', base);
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.href.length > longestAddress) continue;
    url.hash = '';
    links.add(url.href);
    if (links.size === mostLinks) break;
  }
  return [...links];
}

/** A fragment is wrapped in a page, because it has no body otherwise. */
const documentOf = (html: string) => parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document;

/** A page without an article, such as a table of opening hours, is read whole. */
function bodyOf(html: string): string {
  const document = documentOf(html);
  for (const silent of document.querySelectorAll('script, style, noscript, template, svg')) silent.remove();
  return document.body?.innerHTML ?? '';
}

const textOf = (content: string): string => documentOf(`<html><body>${content.replaceAll(blockEnds, '$&\n')}</body></html>`).body.textContent ?? '';
