import { expect, test } from 'vitest';
import { returnPathAfterPayment, returnPathOfPage } from './return-to.ts';

const origin = 'http://localhost:4000';
const story = '/itineraries/0198f000-0000-7000-8000-000000000001/edit';
const chat = `${story}?chatOpen=true&chatThreadId=0198f000-0000-7000-8000-000000000002`;

test.each([
  ['/profile', '/profile'],
  ['/profile?order=1&payment=made&chatOpen=true', '/profile?chatOpen=true'],
  [`${chat}&chat-input=a%20long%20question`, chat],
  [`${origin}${chat}#day-2`, chat],
  [`/search?q=${'x'.repeat(2_000)}`, '/search'],
  // Search text is encoded for the URL.
  ['/search?q=a\\b c', '/search?q=a%5Cb+c'],
])('Return path of %s is %s', (href, path) => {
  expect(returnPathOfPage(href, origin)).toBe(path);
  expect(path).toMatch(/^\/(?![/\\])[^\s\\]*$/);
});

test.each([
  ['/profile', '/profile'],
  [`/profile?returnTo=${encodeURIComponent(`${chat}&chat-input=why`)}`, chat],
  ['/profile?returnTo=https://elsewhere.example/', '/profile'],
  ['/profile?returnTo=//elsewhere.example', '/profile'],
])('Page after a payment that began on %s is %s', (href, path) => {
  expect(returnPathAfterPayment(href, origin)).toBe(path);
});
