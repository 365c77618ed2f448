import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { hiddenAndFree } from '@waystory/infra/hidden-route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../same-secret.ts';
import { isFromThisMachine } from '../this-machine.ts';
import { type CompletionRequest, chunksOf, completionOf, completionRequest, type Identity, modelName, toolsOf, usageOf } from './completion.ts';
import { nextStep } from './conversation/next-step.ts';
import type { Step } from './conversation/session.ts';
import type { Atlas } from './world/atlas.ts';

/** Where the model is; clients add `/chat/completions`. */
export const basePath = '/sandbox/model/v1';

export interface ModelOptions {
  atlas: () => Promise<Atlas>;
  /** Words a second; 0 is as fast as it goes. */
  wordsPerSecond: number;
  /** What callers must show; without it only this machine may call. */
  key: string | undefined;
}

/** A conversation with the results of many tools is longer than other requests, bytes. */
const bodyLimit = 8 * 1024 * 1024;

/** Serves the list of models, there is one. */
export function mountModelList(app: FastifyInstance, options: ModelOptions): void {
  const model = { id: modelName, object: 'model', created: 0, owned_by: 'waystory' };
  app.get(`${basePath}/models`, hiddenAndFree, (request, reply) => refused(request, reply, options) ?? reply.send({ object: 'list', data: [model] }));
}

/** Serves completions in the way that clients of OpenAI expect. */
export function mountCompletions(app: FastifyInstance, options: ModelOptions): void {
  app.post(`${basePath}/chat/completions`, { ...hiddenAndFree, bodyLimit }, async (request, reply) => {
    const refusal = refused(request, reply, options);
    if (refusal) return refusal;
    const parsed = completionRequest.safeParse(request.body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return fail(reply, 400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`, 'invalid_request_error');
    }
    const step = nextStep({ messages: parsed.data.messages, tools: toolsOf(parsed.data) }, await options.atlas());
    return answer(reply, parsed.data, step, options.wordsPerSecond);
  });
}

function answer(reply: FastifyReply, request: CompletionRequest, step: Step, wordsPerSecond: number): FastifyReply {
  const identity: Identity = {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1_000),
    newCallId: () => `call_${randomUUID().replaceAll('-', '')}`,
  };
  const usage = usageOf(request.messages, step);
  if (!request.stream) return reply.send(completionOf(step, usage, identity));
  const leaving = new AbortController();
  const lines = linesOf(chunksOf(step, usage, request.stream_options?.include_usage === true, identity), wordsPerSecond, leaving.signal);
  const stream = Readable.from(lines, { objectMode: false, encoding: 'utf8' });
  stream.once('close', () => leaving.abort());
  return reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).send(stream);
}

/** Server-sent events, at the pace of people who type fast. */
async function* linesOf(chunks: ReturnType<typeof chunksOf>, wordsPerSecond: number, signal: AbortSignal): AsyncGenerator<string> {
  try {
    for (const { data, words } of chunks) {
      if (words > 0 && wordsPerSecond > 0) await wait((words * 1_000) / wordsPerSecond, undefined, { signal });
      yield `data: ${JSON.stringify(data)}\n\n`;
    }
    yield 'data: [DONE]\n\n';
  } catch (error) {
    // Nobody is there any more.
    if (!signal.aborted) throw error;
  }
}

/** Refuses who may not call. */
function refused(request: FastifyRequest, reply: FastifyReply, { key }: ModelOptions): FastifyReply | null {
  const [, shown = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (key !== undefined) return isSameSecret(shown, key) ? null : fail(reply, 401, 'Incorrect API key provided.', 'invalid_api_key');
  if (isFromThisMachine(request)) return null;
  return fail(reply, 403, 'The built-in model answers this machine only; set SANDBOX_MODEL_KEY to let others in.', 'permission_error');
}

const fail = (reply: FastifyReply, status: number, text: string, type: string): FastifyReply =>
  reply.code(status).send({ error: { message: text, type, param: null, code: type } });
