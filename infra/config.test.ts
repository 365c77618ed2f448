import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadConfiguration, readConfig, settings } from './config.ts';

/** Error message of `readConfig` for these variables. */
function complaint(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(BadConfiguration);
    return error instanceof Error ? error.message : '';
  }
  return expect.fail(`${JSON.stringify(env)} was accepted`);
}

const packagesOf = (...changes: object[]): string =>
  JSON.stringify(changes.map((change) => ({ id: 'a', name: 'A', credits: 1, price: 100, currency: 'eur', popular: true, ...change })));

describe('configuration without variables', () => {
  test('has the default values, and no external database or identity provider', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      HOST: 'localhost',
      PORT: 4000,
      PUBLIC_ORIGIN: 'http://localhost:4000',
      DATA_DIR: '.data',
      SEED: 'world',
      LOG_LEVEL: 'warn',
    });
    expect([config.DATABASE_URL, config.OIDC_ISSUER]).toEqual([undefined, undefined]);
  });

  test('equals the configuration with empty or unknown variables', () => {
    const empty = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, '']));
    expect(readConfig({ ...empty, PORT_FILE: '', HOME: '/home/ada' })).toEqual(readConfig({}));
  });
});

describe('configuration variable', () => {
  test('is parsed to its type', () => {
    expect(readConfig({ PORT: '8080', SEED: 'none' })).toMatchObject({ PORT: 8080, SEED: 'none', PUBLIC_ORIGIN: 'http://localhost:8080' });
    expect(readConfig({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,::1' }).TRUSTED_PROXIES).toEqual(['loopback', '10.0.0.0/8', '::1']);
    expect(readConfig({ PORT: '8080', PUBLIC_ORIGIN: 'https://waystory.example' }).PUBLIC_ORIGIN).toBe('https://waystory.example');
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_ORIGIN', 'localhost'],
    ['SEED', 'World'],
    ['DATABASE_URL', 'mysql://localhost/waystory'],
    ['LOG_LEVEL', 'loud\nand clear'],
    ['OIDC_ISSUER', 'idp'],
    ['BUS', 'rabbitmq'],
    ['HOST', 'localhost:4000'],
    ['HOST', 'http://localhost'],
    ['READY_ACCOUNTS', 'yes'],
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', 'loopback,10.0.0.0/33'],
    ['KAFKA_BROKERS', 'localhost'],
    ['MONGODB_URL', 'localhost:27017'],
    ['EVENTSTORE_URL', 'http://localhost:2113'],
    ['CREDIT_PACKAGES', '{'],
    ['CREDIT_PACKAGES', '[]'],
    ['CREDIT_PACKAGES', packagesOf({ popular: false })],
    ['CREDIT_PACKAGES', packagesOf({}, {})],
    ['CREDIT_PACKAGES', packagesOf({}, { popular: false })],
    ['CREDIT_PACKAGES', packagesOf({ price: 4.99 })],
    ['CREDIT_PACKAGES', packagesOf({ currency: 'EUR' })],
    ['CREDIT_PACKAGES', packagesOf({ currency: 'zzz' })],
    ['CREDIT_PACKAGES', packagesOf({ price: 49, currency: 'eur' })],
    ['CREDIT_PACKAGES', packagesOf({ price: 100_000_000, currency: 'eur' })],
    ['CREDIT_PACKAGES', packagesOf({ price: 70_050, currency: 'isk' })],
    ['CREDIT_PACKAGES', packagesOf({ price: 1_234, currency: 'kwd' })],
    ['CREDIT_PACKAGES', packagesOf({ discount: 5 })],
    ['STRIPE_WEBHOOK_SECRET', 'one,two,three'],
    ['STRIPE_API_VERSION', 'latest'],
    ['CHECKOUT_MINUTES', '30'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
    ['MAP_PMTILES', 'https://'],
    ['MAP_PMTILES', 'https://me:word@maps.example/world.pmtiles'],
  ])('%s=%j is refused with a one-line message that begins with the variable', (name, value) => {
    const message = complaint({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: `));
    expect(message).not.toContain('\n');
  });

  test.each([
    ['EVENT_STORE', 'eventstoredb', 'EVENTSTORE_URL', 'esdb://localhost:2113?tls=false'],
    ['BUS', 'kafka', 'KAFKA_BROKERS', 'one:9092,two:9092'],
    ['PROJECTIONS', 'mongodb', 'MONGODB_URL', 'mongodb://localhost:27017/waystory'],
    ['STREETS', 'pmtiles', 'MAP_PMTILES', '/maps/world.pmtiles'],
  ])('%s=%s needs %s', (engine, chosen, address, value) => {
    expect(complaint({ [engine]: chosen })).toBe(`${address}: must be set with ${engine}=${chosen}`);
    expect(readConfig({ [engine]: chosen, [address]: value })).toMatchObject({ [engine]: chosen });
  });

  test('CREDIT_PACKAGES replaces the default packages, and STRIPE_SECRET_KEY is refused without STRIPE_WEBHOOK_SECRET', () => {
    expect(readConfig({ CREDIT_PACKAGES: packagesOf({}, { id: 'b', popular: false }) }).CREDIT_PACKAGES.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(readConfig({}).CREDIT_PACKAGES.filter(({ popular }) => popular)).toHaveLength(1);
    expect(complaint({ STRIPE_SECRET_KEY: 'sk_test_x' })).toBe('STRIPE_WEBHOOK_SECRET: must be set with STRIPE_SECRET_KEY');
    const { STRIPE_WEBHOOK_SECRET: secrets } = readConfig({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_a,whsec_b' });
    expect(secrets).toEqual(['whsec_a', 'whsec_b']);
  });

  test('that comes first in the settings is reported when several are invalid', () => {
    expect(complaint({ LOG_LEVEL: 'loud', PORT: 'http' })).toMatch(/^PORT: /);
  });
});

describe('setting READY_ACCOUNTS', () => {
  const readyAccounts = (env: Record<string, string>) => readConfig(env).READY_ACCOUNTS;

  test.each<Record<string, string>>([
    {},
    { HOST: '127.0.0.1' },
    { HOST: '::1' },
    { HOST: 'localhost', PUBLIC_ORIGIN: 'http://waystory.localhost:4000' },
  ])('is local by default when only this machine can reach the product: %j', (env) => {
    expect(readyAccounts(env)).toBe('local');
  });

  test.each<Record<string, string>>([
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.1' },
    { HOST: 'waystory.example' },
    { HOST: 'waystory.localhost' },
    { HOST: '127.0.0.1.waystory.example' },
    { PUBLIC_ORIGIN: 'https://waystory.example' },
    { OIDC_ISSUER: 'https://identity.example' },
  ])('is none by default in production, on a public address, or with an external identity provider: %j', (env) => {
    expect(readyAccounts(env)).toBe('none');
  });

  test.each<Record<string, string>>([{ HOST: '0.0.0.0' }, { HOST: '::' }, { PUBLIC_ORIGIN: 'https://waystory.example' }])(
    'refuses local when other machines can reach the product: %j',
    (open) => {
      const message = complaint({ ...open, READY_ACCOUNTS: 'local' });
      const [name, value] = Object.entries(open)[0] ?? [];
      expect(message).toMatch(/^READY_ACCOUNTS: /);
      expect(message).toContain(`${name}=${value}`);
      expect(message).not.toContain('\n');
    },
  );

  test('is everyone only with the explicit value', () => {
    expect(readyAccounts({ HOST: '0.0.0.0', NODE_ENV: 'production', READY_ACCOUNTS: 'everyone' })).toBe('everyone');
    expect(readyAccounts({ NODE_ENV: 'production', READY_ACCOUNTS: 'local' })).toBe('local');
    expect(readyAccounts({ READY_ACCOUNTS: 'none' })).toBe('none');
  });
});

describe('secret in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waystory-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const url = 'postgres://waystory@localhost/waystory';
  const fileWith = (text: string): string => {
    const file = join(folder, `secret-${text.length}`);
    writeFileSync(file, text);
    return file;
  };

  test('is read without its line end and overrides the variable', () => {
    const env = { DATABASE_URL_FILE: fileWith(`${url}\n`), DATABASE_URL: 'postgres://elsewhere' };
    expect(readConfig(env)).toEqual({ ...readConfig({}), DATABASE_URL: url });
  });

  test('that is invalid is refused under the name of the variable', () => {
    expect(complaint({ DATABASE_URL_FILE: fileWith('mysql://') })).toMatch(/^DATABASE_URL: /);
  });

  test('that is unreadable is reported with its variable and path', () => {
    expect(complaint({ DATABASE_URL_FILE: join(folder, 'none') })).toBe(`DATABASE_URL_FILE: cannot read ${join(folder, 'none')}`);
  });
});

test('.env.example shows every setting with its meaning and default', () => {
  const shown = Object.entries(settings.shape).map(([name, setting]) => {
    const read = setting.safeParse(undefined).data ?? '';
    const value = Object(read) === read ? JSON.stringify(read) : read;
    return `# ${setting.description}\n# ${name}=${value}\n`;
  });
  const heading = '# Every setting, with its default. For a secret, <NAME>_FILE may name a file that holds it.\n';
  expect(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')).toBe([heading, ...shown].join('\n'));
});
