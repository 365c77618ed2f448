import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { ErrorCatalogue } from '@waystory/proto/kit/error.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { securityHeaders } from '../api-headers.ts';
import type { Config } from '../config.ts';
import { Rejected } from '../errors.ts';
import type { Log } from '../log.ts';
import { noTracing, parseTraceparent, type Span, type SpanOptions, type Tracing } from '../tracing/port.ts';
import { traceIdOf, withoutProxySuffixes } from './caller.ts';
import type { Metrics } from './metrics.ts';
import { answerClientErrors, createAllowedMethods, createProblemReplier, describeProblems, missingRouteError } from './problem-reply.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

/**
 * Adds properties of query parameters that a schema per parameter cannot express. Parameters with the same `x-together` become one object, sent as
 * its properties (form style, exploded). `$defs` of JSON in a parameter become components.
 */
function describeQueries(api: Json): Json {
  const definitions: Json = {};
  for (const operation of Object.values(objectOf(api.paths)).flatMap((path) => Object.values(objectOf(path)))) {
    if (!isObject(operation) || !Array.isArray(operation.parameters)) continue;
    const parameters = operation.parameters.filter(isObject);
    for (const media of parameters.flatMap(({ content }) => Object.values(objectOf(content))).filter(isObject)) {
      const { $defs, ...schema } = objectOf(media.schema);
      media.schema = schema;
      Object.assign(definitions, $defs);
    }
    operation.parameters = groupTogether(parameters);
  }
  const components = objectOf(api.components);
  return { ...api, components: { ...components, schemas: { ...objectOf(components.schemas), ...definitions } } };
}

const groupOf = ({ schema }: Json): unknown => objectOf(schema)['x-together'];

function groupTogether(parameters: readonly Json[]): Json[] {
  const groups = Map.groupBy(parameters, groupOf);
  const alone = groups.get(undefined) ?? [];
  groups.delete(undefined);
  return [...alone, ...[...groups].map(([name, members]) => ({ in: 'query', name, required: false, schema: groupSchema(members) }))];
}

function groupSchema(members: readonly Json[]): Json {
  const properties = members.map(({ name, schema }) => {
    const { 'x-together': _, ...own } = objectOf(schema);
    return [name, own] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), required: properties.map(([name]) => name), additionalProperties: false };
}

/** Largest body of a JSON request, bytes. */
const bodyLimit = 512 * 1024;
/** Longest headers of a request, bytes: a token of 16 kB and 16 kB of other headers. Gateways in front need the same limit. */
export const maxHeaderSize = 32 * 1024;
/** Timeout of receiving a request, milliseconds: enough for a picture of 15 MB at one megabit per second. */
const requestTimeout = 120_000;

export interface AppOptions {
  /** Called with every failed request that reached the router; routes observe their other answers themselves. */
  observe?: Metrics['observe'];
  /** Addresses of trusted proxies. The outermost of them states the caller's address. */
  trustedProxies?: string[] | undefined;
  /** Public origin of the product. With an https origin, answers have HSTS. */
  origin?: string;
  /** Tracing of requests; none by default. */
  tracing?: Tracing;
}

/** An HTTP server with the behaviour common to all routes: JSON bodies, errors as problem details, security headers, tracing. */
export async function createApp(
  log: Log,
  words: ErrorCatalogue,
  { observe = () => {}, trustedProxies, origin = '', tracing = noTracing }: AppOptions = {},
): Promise<FastifyInstance> {
  const methods = createAllowedMethods();
  const headers = securityHeaders(origin);
  const tell = createProblemReplier({ words, observe, methods, headers });
  const app = Fastify({
    // URLs that the router itself refuses reach no handler.
    frameworkErrors: (_, request, reply) => tell(new Rejected('request/unknown-route'), request, reply),
    loggerInstance: log as FastifyBaseLogger, // pino's own type is narrower than the type that Fastify requires
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests, because our log lines have the trace id. A child logger per request would cost more than most answers.
    childLoggerFactory: (logger) => logger,
    clientErrorHandler: answerClientErrors(words, headers, log),
    genReqId: (request) => traceIdOf(request.headers),
    bodyLimit,
    requestTimeout,
    http: { maxHeaderSize },
    trustProxy: trustedProxies ?? false,
    // A request from before the stop is answered, even on a kept-alive connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });
  // Validation and serialisation happen in the handlers; Fastify only documents the schemas.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  takeOnlyJson(app);

  app.setErrorHandler(tell);
  traceRequests(app, tracing);
  app.addHook('onRoute', methods.note);
  // Answers that need other headers set them afterwards.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    // Proxy suffixes are removed, because the static-file library compares ETags without them.
    const known = request.headers['if-none-match'];
    if (known !== undefined) request.headers['if-none-match'] = withoutProxySuffixes(known);
    done();
  });
  app.setNotFoundHandler((request, reply) => {
    throw missingRouteError(methods, request, reply);
  });
  return app;
}

/** Parses bodies as JSON, unless a route declares another type. A POST without fields may have the JSON content type and no body. */
function takeOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  );
}

/** Response headers that pages of other sites may read. */
const exposed = ['etag', 'location', 'retry-after', 'x-position', 'x-thread-id', 'idempotent-replayed', 'www-authenticate'];
const preflightSeconds = 600;

/** CORS: lets pages of the allowed origins call the API. Tokens travel in a header, so no cookie is needed. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: exposed,
    maxAge: preflightSeconds,
  });
}

/** OpenAPI 3.1 of the routes mounted after this call, and Swagger UI to try them. */
export async function documentApi(app: FastifyInstance, logLevel: Config['LOG_LEVEL']): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Waystory', version: '1', description: 'Travel itineraries as stories on a world map.', license: { name: 'Apache-2.0' } },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (documented) => describeProblems(describeQueries({ ...jsonSchemaTransformObject(documented) })),
  });
  await app.register(async (pages) => {
    await pages.register(helmet, {
      contentSecurityPolicy: { directives: { 'img-src': ["'self'", 'data:'], 'upgrade-insecure-requests': null } },
      strictTransportSecurity: false,
    });
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { persistAuthorization: true, docExpansion: 'none' },
      logLevel,
    });
  });
}

/** Runs `answer` within a span of the request, if its trace is sampled. */
export type TraceRequest = <T>(request: FastifyRequest, reply: FastifyReply, answer: () => T) => T;

/** Requests with a span. */
const recorded = new WeakSet<FastifyRequest>();

/** Creates spans of requests, from their arrival to the end of their answer; spans inside `answer` are children. A request gets at most one span. */
export function requestTracer(tracing: Tracing): TraceRequest {
  if (!tracing.isOn) return (_request, _reply, answer) => answer();
  return (request, reply, answer) => {
    const { traceparent } = request.headers;
    const caller = traceparent === undefined ? null : parseTraceparent(traceparent);
    // The caller's span is the parent only when it is sampled, because otherwise the parent would be missing from the trace.
    const asked = caller?.isSampled ? { parentSpanId: caller.spanId, isSampled: true } : { isSampled: false };
    if (asked.isSampled && recorded.has(request)) return answer();
    const span = tracing.enter({ traceId: request.id, ...asked }, () => describe(request, reply));
    if (!span) return answer();
    recorded.add(request);
    // Only a sampled request pays for listeners. `close` covers answers whose caller has disconnected, because these have no `finish`.
    const end = (): void => endWith(span, reply.raw.statusCode);
    reply.raw.once('finish', end);
    reply.raw.once('close', end);
    return tracing.within(span, answer);
  };
}

/**
 * Kinds of routes that are traced only when the caller's trace is sampled or, for reads, on a cache miss. A cached answer costs less than a span, and
 * monitoring is no use of the product.
 */
const seldomRecorded: ReadonlySet<string | undefined> = new Set(['read', 'file', 'nothing']);

/**
 * Traces the requests of an app. The hook runs after the body was read, because reading it loses the async context. Requests refused earlier are not
 * traced.
 */
function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  const traced = requestTracer(tracing);
  app.addHook('preHandler', (request, reply, done) => {
    const isSeldom = seldomRecorded.has(request.routeOptions.config?.counted?.as);
    if (isSeldom && !parseTraceparent(request.headers.traceparent)?.isSampled) return done();
    traced(request, reply, done);
  });
}

function describe({ method, routeOptions: { url: route } }: FastifyRequest, { elapsedTime }: FastifyReply): SpanOptions & { name: string } {
  return {
    name: route ? `${method} ${route}` : method,
    kind: 'server',
    startTime: Date.now() - elapsedTime,
    attributes: { 'http.request.method': method, ...(route && { 'http.route': route }) },
  };
}

function endWith(span: Span, status: number): void {
  span.setAttributes({ 'http.response.status_code': status });
  span.end(status >= 500 ? { code: String(status) } : undefined);
}
