import { Readability } from '@mozilla/readability';
import { Rejected } from '@waystory/infra/errors.ts';
import { parseHTML } from 'linkedom';

/** Most characters that a model is given of a page. */
export const longestText = 20_000;
/** As many addresses are taken from a page. */
const mostLinks = 100;
/** Longest address that is read, characters. */
const longestAddress = 2_000;
/** A page of more is none that somebody reads. */
const mostElements = 20_000;

export interface ReadableText {
  title: string | null;
  text: string;
  /** The page goes on after what is here. */
  truncated: boolean;
  /** Addresses that it links to, the first of them. */
  links: string[];
}

/** What there is to read on a page, without menus and scripts; paragraphs are apart. */
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
    // Readability leaves nothing of what it looked through.
    const links = linksIn(document, url);
    const title = document.querySelector('title')?.textContent ?? null;
    const article = new Readability(document, { maxElemsToParse: mostElements }).parse();
    return { title: article?.title || title, content: textOf(article?.content ?? bodyOf(html)), links };
  } catch (error) {
    // Markup of a depth that nobody writes, or more of it than anybody reads.
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

/** Markup that is only a part of a page is put into one: of anything else there is no body to look through. */
const documentOf = (html: string) => parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document;

/** Pages without an article, such as a table of opening hours, are read as they are. */
function bodyOf(html: string): string {
  const document = documentOf(html);
  for (const silent of document.querySelectorAll('script, style, noscript, template, svg')) silent.remove();
  return document.body?.innerHTML ?? '';
}

const textOf = (content: string): string => documentOf(`<html><body>${content.replaceAll(blockEnds, '$&\n')}</body></html>`).body.textContent ?? '';
