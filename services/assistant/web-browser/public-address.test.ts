import { Rejected } from '@waystory/infra/errors.ts';
import { describe, expect, test } from 'vitest';
import { fetchPage, isPublicAddress, isPublicUrl } from './fetch-page.ts';

/** URLs of internal or unusable addresses, in all spellings. */
const hostile = [
  // Loopback.
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://127.0.0.1%2f@example.com/',
  'http://0.0.0.0/',
  'http://0/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://app.localhost/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  // Private networks.
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://3232235777/',
  'http://0xc0a80101/',
  'http://100.64.0.1/',
  'http://169.254.1.1/',
  'http://198.18.0.1/',
  'http://192.0.0.8/',
  'http://192.0.2.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://192.88.99.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[fc00::1]/',
  'http://[fd12:3456:789a::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  // Translated and tunnelled.
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:0:10.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[64:ff9b:1::10.0.0.1]/',
  'http://[2002:a00:1::]/',
  'http://[2001:0:a00:1::]/',
  'http://[2a00:1450:4001::5efe:a00:1]/',
  // Cloud metadata.
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://metadata.google.internal/',
  // Internal names.
  'http://printer.local/',
  'http://router.lan/',
  'http://wiki.corp/',
  'http://nas.home.arpa/',
  'http://intranet/',
  // Other schemes.
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/html,hello',
  'javascript:alert(1)',
  'http://user:password@example.com/',
  'http://example.com:22/',
  'http://example.com:6379/',
  'https://example.com:8080/',
  'http://',
  'example.com',
  '//example.com',
  '',
];

/** A page source that resolves every host to a public address. */
const willing = {
  resolve: async () => [{ address: '93.184.215.14', family: 4 }],
  isAllowed: isPublicAddress,
  limits: { maxBytes: 1, maxMs: 1, maxRedirects: 0 },
};

test('URL check is tried with more than sixty URLs', () => {
  expect(new Set(hostile).size).toBeGreaterThan(60);
});

test.each(hostile)('URL %s is refused with page/not-public', async (address) => {
  await expect(fetchPage(address, willing)).rejects.toEqual(new Rejected('page/not-public'));
});

test.each([
  'http://example.com/',
  'https://example.com:443/a?b#c',
  'http://93.184.215.14/',
  'https://[2606:4700::1111]/',
  'https://bücher.example.de/',
])('URL %s is allowed', (address) => {
  expect(isPublicUrl(new URL(address))).toBe(true);
});

describe('resolved address', () => {
  test.each(['127.0.0.1', '10.1.2.3', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', '169.254.169.254', '64:ff9b::a00:1', '', 'localhost', '1.2.3.4/8'])(
    '%s is not public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
  test.each(['93.184.215.14', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001:80b::200e'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
