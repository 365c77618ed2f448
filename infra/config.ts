import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { chosenEngines, missingClientMessage } from './engine-clients/chosen-engines.ts';
import { defaultPackagesJson, parsePackages } from './offered-packages.ts';
import { openServiceSettings, providerKeys } from './open-settings.ts';
import { signInSettings } from './sign-in-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url();
const connection = (...schemes: string[]) =>
  z
    .string()
    .refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)), `Must begin with ${schemes[0]}://`)
    .optional();
const namedRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];
const isAddresses = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    namedRanges.includes(text) || (isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most)))
  );
};
const proxies = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isAddresses), 'Must be addresses, ranges like 10.0.0.0/8, loopback, linklocal or uniquelocal, with commas between')
  .optional();
const host = z.string().refine((value) => isIP(value) > 0 || /^[a-z0-9.-]+$/i.test(value), 'Must be an address or a name, without a port');
const limit = z.coerce.number().int().min(0).max(1_000_000);
const origins = z
  .string()
  .regex(/^https?:\/\/[^\s,/]+(,https?:\/\/[^\s,/]+)*$/, 'Must be origins like https://example.org, several with commas between')
  .transform((list) => list.split(','))
  .optional();
const brokers = z
  .string()
  .regex(/^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/, 'Must be host:port, several with commas between')
  .transform((list) => list.split(','))
  .optional();
const headers = z
  .string()
  .regex(/^[^\s,=]+=[^,]*(,[^\s,=]+=[^,]*)*$/, 'Must be name=value, several with commas between')
  .optional();
const share = z.coerce.number().min(0).max(1);
const key = z.optional(z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'Must be 32 bytes in base64'));

const readyAccounts = z.enum(['none', 'local', 'everyone']);

/** Every setting of the product; all are optional. `.env.example` is tested against it. */
export const settings = z.object({
  HOST: host
    .default('localhost')
    .describe('Address that HTTP is served on: localhost is for this machine only, 0.0.0.0 or :: for whoever reaches it'),
  PORT: port.default(4000).describe('Port that HTTP is served on'),
  METRICS_PORT: port.optional().describe('Port that Prometheus finds /metrics on; no metrics are served when unset'),
  METRICS_HOST: host.default('localhost').describe('Address that they are served on'),
  PUBLIC_ORIGIN: url.optional().describe('Address under which people reach the product; http://localhost:PORT when unset'),
  CORS_ORIGINS: origins.describe('Origins of other sites whose pages may call the API, with commas between'),
  READS_PER_MINUTE: limit
    .default(6_000)
    .describe('Reads a minute that one account, or one address without a sign-in, may ask of a process; 0 is no limit'),
  WRITES_PER_MINUTE: limit.default(600).describe('The same for writes; some routes allow fewer'),
  PAGES_PER_MINUTE: limit.default(600).describe('The same for pages, and for whatever else has no limit of its own'),
  FILES_PER_MINUTE: limit.default(30_000).describe('The same for files that pages consist of: scripts, pictures, tiles of maps'),
  WRITTEN_PER_DAY: limit
    .default(500)
    .describe('Megabytes of texts that one account, or one address without a sign-in, may send a process in a day; 0 is no limit'),
  DEVELOPMENT: z.stringbool().default(false).describe('Whether tools for developers answer: the collecting of missing translations'),
  TRUSTED_PROXIES: proxies.describe(
    'Proxies whose word for the address of a caller is taken: addresses, ranges, loopback, uniquelocal; with commas between',
  ),
  DATA_DIR: z.string().min(1).default('.data').describe('Folder of the embedded Postgres'),
  SEED: z.enum(['world', 'none']).default('world').describe('Whether an empty product is filled with the seeded world'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Must begin with postgres://')
    .optional()
    .describe('A Postgres to use in place of the embedded one'),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(1_000).default(16).describe('Most connections to Postgres of one process'),
  EVENT_STORE: z.enum(['postgres', 'eventstoredb']).default('postgres').describe('Engine that keeps the events'),
  EVENTSTORE_URL: connection('esdb', 'esdb+discover').describe('Where EventStoreDB is: esdb://host:2113?tls=false'),
  BUS: z.enum(['postgres', 'kafka']).default('postgres').describe('Engine that carries events to their consumers'),
  KAFKA_BROKERS: brokers.describe('Brokers of Kafka: host:port, several with commas between'),
  PROJECTIONS: z.enum(['postgres', 'mongodb']).default('postgres').describe('Engine that keeps the read models'),
  MONGODB_URL: connection('mongodb', 'mongodb+srv').describe('Where MongoDB is: mongodb://host:27017/database'),
  SEARCH: z.enum(['postgres', 'elasticsearch']).default('postgres').describe('Engine that finds by words'),
  ELASTICSEARCH_URL: connection('http', 'https').describe('Where Elasticsearch is: http://host:9200, with user:password@ where it asks for them'),
  WORKFLOWS: z.enum(['dbos', 'temporal']).default('dbos').describe('Engine that runs workflows; dbos runs on Postgres'),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^\s/:]+:\d+$/, 'Must be host:port')
    .optional()
    .describe('Where the frontend of Temporal is: host:port'),
  BLOBS: z.enum(['folder', 'azure']).default('folder').describe('Where uploaded files live; folder is below DATA_DIR'),
  PICTURES_PER_ACCOUNT: limit.default(2_000).describe('Megabytes that the uploaded pictures of one account may take; 0 is no limit'),
  AZURE_STORAGE_URL: z
    .string()
    .regex(/^(https?:\/\/|.*AccountName=)/, 'Must be an address of a storage account or a connection string')
    .optional()
    .describe('Storage account: its https address, used with the identity of the machine, or a connection string'),
  BACKUP_KEY: key.describe('Key that npm run db -- backup seals with: 32 bytes in base64, as openssl rand -base64 32 prints them'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn').describe('Least level of the log'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional().describe('Collector of traces, by OTLP over HTTP: http://host:4318; nothing is recorded when unset'),
  OTEL_EXPORTER_OTLP_HEADERS: headers.describe('Headers that they are sent with, for example a key: name=value, several with commas between'),
  OTEL_TRACES_SAMPLER_ARG: share.default(0.1).describe('Share of traces that are recorded, 0 to 1, beside those of callers who record theirs'),
  OTEL_SERVICE_NAME: z.string().min(1).optional().describe('Name of the process in traces; waystory, or waystory-ROLES of one with some, when unset'),
  ...signInSettings,
  READY_ACCOUNTS: readyAccounts
    .optional()
    .describe(
      'Who may sign in with the three ready accounts, whose password is public: none, local (this machine) or everyone; unset, it is local where HOST and PUBLIC_ORIGIN are of this machine and NODE_ENV is not production, and none elsewhere',
    ),
  SANDBOX_MODEL_PACE: z.coerce
    .number()
    .min(0)
    .max(10_000)
    .default(40)
    .describe('Words a second at which the built-in language model answers; 0 is as fast as it goes'),
  SANDBOX_MODEL_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Key that callers of the built-in language model must show; when unset, only this machine may call it'),
  MAPBOX_TOKEN: z.string().min(1).optional().describe('Access token of Mapbox, for its map and place search; the built-in ones when unset'),
  PICTURE_ORIGINS: origins.describe(
    'More origins that pages may load pictures from, with commas between; those of the services of pictures are known',
  ),
  MAP_STYLE_URL: url.optional().describe('MapLibre style to show in place of the built-in map'),
  ...openServiceSettings,
  UNSPLASH_ACCESS_KEY: z.string().min(1).optional().describe('Access key of Unsplash, for photos to choose from; drawn illustrations when unset'),
  OPENAI_BASE_URL: url
    .optional()
    .describe(
      'Where the model of the assistant is, any server that speaks chat completions: https://api.openai.com/v1; the built-in model when unset',
    ),
  OPENAI_API_KEY: z.string().min(1).optional().describe('Key for it; alone, it is for the one of OpenAI'),
  OPENAI_MODEL: z.string().min(1).default('gpt-5-mini').describe('Name of the model there'),
  ASSISTANT_MAX_STEPS: z.coerce.number().int().min(1).max(50).default(12).describe('Times that the model is asked in one turn at most'),
  ASSISTANT_MAX_TOKENS: z.coerce.number().int().min(1_000).max(10_000_000).default(200_000).describe('Tokens that it may read and write in one turn'),
  GOOGLE_SEARCH_KEY: z.string().min(1).optional().describe('Key of the Programmable Search JSON API, for the assistant to search the web'),
  GOOGLE_SEARCH_ENGINE: z
    .string()
    .min(1)
    .optional()
    .describe('Id of the search engine there; without both, the assistant says that it cannot search'),
  CREDIT_PACKAGES: z
    .string()
    .default(defaultPackagesJson)
    .transform(parsePackages)
    .describe('Packages of credits on offer, as JSON; prices are in minor units of their currency, and one of them is popular'),
  CHECKOUT_MINUTES: z.coerce
    .number()
    .int()
    .min(35)
    .max(1_430)
    .default(60)
    .describe('Minutes that there are to pay for an order; Stripe allows 30 to 1440'),
  STRIPE_SECRET_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Secret key of Stripe, where credits are paid; the sandbox, where no money moves, when unset'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^[^\s,]+(,[^\s,]+)?$/, 'Must be a secret, or two with a comma between')
    .transform((list) => list.split(','))
    .optional()
    .describe('Secret that Stripe signs with what it posts to /api/webhooks/stripe; two with a comma between while one is rolled'),
  STRIPE_API_VERSION: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(\.[a-z_]+)?$/, 'Must be a version like 2026-10-28.endive')
    .default('2026-10-28.endive')
    .describe('Version of the API of Stripe that is spoken; the default is that of the SDK'),
  STRIPE_API_URL: url
    .optional()
    .describe('Where the API of Stripe is, for stand-ins: https://host/path, below which /v1 is; Stripe itself when unset'),
  TAG_MANAGER_ID: z.string().min(1).optional().describe('Tag manager container of the web app; none when unset'),
  MONITORING_DSN: url.optional().describe('Where the web app reports its errors, a Sentry-compatible DSN; nowhere when unset'),
  MONITORING_REPLAY: z
    .stringbool()
    .default(false)
    .describe('Whether sessions of visitors who agreed are recorded for the monitoring service, with all texts masked'),
  CONTACT_EMAIL: z.string().min(1).default('hello@waystory.example').describe('Contact address that the footer and the legal pages show'),
  COMPANY_URL: url.default('https://waystory.example').describe('Website of the company, linked from the footer'),
  SOCIAL_URL: url.default('https://social.waystory.example/@waystory').describe('Social media page, linked from the footer'),
});
type Settings = z.output<typeof settings>;
export type Config = Omit<Settings, 'PUBLIC_ORIGIN' | 'READY_ACCOUNTS'> & {
  PUBLIC_ORIGIN: string;
  READY_ACCOUNTS: z.output<typeof readyAccounts>;
  /** True when NODE_ENV is production. */
  isProduction: boolean;
};

/** Issuer of the configured identity provider, or of the embedded one. */
export const oidcIssuer = ({ OIDC_ISSUER, PUBLIC_ORIGIN }: Pick<Config, 'OIDC_ISSUER' | 'PUBLIC_ORIGIN'>): string =>
  OIDC_ISSUER ?? `${PUBLIC_ORIGIN}/idp`;

/** A setting has an invalid value; the message is one line and names the setting. */
export class BadConfiguration extends Error {}

/** A secret may be given as `<NAME>_FILE`, the path of its file. An empty value counts as unset. */
function settingOf(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new BadConfiguration(`${name}_FILE: cannot read ${file}`);
  }
}

/**
 * Reads and checks the settings at the start.
 * @throws BadConfiguration naming the first invalid variable.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, settingOf(name, env)]));
  const parsed = settings.safeParse(values);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    // The message omits the value, which may be a password.
    throw new BadConfiguration(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  // Without the signing secret of its webhook, Stripe's events cannot be verified.
  if (parsed.data.STRIPE_SECRET_KEY && !parsed.data.STRIPE_WEBHOOK_SECRET)
    throw new BadConfiguration('STRIPE_WEBHOOK_SECRET: must be set with STRIPE_SECRET_KEY');
  const missing = [...chosenEngines, ...providerKeys].find(([engine, chosen, needed]) => parsed.data[engine] === chosen && !parsed.data[needed]);
  if (missing) throw new BadConfiguration(`${missing[2]}: must be set with ${missing[0]}=${missing[1]}`);
  const client = missingClientMessage(parsed.data);
  if (client) throw new BadConfiguration(client);
  const PUBLIC_ORIGIN = parsed.data.PUBLIC_ORIGIN ?? `http://localhost:${parsed.data.PORT}`;
  const isProduction = env.NODE_ENV === 'production';
  const READY_ACCOUNTS = readyAccountsFor({ ...parsed.data, PUBLIC_ORIGIN }, isProduction);
  return { ...parsed.data, PUBLIC_ORIGIN, READY_ACCOUNTS, isProduction };
}

/** True for a loopback host name or address. */
export const isLoopback = (name: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);

/** Describes the settings that expose the product to other machines; empty when none does. */
export function describePublicExposure({ HOST, PUBLIC_ORIGIN }: Pick<Config, 'HOST' | 'PUBLIC_ORIGIN'>): string {
  const { hostname } = new URL(PUBLIC_ORIGIN);
  // Browsers resolve names below `.localhost` to their own machine only.
  const isHere = isLoopback(hostname) || hostname.endsWith('.localhost');
  return [...(isLoopback(HOST) ? [] : [`HOST=${HOST}`]), ...(isHere ? [] : [`PUBLIC_ORIGIN=${PUBLIC_ORIGIN}`])].join(' and ');
}

/** @throws BadConfiguration when ready accounts, which are meant for local use, would be exposed to other machines. */
function readyAccountsFor(config: Settings & { PUBLIC_ORIGIN: string }, isProduction: boolean): Config['READY_ACCOUNTS'] {
  const { OIDC_ISSUER, READY_ACCOUNTS: asked } = config;
  if (OIDC_ISSUER) return 'none';
  const open = describePublicExposure(config);
  if (asked === 'local' && open)
    throw new BadConfiguration(
      `READY_ACCOUNTS: local would let others in with a public password, because of ${open}; say none, or everyone if you mean it`,
    );
  return asked ?? (open || isProduction ? 'none' : 'local');
}

/** Environment of this process with some variables changed, for a child process. */
export const environmentWith = (changed: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({ ...process.env, ...changed });
