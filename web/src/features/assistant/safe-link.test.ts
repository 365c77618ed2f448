import { expect, test } from 'vitest';
import { safeLinkOf } from './safe-link.ts';

const origin = 'https://waystory.example';

test.each([
  ['https://lisbon.example/food', { href: 'https://lisbon.example/food', host: 'lisbon.example' }],
  ['HTTP://Lisbon.example:8080/', { href: 'http://lisbon.example:8080/', host: 'lisbon.example:8080' }],
  ['//lisbon.example', { href: 'https://lisbon.example/', host: 'lisbon.example' }],
  ['/itineraries/create?a=b#c', { href: '/itineraries/create?a=b#c', host: null }],
  [`${origin}/help`, { href: '/help', host: null }],
  // Hosts with foreign letters are shown as Punycode, so lookalikes stand out.
  ['https://w\u0430ystory.example/', { href: 'https://xn--wystory-2fg.example/', host: 'xn--wystory-2fg.example' }],
])('Link %s is resolved to a safe URL and its host', (href, link) => {
  expect(safeLinkOf(href, origin)).toEqual(link);
});

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc',
  'https://waystory.example@evil.example/',
  'https://',
  'blob:x',
])('%s is refused as a link', (href) => {
  expect(safeLinkOf(href, origin)).toBeNull();
});
