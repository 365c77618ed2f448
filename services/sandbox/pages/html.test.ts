import { expect, test } from 'vitest';
import { html, raw } from './html.ts';

test('html template escapes values in attributes and text', () => {
  const evil = `"><script>alert('x')</script>&`;
  expect(html`<a href="${evil}">${evil}</a>`.text).not.toMatch(/<script|href=""|alert\('/);
});

test('html`...` does not escape nested HTML, alone or in a list', () => {
  expect(html`<ul>${[html`<li>${'<'}</li>`, raw('<li>2</li>')]}</ul>${null}${undefined}${0}`.text).toBe('<ul><li>&lt;</li><li>2</li></ul>0');
});
