import { readConfig } from '@waystory/infra/config.ts';
import type { ProviderFacts } from '@waystory/infra/identity/discovery-document.ts';
import { wikimediaOrigins } from '@waystory/infra/photos/wikimedia.ts';
import { expect, test } from 'vitest';
import { cachedPageHeaders, pageHeaders } from './page-headers.ts';

const csp = 'content-security-policy';
const directive = (policy: unknown, name: string): string[] =>
  String(policy)
    .split('; ')
    .find((one) => one.startsWith(`${name} `))
    ?.split(' ')
    .slice(1) ?? [];
const policyWith = (env: Record<string, string>): string => pageHeaders('', readConfig(env))[csp] ?? '';

test('Page headers are cached until the origins of the identity provider change', () => {
  let origins: ProviderFacts['origins'] = { connect: ['https://a.test'], frame: [] };
  const headers = cachedPageHeaders('', readConfig({ OIDC_ISSUER: 'https://a.test' }), { origins: () => origins });
  const first = headers();
  expect(headers()).toBe(first);
  origins = { connect: ['https://b.test'], frame: [] };
  expect(directive(headers()[csp], 'connect-src')).toEqual(["'self'", 'https://b.test']);
  expect(headers()).toBe(headers());
});

test("Page policy allows pictures of all picture services and of the operator's origins", () => {
  for (const PHOTOS of ['drawn', 'openverse', 'wikimedia']) {
    const images = directive(policyWith({ PHOTOS }), 'img-src');
    expect(images).toEqual(expect.arrayContaining([...(wikimediaOrigins.image ?? []), 'https://images.unsplash.com', 'https://api.openverse.org']));
  }
  const images = directive(
    policyWith({ PICTURE_ORIGINS: 'https://pictures.example.org', PHOTOS: 'wikimedia', PHOTOS_URL: 'http://127.0.0.1:9/w' }),
    'img-src',
  );
  expect(images).toEqual(expect.arrayContaining(['https://pictures.example.org', 'http://127.0.0.1:9']));
  expect(() => readConfig({ PICTURE_ORIGINS: 'https://a.test; script-src *' })).toThrow('PICTURE_ORIGINS');
});

test('Page policy allows analytics only with a tag container', () => {
  expect(directive(policyWith({ TAG_MANAGER_ID: 'GTM-1' }), 'connect-src')).toContain('https://*.google-analytics.com');
  expect(policyWith({})).not.toContain('google');
});
