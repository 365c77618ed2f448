import { describe, expect, test } from 'vitest';
import { longestText, readableText } from './readable-text.ts';

const url = 'https://museum.example.org/hours';
const page = (body: string, head = '<title>Torre de Belém</title>') => ({
  url,
  mediaType: 'text/html',
  text: `<!doctype html><html><head>${head}</head><body>${body}</body></html>`,
});
const sentence = 'The tower guards the river since the days of King Manuel, and opens at ten. ';

describe('readable text of a page', () => {
  test('is its article in paragraphs, without menus and scripts', () => {
    const { title, text, truncated } = readableText(
      page(`<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
        <article><h1>Opening hours</h1><p>${sentence.repeat(5)}</p><p>Closed on  Mondays.</p><p>${sentence.repeat(5)}</p></article>
        <script>steal()</script><style>p { color: red }</style><footer>© 2026</footer>`),
    );
    expect({ title, truncated }).toEqual({ title: 'Torre de Belém', truncated: false });
    expect(text.split('\n').filter(Boolean)).toEqual(['Opening hours', sentence.repeat(5).trim(), 'Closed on Mondays.', sentence.repeat(5).trim()]);
    expect(text).not.toMatch(/steal|color|Shop/);
  });

  test('is the text of the whole page when it has no article', () => {
    const { text } = readableText(
      page('<table><tr><td>Monday</td><td>closed</td></tr><tr><td>Tuesday</td><td>10 to 17</td></tr></table><script>x()</script>'),
    );
    expect(text).toContain('Tuesday');
    expect(text.indexOf('Monday')).toBeLessThan(text.indexOf('Tuesday'));
    expect(text).not.toContain('x()');
  });

  test('of type text/plain keeps its tags', () => {
    expect(readableText({ url, mediaType: 'text/plain', text: ' <b>Closed</b>  on\n\n\n\nMondays ' })).toEqual({
      title: null,
      text: '<b>Closed</b> on\n\nMondays',
      truncated: false,
      links: [],
    });
  });

  test('is cut after 20,000 characters', () => {
    const { text, truncated } = readableText({ url, mediaType: 'text/plain', text: 'x'.repeat(longestText + 1) });
    expect({ length: text.length, truncated }).toEqual({ length: longestText, truncated: true });
  });

  test.each([
    ['an empty page', ''],
    ['a page without markup', 'Closed'],
    ['tags that are never closed', '<div><p>Closed<div><p>'],
    ['a page without a title', '<body></body>'],
  ])('is extracted from %s', (_, text) => {
    expect(readableText({ url, mediaType: 'text/html', text }).truncated).toBe(false);
  });
});

test('Page links are absolute and distinct', () => {
  const { links } = readableText(
    page(
      '<nav><a href="/shop#top">Shop</a><a href="/shop">Shop</a></nav><p>See <a href="tickets?day=1">tickets</a>, <a href="https://other.example/x">there</a>.</p>' +
        '<a href="javascript:alert(1)">a</a><a href="https://museum.example.org@evil.example/">b</a><a href="file:///etc/passwd">c</a><a>d</a>',
    ),
  );
  expect(links).toEqual(['https://museum.example.org/shop', 'https://museum.example.org/tickets?day=1', 'https://other.example/x']);
  expect(readableText(page(Array.from({ length: 300 }, (_, at) => `<a href="/${at}">x</a>`).join(''))).links).toHaveLength(100);
});
