import { createHash } from 'node:crypto';
import { EngineUnavailable, Rejected } from '@waystory/infra/errors.ts';
import { hiddenUnlimitedRoute } from '@waystory/infra/hidden-route.ts';
import type { Log } from '@waystory/infra/log.ts';
import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { isSameSecret } from '../../same-secret.ts';
import { isFromThisMachine } from '../../this-machine.ts';
import { apiVersion, basePath, mockVersion } from '../keys.ts';
import { errorBody, StripeRefusal } from '../refusal.ts';
import { inTransaction, type Sandbox } from '../sandbox.ts';
import type { EventCause } from '../shapes/event.ts';
import { eventRoutes } from './event.routes.ts';
import { injectFault, LostAnswer, takeFault } from './fault.ts';
import { fieldsOf } from './parameters.ts';
import { paymentRoutes } from './payment.routes.ts';
import { sessionRoutes } from './session.routes.ts';

/** An answer as it is sent; status and body are stored for replays. */
interface Answer {
  status: number;
  body: object;
  isReplayed: boolean;
}

interface KeyedCall {
  /** Idempotency key of the client; null without one. */
  key: string | null;
  requestId: string;
  /** Method, path and body. */
  request: readonly string[];
}

interface Row {
  digest: string;
  status: number;
  body: object;
}

const keptFor = 24 * 3_600;
const longestKey = 255;

/**
 * Runs a call once for its idempotency key, in one transaction with its stored answer. A concurrent call with the same key waits. Refusals by a rule
 * are stored too; any other failure rolls the transaction back.
 * @throws StripeRefusal when the key is too long, or another call used it
 */
async function once(sandbox: Sandbox, { key, requestId, request }: KeyedCall, work: (client: pg.PoolClient) => Promise<object>): Promise<Answer> {
  if (key !== null && key.length > longestKey)
    throw new StripeRefusal(400, { type: 'idempotency_error', message: `Idempotency keys may be at most ${longestKey} characters long.` });
  return inTransaction(sandbox.pool, async (client) => {
    if (key === null) return { status: 200, body: await work(client), isReplayed: false };
    const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
    const kept = await take(client, sandbox, key, digest);
    if (kept) {
      if (kept.digest !== digest) throw new StripeRefusal(400, { type: 'idempotency_error', message: otherCall(key) });
      return { status: kept.status, body: kept.body, isReplayed: true };
    }
    const answer = await answerOf(client, requestId, work);
    await client.query('update stripe_requests set status = $2, body = $3 where key = $1', [key, answer.status, JSON.stringify(answer.body)]);
    return answer;
  });
}

/**
 * Claims the idempotency key; undefined when the claim succeeds. If another request holds the key, waits for its transaction and returns its stored
 * answer.
 */
async function take(client: pg.PoolClient, { now }: Sandbox, key: string, digest: string): Promise<Row | undefined> {
  const { rowCount } = await client.query(
    `insert into stripe_requests (key, digest, created_at) values ($1, $2, to_timestamp($3))
     on conflict (key) do update set digest = excluded.digest, status = null, body = null, created_at = excluded.created_at
       where stripe_requests.created_at < to_timestamp($4)`,
    [key, digest, now(), now() - keptFor],
  );
  if (rowCount === 1) return undefined;
  const { rows } = await client.query<Row>('select digest, status, body from stripe_requests where key = $1', [key]);
  return rows[0];
}

async function answerOf(client: pg.PoolClient, requestId: string, work: (client: pg.PoolClient) => Promise<object>): Promise<Answer> {
  await client.query('savepoint work');
  try {
    return { status: 200, body: await work(client), isReplayed: false };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    await client.query('rollback to savepoint work');
    return { status: error.status, body: errorBody(error, requestId), isReplayed: false };
  }
}

const otherCall = (key: string): string =>
  `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;

/** An API call with its parameters, not validated yet. */
export interface ApiCall {
  id: string;
  fields: unknown;
  cause: EventCause;
}

/** Handler of a read. */
export type ReadHandler = (call: ApiCall) => Promise<object>;
/** Handler of a write. It validates its input before the idempotency key is stored. */
export type WriteHandler = (call: ApiCall) => (client: pg.PoolClient) => Promise<object>;

export interface StripeApi {
  read(path: string, read: ReadHandler): void;
  write(path: string, write: WriteHandler): void;
}

const form = 'application/x-www-form-urlencoded';

/** Serves API calls as Stripe does: API key, version, request id, form-encoded bodies, errors; and with injected faults. */
export async function serveApi(app: FastifyInstance, sandbox: Sandbox, log: Log): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body));
      // A POST without parameters has no body, so some clients send no content type.
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
        body === ''
          ? done(null, '')
          : done(new StripeRefusal(400, { type: 'invalid_request_error', message: `Invalid content type: send ${form}.` })),
      );
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers({ 'request-id': sandbox.newId('req'), 'cache-control': 'no-store' });
        admit(request, sandbox);
        reply.header('stripe-version', versionOf(request));
      });
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => tell(error, reply, log));
      const api = { read: readOn(scope, sandbox), write: writeOn(scope, sandbox) };
      for (const routes of [sessionRoutes, paymentRoutes, eventRoutes]) routes(sandbox)(api);
      const unknown = async ({ method, url }: FastifyRequest): Promise<never> => {
        const path = pathOf(url);
        throw new StripeRefusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });
      };
      scope.all('/*', hiddenUnlimitedRoute, unknown);
    },
    { prefix: `${basePath}/v1` },
  );
}

const pathOf = (url: string): string => url.slice(basePath.length).replace(/\?.*$/s, '');
const requestIdOf = (reply: FastifyReply): string => String(reply.getHeader('request-id') ?? '');

/** @throws StripeRefusal when the caller is not authorized */
function admit(request: FastifyRequest, { keys }: Sandbox): void {
  const refuse = (status: number, message: string): never => {
    throw new StripeRefusal(status, { type: 'invalid_request_error', message });
  };
  if (!isFromThisMachine(request)) refuse(403, 'The sandbox answers this machine only; with STRIPE_SECRET_KEY, Stripe itself is asked.');
  const [, shown = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (shown === '') refuse(401, 'You did not provide an API key.');
  if (!isSameSecret(shown, keys.apiKey)) refuse(401, 'Invalid API Key provided.');
}

/** @throws StripeRefusal when the sandbox does not support the version */
function versionOf({ headers }: FastifyRequest): string {
  const asked = headers['stripe-version'] ?? apiVersion;
  if (asked === apiVersion || asked === mockVersion) return asked;
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    message: `Invalid Stripe API version: ${String(asked)}. The sandbox has ${apiVersion}.`,
  });
}

interface Params {
  id?: string;
}

const readOn =
  (scope: FastifyInstance, sandbox: Sandbox): StripeApi['read'] =>
  (path, read) => {
    scope.get<{ Params: Params }>(path, hiddenUnlimitedRoute, async (request, reply) => {
      const effect = await takeFault(sandbox.pool, 'GET', pathOf(request.url));
      injectFault(effect, 'before');
      const [, query = ''] = request.url.split(/\?(.*)/s);
      const body = await read({ id: request.params.id ?? '', fields: fieldsOf(query), cause: { id: requestIdOf(reply), idempotency_key: null } });
      injectFault(effect, 'after');
      return reply.send(body);
    });
  };

const writeOn =
  (scope: FastifyInstance, sandbox: Sandbox): StripeApi['write'] =>
  (path, write) => {
    scope.post<{ Params: Params }>(path, hiddenUnlimitedRoute, async (request, reply) => {
      const asked = pathOf(request.url);
      const effect = await takeFault(sandbox.pool, 'POST', asked);
      injectFault(effect, 'before');
      const text = typeof request.body === 'string' ? request.body : '';
      const [key = null] = [request.headers['idempotency-key']].flat();
      const requestId = requestIdOf(reply);
      const work = write({ id: request.params.id ?? '', fields: fieldsOf(text), cause: { id: requestId, idempotency_key: key } });
      const answer = await once(sandbox, { key, requestId, request: ['POST', asked, text] }, work);
      sandbox.wake();
      injectFault(effect, 'after');
      if (key !== null) reply.header('idempotency-key', key);
      if (answer.isReplayed) reply.header('idempotent-replayed', 'true');
      return reply.code(answer.status).send(answer.body);
    });
  };

function tell(error: Error & { statusCode?: number }, reply: FastifyReply, log: Log): FastifyReply {
  if (error instanceof LostAnswer) {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  const refusal = refusalOf(error);
  if (refusal.status >= 500 && !(error instanceof StripeRefusal)) log.error({ err: error }, 'a call of the sandbox of payments failed');
  return reply.code(refusal.status).send(errorBody(refusal, requestIdOf(reply)));
}

function refusalOf(error: Error & { statusCode?: number }): StripeRefusal {
  if (error instanceof StripeRefusal) return error;
  if (asPostgresError(error) instanceof EngineUnavailable)
    return new StripeRefusal(503, { type: 'api_error', message: 'The sandbox cannot reach its records.' });
  const status = error instanceof Rejected ? 400 : (error.statusCode ?? 500);
  return new StripeRefusal(status, { type: status < 500 ? 'invalid_request_error' : 'api_error', message: error.message });
}
