import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const page = (body: string) => ({
  url: 'https://museum.example.org/',
  mediaType: 'text/html',
  text: `<html><head><title>Hours</title></head><body>${body}</body></html>`,
});

test('Page reader returns title and text from a worker thread', async () => {
  expect(await readPage(page('<p>Closed on Mondays.</p>'), 25_000)).toEqual({
    title: 'Hours',
    text: 'Closed on Mondays.',
    truncated: false,
    links: [],
  });
});

test.each([
  ['of 200,000 nested elements', '<div>'.repeat(200_000)],
  ['of 600,000 paragraphs', '<p>x</p>'.repeat(600_000)],
])('Page reader refuses a page %s, without blocking the event loop', async (_, body) => {
  let turns = 0;
  const heartbeat = setInterval(() => turns++, 10);
  await expect(readPage(page(body), 1_000)).rejects.toMatchObject({ code: 'page/not-readable' });
  clearInterval(heartbeat);
  expect(turns).toBeGreaterThan(5);
});
