import { describe, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../testing/product.ts';
import { blockedOriginsIn, createReportLog } from './policy-reports.ts';
import { webService } from './service.ts';

const picture = 'https://thumb.example.org/a/1280px-a.jpg?x=1';
const page = 'https://waystory.example/itineraries/0190163d-8694-739b-aea5-966c26f8ad90';
const single = { 'csp-report': { 'document-uri': page, 'blocked-uri': picture, 'effective-directive': 'img-src', 'original-policy': 'img-src' } };
const listed = { type: 'csp-violation', age: 1, url: page, body: { documentURL: page, blockedURL: picture, effectiveDirective: 'img-src' } };
const blocked = { origin: 'https://thumb.example.org', directive: 'img-src' };

test.each([
  ['Chromium, Firefox and Safari to report-uri', single],
  ['an older browser', { 'csp-report': { 'blocked-uri': picture, 'violated-directive': "img-src 'self' data:" } }],
  ['the Reporting API', [listed]],
])('CSP report of %s yields origin and directive, and not the page URL', (_, report) => {
  expect(blockedOriginsIn(report)).toEqual([blocked]);
});

test.each([
  ['an inline script', { 'csp-report': { 'blocked-uri': 'inline', 'effective-directive': 'script-src-elem' } }],
  ['an extension', { 'csp-report': { 'blocked-uri': 'chrome-extension://abc/x.js', 'effective-directive': 'script-src' } }],
  ['data', { 'csp-report': { 'blocked-uri': 'data', 'effective-directive': 'img-src' } }],
  ['no directive', { 'csp-report': { 'blocked-uri': picture } }],
  ['words that are no directive', { 'csp-report': { 'blocked-uri': picture, 'effective-directive': '<b>\n' } }],
  ['another kind', [{ ...listed, type: 'deprecation' }]],
  ['nothing', null],
  ['text', 'text'],
  ['an address of great length', { 'csp-report': { 'blocked-uri': `https://a.test/${'a'.repeat(5_000)}`, 'effective-directive': 'img-src' } }],
])('CSP report of %s is ignored', (_, report) => {
  expect(blockedOriginsIn(report)).toEqual([]);
});

test('CSP reports are read up to 20 per request', () => {
  expect(blockedOriginsIn(Array.from({ length: 1_000 }, () => listed))).toHaveLength(20);
});

test('CSP report log has each origin and directive once an hour, and at most 50 of these pairs', () => {
  const lines: object[] = [];
  const clock = { ms: 0 };
  const note = createReportLog({ warn: (fields: object) => void lines.push(fields) } as never, () => clock.ms); // only this method is used
  for (let time = 1; time <= 100; time++) note(blocked);
  expect(lines).toEqual([blocked]);
  for (let host = 1; host <= 1_000; host++) note({ ...blocked, origin: `https://${host}.test` });
  expect(lines).toHaveLength(50);
  clock.ms = 3_600_000;
  note(blocked);
  expect(lines).toHaveLength(51);
});

describe('POST CSP reports', () => {
  const send = (product: TestProduct, body: string, type = 'application/csp-report') =>
    product.host.app.inject({ method: 'POST', url: '/csp-reports', headers: { 'content-type': type }, payload: body, remoteAddress: '203.0.113.7' });

  test.each([[['query']], [['command']], [['query', 'command', 'projector', 'worker', 'relay']]] as const)(
    'answers 204 in a process with the roles %j',
    async (roles) => {
      const product = await testProduct([webService], roles);
      expect((await send(product, JSON.stringify(single))).statusCode).toBe(204);
      await product.stop();
    },
  );

  test('answers 204 to both report formats, and 400, 413, 415 or 429 to malformed, large, foreign or too many reports', async () => {
    const product = await testProduct([webService], undefined, { WRITES_PER_MINUTE: '600' });
    expect((await send(product, JSON.stringify([listed]), 'application/reports+json')).statusCode).toBe(204);
    expect((await send(product, '{')).statusCode).toBe(400);
    expect((await send(product, 'a', 'text/plain')).statusCode).toBe(415);
    expect((await send(product, JSON.stringify({ a: 'a'.repeat(40_000) }))).statusCode).toBe(413);
    const statuses = [];
    for (let time = 1; time <= 70; time++) statuses.push((await send(product, JSON.stringify(single))).statusCode);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    const { headers } = await product.send({ url: '/help' });
    expect(headers['content-security-policy']).toContain('report-uri /csp-reports');
    await product.stop();
  });
});
