import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const page = (body: string) => ({
  url: 'https://museum.example.org/',
  mediaType: 'text/html',
  text: `<html><head><title>Hours</title></head><body>${body}</body></html>`,
});

test('Page reader runs in a thread of its own', async () => {
  expect(await readPage(page('<p>Closed on Mondays.</p>'), 25_000)).toEqual({
    title: 'Hours',
    text: 'Closed on Mondays.',
    truncated: false,
    links: [],
  });
});

test.each([
  ['of a depth that nobody writes', '<div>'.repeat(200_000)],
  ['of more than anybody reads', '<p>x</p>'.repeat(600_000)],
])('Page reader gives up on a page %s, without delaying others', async (_, body) => {
  let turns = 0;
  const heartbeat = setInterval(() => turns++, 10);
  await expect(readPage(page(body), 1_000)).rejects.toMatchObject({ code: 'page/not-readable' });
  clearInterval(heartbeat);
  expect(turns).toBeGreaterThan(5);
});
