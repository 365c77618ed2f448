import { setTimeout as pause } from 'node:timers/promises';
import { type Adapters, adaptersOn } from '@waystory/infra/adapters.ts';
import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { type Config, readConfig } from '@waystory/infra/config.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { IdentityProvider } from '@waystory/infra/host/embedded-provider.ts';
import { createHost, type Host, type HostRole, roles as hostRoles } from '@waystory/infra/host/host.ts';
import type { ServiceDefinition } from '@waystory/infra/host/service.ts';
import { injectFetch } from '@waystory/infra/http/caller.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { InvalidToken } from '@waystory/infra/identity/port.ts';
import type { Role } from '@waystory/infra/identity/principal.ts';
import { createLog, type Log } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { copiedDatabase, type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { tracedAdapters } from '@waystory/infra/traced-adapters.ts';
import { openTracing } from '@waystory/infra/tracing/open-tracing.ts';
import type { Tracing } from '@waystory/infra/tracing/port.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { retryingFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { entityRoutes } from '@waystory/proto/testing/entity-routes.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { accountStream } from '../accounts/account/account.ts';
import { replicateAdmission } from '../accounts/admission/admission.replica.ts';
import { accountsService } from '../accounts/service.ts';
import { assistantService } from '../assistant/service.ts';
import { billingService } from '../billing/service.ts';
import { itinerariesService } from '../itineraries/service.ts';
import { chooseLanguageModel } from '../language-model.ts';
import { mediaService } from '../media/service.ts';
import { moderationService } from '../moderation/service.ts';
import { choosePayments } from '../payments.ts';
import { stripeService } from '../sandbox/stripe/service.ts';
import { socialService } from '../social/service.ts';

/** Default contexts of a test, without world data and pages. */
export const defaultContexts: readonly ServiceDefinition[] = [accountsService, itinerariesService, mediaService, moderationService, socialService];

/** The default contexts with billing and an assistant, which needs credits. */
export const contextsWithBillingAnd = (assistant: ServiceDefinition): readonly ServiceDefinition[] => [...defaultContexts, billingService, assistant];
export const contextsWithAssistant = contextsWithBillingAnd(assistantService);

/** The default contexts with credit sales through the Stripe sandbox. */
export const contextsWithCreditSales: readonly ServiceDefinition[] = [...defaultContexts, billingService, stripeService];

export interface Person {
  accountId: string;
  roles: readonly Role[];
  token: string;
  /** API client of this person, which reads its own writes. */
  api: ReturnType<typeof apiOf>;
}

export interface TestProduct {
  host: Host;
  engines: Adapters;
  /** Tracing according to the settings. */
  tracing: Tracing;
  /** A signed-in person by name. The account is created before the first write, unless that write itself creates it. */
  person(name: string, ...roles: Role[]): Person;
  /** The person with a delegated token, as an assistant of the person uses it, and with the same roles. */
  delegateOf(person: Person): Person;
  anonymous: ReturnType<typeof apiOf>;
  /** Sends a raw request. */
  send(options: InjectOptions & { as?: Person }): Promise<LightMyRequestResponse>;
  stop(): Promise<void>;
}

/** No rate limits, because tests exceed those of a user. */
const unlimited = { READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', WRITTEN_PER_DAY: '0', PAGES_PER_MINUTE: '0', FILES_PER_MINUTE: '0' };

/** Timeout for the first build of all read models on a busy machine, milliseconds. */
const builtWithin = 30_000;

/** Resolves when every read model is built. A request itself waits only two seconds for a read model, which is too short on a busy machine. */
async function allBuilt(definitions: readonly ServiceDefinition[], { projections }: Adapters): Promise<void> {
  const names = definitions.flatMap((definition) => definition.projections.map(({ name }) => name));
  const late = AbortSignal.timeout(builtWithin);
  for (;;) {
    const built = await projections.activeVersions();
    if (names.every((name) => name in built)) return;
    late.throwIfAborted();
    await pause(20);
  }
}

/** Timeout of reads that wait for their own writes, milliseconds; longer than the product's, for busy machines. */
const patience = 15_000;

const apiOf = (host: Host, token: string | null, send: typeof fetch = injectFetch(host.app)) =>
  createClient(entityRoutes, { baseUrl: '/api', token: async () => token, fetch: retryingFetch(send, patience) });

/** Ignores a rejected account creation, because the product then refuses the test's own write. */
const unlessRejected = (error: unknown): void => {
  if (!(error instanceof Rejected)) throw error;
};

/** Creates each person's account before the first write, so that tests need not. */
function accountGiver({ events }: Adapters) {
  const commands = createCommandHandler(events);
  const given = new Map<string, Promise<unknown>>();
  return async ({ accountId, roles }: Pick<Person, 'accountId' | 'roles'>, method: string, url: string): Promise<void> => {
    if (method === 'GET' || (method === 'POST' && url === '/api/accounts')) return;
    const command = { type: 'CreateAccount', accountId, owner: { roles, issuedAt: Number.POSITIVE_INFINITY } } as const;
    const context = { actorId: accountId, now: new Date().toISOString(), commandId: newId() };
    const giving = given.get(accountId) ?? commands.execute(accountStream, accountId, [command], context).catch(unlessRejected);
    given.set(accountId, giving);
    await giving;
  };
}

async function nobody(): Promise<IdentityProvider> {
  const verify = async (): Promise<never> => {
    throw new InvalidToken('auth/invalid-token', 'no provider in this test');
  };
  return { verifier: { verify, recall: () => undefined } };
}

/**
 * Starts the product without data, with all roles in this process unless `settings` say otherwise.
 * @param settings Settings that differ from the defaults.
 * @param signIn Identity provider; without it only `person` is signed in.
 */
export async function testProduct(
  definitions: readonly ServiceDefinition[] = defaultContexts,
  roles: readonly HostRole[] = hostRoles,
  settings: Readonly<Record<string, string>> = {},
  signIn: (config: Config, engines: Adapters, log: Log) => Promise<IdentityProvider> = nobody,
): Promise<TestProduct> {
  const database = roles.includes('projector') ? await databaseWithReadModels(definitions) : await testDatabase();
  return productOn(database, definitions, roles, settings, signIn);
}

/** A database with the empty read models. They are built once in a test run, since their tables take half the time of a start. */
const databaseWithReadModels = (definitions: readonly ServiceDefinition[]): Promise<TestDatabase> =>
  copiedDatabase(definitions.map(({ name }) => name).join(), async (empty) => (await productOn(empty, definitions, hostRoles, {}, nobody)).stop());

async function productOn(
  database: TestDatabase,
  definitions: readonly ServiceDefinition[],
  roles: readonly HostRole[],
  settings: Readonly<Record<string, string>>,
  signIn: (config: Config, engines: Adapters, log: Log) => Promise<IdentityProvider>,
): Promise<TestProduct> {
  const config = readConfig({ ...unlimited, ...settings });
  const log = createLog('silent');
  const tracing = await openTracing(config, roles, hostRoles, log);
  const engines = tracedAdapters(adaptersOn(createPool(database.config, { max: 10 })), config, tracing);
  const admission = await replicateAdmission(engines, log);
  const host: Host = await createHost({
    definitions,
    roles,
    config,
    engines,
    identity: await signIn(config, engines, log),
    admission,
    languageModel: chooseLanguageModel(config, tracing, (...request) => injectFetch(host.app)(...request)),
    payments: await choosePayments(config, engines, log, tracing),
    tracing,
    log,
  });
  if (roles.includes('projector')) await allBuilt(definitions, engines);
  const giveAccount = accountGiver(engines);
  return {
    host,
    engines,
    tracing,
    anonymous: apiOf(host, null),
    delegateOf({ accountId, roles }) {
      const unsaid = { email: null, name: null, issuedAt: Infinity, expiresAt: Infinity };
      const token = host.tokenFor({ subjectId: `account|${accountId}`, accountId, roles, isDelegated: true, ...unsaid });
      return { accountId, roles, token, api: apiOf(host, token) };
    },
    person(name, ...roles) {
      const subjectId = `test|${name}`;
      const accountId = accountIdOf(subjectId);
      const identity = { subjectId, accountId, email: `${name}@waystory.example`, name, roles, issuedAt: Infinity, expiresAt: Infinity };
      const token = host.tokenFor(identity);
      const send: typeof fetch = async (input, init) => {
        await giveAccount({ accountId, roles }, init?.method ?? 'GET', String(input));
        return injectFetch(host.app)(input, init);
      };
      return { accountId, roles, token, api: apiOf(host, token, send) };
    },
    async send({ as, ...options }) {
      if (as) await giveAccount(as, options.method ?? 'GET', String(options.url));
      return host.app.inject({ ...options, headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...options.headers } });
    },
    async stop() {
      await host.stop();
      await admission.stop();
      await engines.close();
      await tracing.close();
      await database.close();
    },
  };
}
