import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { InvalidRequest, Rejected } from '@waystory/infra/errors.ts';
import { hidden } from '@waystory/infra/hidden-route.ts';
import { identify } from '@waystory/infra/http/caller.ts';
import { problemOf } from '@waystory/infra/http/problem.ts';
import type { Identity, TokenVerifier } from '@waystory/infra/identity/port.ts';
import type { Log } from '@waystory/infra/log.ts';
import { mcpAddress, mcpPath } from '@waystory/proto/assistant/mcp/address.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AbandonedCalls, type WaitingCall } from './abandoned-calls.ts';
import type { CallServices } from './call-tool.ts';
import { type McpLibrary, mcpServerFor } from './mcp-server.ts';
import { metadataAddress } from './protected-resource.ts';

/** Requests per caller and minute: planning sends a few per action. */
const perMinute = 300;

export interface McpOptions extends CallServices {
  verifier: TokenVerifier;
  /** Other origins whose pages may call. */
  origins: readonly string[];
  log: Log;
}

type Handler = ReturnType<McpLibrary['createMcpHandler']>;
/** Accounts of requests. Roles of the token are dropped here. */
const callers = new WeakMap<Request, { accountId: string; waiting: WaitingCall }>();

/** Loads the library with the first request, because most processes never need it. */
function handlerOn(options: McpOptions): () => Promise<Handler> {
  let loading: Promise<Handler> | undefined;
  const load = async (): Promise<Handler> => {
    const library = await import('@modelcontextprotocol/server');
    const serverFor = ({ requestInfo }: { requestInfo?: Request }) => {
      const asked = requestInfo && callers.get(requestInfo);
      if (!asked) throw new Error('A request without a caller');
      return mcpServerFor(asked.accountId, asked.waiting, library, options);
    };
    // The tools never change during the process, so there are no subscriptions.
    return library.createMcpHandler(serverFor, { maxSubscriptions: 0, onerror: (err) => options.log.debug({ err }, 'a request of MCP was refused') });
  };
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Serves the Model Context Protocol without sessions, so that any process answers any request. */
export function mountMcp(app: FastifyInstance, options: McpOptions): void {
  const handler = handlerOn(options);
  const counted = { as: 'write', perMinute } as const;
  const abandoned = new AbandonedCalls();
  // People type the address, at times with a trailing slash.
  for (const address of [mcpPath, `${mcpPath}/`])
    app.post(address, { ...hidden, config: { counted } }, async (request, reply) => {
      requireOwnOrigin(request, options);
      const { accountId } = await callerOf(request, reply, options);
      const waiting = waitingCall(abandoned, request, reply);
      const asked = webRequest(request, reply, options);
      callers.set(asked, { accountId, waiting });
      return send(reply, await (await handler()).fetch(asked, { parsedBody: request.body }));
    });
}

/** Refuses pages of other sites under any host name (DNS rebinding). */
function requireOwnOrigin({ headers }: FastifyRequest, { origin, origins }: McpOptions): void {
  if (headers.origin !== undefined && headers.origin !== origin && !origins.includes(headers.origin)) throw new Rejected('auth/forbidden');
}

/** The used fields of a JSON-RPC message; the library validates the rest. */
const message = z.looseObject({
  id: z.unknown().optional(),
  method: z.string().optional().catch(undefined),
  params: z.looseObject({ requestId: z.unknown().optional() }).optional().catch(undefined),
});

/**
 * The call of a request. Without sessions, a cancellation is a request of its own.
 * @throws InvalidRequest unless there is exactly one message, because rate limits count requests.
 */
function waitingCall(abandoned: AbandonedCalls, { body, headers }: FastifyRequest, { raw }: FastifyReply): WaitingCall {
  const said = message.safeParse(body);
  if (!said.success) throw new InvalidRequest([{ path: 'body', message: 'Must be one message' }]);
  const { id, method, params } = said.data;
  const client = headers.authorization ?? '';
  if (method === 'notifications/cancelled') abandoned.cancel(client, params?.requestId);
  const waiting = abandoned.open(client, id);
  raw.once('close', () => waiting.close(raw.writableFinished));
  return waiting;
}

/** The caller, verified for each request because a grant may end. Without a token the answer names the authorization server. */
async function callerOf(request: FastifyRequest, reply: FastifyReply, { verifier, origin }: McpOptions): Promise<Identity> {
  try {
    const identity = await identify(request, { verify: verifier.verify, recall: () => undefined });
    if (!identity) throw new Rejected('auth/required');
    return identity;
  } catch (error) {
    const { status, code } = problemOf(error, {}, request.id);
    const why = code === 'auth/required' ? '' : 'error="invalid_token", ';
    if (status === 401) reply.header('www-authenticate', `Bearer ${why}resource_metadata="${metadataAddress(origin)}"`);
    throw error;
  }
}

/** Converts the request for the library; its body was read already. */
function webRequest({ headers }: FastifyRequest, reply: FastifyReply, { origin }: McpOptions): Request {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const named = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []));
  return new Request(mcpAddress(origin), { method: 'POST', headers: named, signal: left.signal });
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status).headers({ ...Object.fromEntries(headers), 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  return reply.send(body ? Readable.fromWeb(body as ReadableStream) : undefined); // as: the same stream in Node's type
}
