import { Readability } from '@mozilla/readability';
import { Rejected } from '@waystory/infra/errors.ts';
import { parseHTML } from 'linkedom';

/** Most characters that a model is given of a page. */
export const longestText = 20_000;
/** A page of more is none that somebody reads. */
const mostElements = 20_000;

export interface ReadableText {
  title: string | null;
  text: string;
  /** The page goes on after what is here. */
  truncated: boolean;
}

/** What there is to read on a page, without menus and scripts; paragraphs are apart. */
export function readableText({ mediaType, text }: { mediaType: string; text: string }): ReadableText {
  const isPage = mediaType.endsWith('html') || mediaType.endsWith('xhtml+xml');
  const { title, content } = isPage ? articleOf(text) : { title: null, content: text };
  const tidy = content
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { title: title?.trim() || null, text: tidy.slice(0, longestText), truncated: tidy.length > longestText };
}

const blockEnds = /<\/(?:p|div|li|tr|h[1-6]|section|article|blockquote|pre|dt|dd|figcaption|table|ul|ol)>|<br\/?>/gi;

function articleOf(html: string): { title: string | null; content: string } {
  try {
    const document = documentOf(html);
    const title = document.querySelector('title')?.textContent ?? null;
    const article = new Readability(document, { maxElemsToParse: mostElements }).parse();
    return { title: article?.title || title, content: textOf(article?.content ?? bodyOf(html)) };
  } catch (error) {
    // Markup of a depth that nobody writes, or more of it than anybody reads.
    throw new Rejected('page/not-readable', { reason: error instanceof Error ? error.message : 'unknown' });
  }
}

/** Markup that is only a part of a page is put into one: of anything else there is no body to look through. */
const documentOf = (html: string) => parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document;

/** Pages without an article, such as a table of opening hours, are read as they are. Readability leaves nothing of what it looked through. */
function bodyOf(html: string): string {
  const document = documentOf(html);
  for (const silent of document.querySelectorAll('script, style, noscript, template, svg')) silent.remove();
  return document.body?.innerHTML ?? '';
}

const textOf = (content: string): string => documentOf(`<html><body>${content.replaceAll(blockEnds, '$&\n')}</body></html>`).body.textContent ?? '';
