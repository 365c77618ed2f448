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

/** Requests of one caller: a planner sends a few for each thing it does. */
const perMinute = 300;

export interface McpOptions extends CallServices {
  verifier: TokenVerifier;
  /** Other sites whose pages may call. */
  origins: readonly string[];
  log: Log;
}

type Handler = ReturnType<McpLibrary['createMcpHandler']>;
/** Accounts that requests act for. Roles of a token are left behind here. */
const callers = new WeakMap<Request, { accountId: string; waiting: WaitingCall }>();

/** Loads the library with the first request: most processes never need it. */
function handlerOn(options: McpOptions): () => Promise<Handler> {
  let loading: Promise<Handler> | undefined;
  const load = async (): Promise<Handler> => {
    const library = await import('@modelcontextprotocol/server');
    const serverFor = ({ requestInfo }: { requestInfo?: Request }) => {
      const asked = requestInfo && callers.get(requestInfo);
      if (!asked) throw new Error('A request without a caller');
      return mcpServerFor(asked.accountId, asked.waiting, library, options);
    };
    // What the tools are never changes while the process lives, so there is nothing to wait for on an open stream.
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

/** Answers the Model Context Protocol. No session is kept: any process answers any request. */
export function mountMcp(app: FastifyInstance, options: McpOptions): void {
  const handler = handlerOn(options);
  const counted = { as: 'write', perMinute } as const;
  const abandoned = new AbandonedCalls();
  // People type the address into their programs, some with a slash at its end.
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

/** A page of another site has no business here, whatever name it gave this machine (DNS rebinding). */
function requireOwnOrigin({ headers }: FastifyRequest, { origin, origins }: McpOptions): void {
  if (headers.origin !== undefined && headers.origin !== origin && !origins.includes(headers.origin)) throw new Rejected('auth/forbidden');
}

/** Fields of a message of JSON-RPC that are looked at here; the library checks the rest. */
const message = z.looseObject({
  id: z.unknown().optional(),
  method: z.string().optional().catch(undefined),
  params: z.looseObject({ requestId: z.unknown().optional() }).optional().catch(undefined),
});

/**
 * The call that a request makes. A cancellation comes as a request of its own, for there is no session.
 * @throws InvalidRequest unless there is one message: requests are counted, and each is one call.
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

/** The caller, verified anew each time, as a grant may have ended. Without a token the answer says where people let programs in. */
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

/** The request as the library takes it; its body was read already. */
function webRequest({ headers }: FastifyRequest, reply: FastifyReply, { origin }: McpOptions): Request {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const named = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []));
  return new Request(mcpAddress(origin), { method: 'POST', headers: named, signal: left.signal });
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status).headers({ ...Object.fromEntries(headers), 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  return reply.send(body ? Readable.fromWeb(body as ReadableStream) : undefined); // the same stream, typed by Node
}
