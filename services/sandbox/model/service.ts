import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { hiddenUnlimitedRoute } from '@waystory/infra/hidden-route.ts';
import { defineService } from '@waystory/infra/host/service.ts';
import { memoizeSuccess } from '@waystory/infra/waiting.ts';
import { type Atlas, type Chunk, complete, completeInChunks, completionRequest, loadAtlas, modelName } from '@waystory/local-model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../same-secret.ts';
import { isFromThisMachine } from '../this-machine.ts';

/** Base path of the API; an OpenAI client appends `/chat/completions`. */
export const basePath = '/sandbox/model/v1';

/** Folder URL with the cities of the built-in model. */
export const worldCitiesFolder = new URL('../../world/data/v1/cities/', import.meta.url);

export interface ModelOptions {
  atlas: () => Promise<Atlas>;
  /** Words per second of a stream; 0 disables the delay. */
  wordsPerSecond: number;
  /** API key that callers must send; without it, only requests from this machine are allowed. */
  key: string | undefined;
}

/** The built-in language model behind OpenAI's chat completions API. It needs no API key and no model weights. */
export const modelService = defineService({
  name: 'model',
  streams: [],
  routes: [],
  projections: [],
  reactors: () => [],
  errors: {},
  async open({ config }) {
    const options: ModelOptions = {
      // The atlas is loaded at the first request, and again after a failure.
      atlas: memoizeSuccess(() => loadAtlas(worldCitiesFolder)),
      wordsPerSecond: config.SANDBOX_MODEL_PACE,
      key: config.SANDBOX_MODEL_KEY,
    };
    return {
      mount: async (app) => mountModelList(app, options),
      mountWrites: async (app) => mountCompletions(app, options),
    };
  },
});

/** Limit of a request body, bytes; a conversation with many tool results is long. */
const bodyLimit = 8 * 1024 * 1024;

/** Serves the list of models. */
export function mountModelList(app: FastifyInstance, options: ModelOptions): void {
  const model = { id: modelName, object: 'model', created: 0, owned_by: 'waystory' };
  app.get(
    `${basePath}/models`,
    hiddenUnlimitedRoute,
    (request, reply) => refused(request, reply, options) ?? reply.send({ object: 'list', data: [model] }),
  );
}

/** Serves chat completions, whole or as server-sent events. */
export function mountCompletions(app: FastifyInstance, options: ModelOptions): void {
  app.post(`${basePath}/chat/completions`, { ...hiddenUnlimitedRoute, bodyLimit }, async (request, reply) => {
    const refusal = refused(request, reply, options);
    if (refusal) return refusal;
    const parsed = completionRequest.safeParse(request.body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return fail(reply, 400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`, 'invalid_request_error');
    }
    const atlas = await options.atlas();
    if (!parsed.data.stream) return reply.send(complete(parsed.data, atlas));
    const leaving = new AbortController();
    const lines = linesOf(completeInChunks(parsed.data, atlas), options.wordsPerSecond, leaving.signal);
    const stream = Readable.from(lines, { objectMode: false, encoding: 'utf8' });
    stream.once('close', () => leaving.abort());
    return reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).send(stream);
  });
}

/** Server-sent events, delayed to `wordsPerSecond`. */
async function* linesOf(chunks: Iterable<Chunk>, wordsPerSecond: number, signal: AbortSignal): AsyncGenerator<string> {
  try {
    for (const { data, words } of chunks) {
      if (words > 0 && wordsPerSecond > 0) await wait((words * 1_000) / wordsPerSecond, undefined, { signal });
      yield `data: ${JSON.stringify(data)}\n\n`;
    }
    yield 'data: [DONE]\n\n';
  } catch (error) {
    // The client has closed the stream.
    if (!signal.aborted) throw error;
  }
}

/** Refuses a caller with a wrong key; without a configured key, a caller on another machine. */
function refused(request: FastifyRequest, reply: FastifyReply, { key }: ModelOptions): FastifyReply | null {
  const [, shown = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (key !== undefined) return isSameSecret(shown, key) ? null : fail(reply, 401, 'Incorrect API key provided.', 'invalid_api_key');
  if (isFromThisMachine(request)) return null;
  return fail(reply, 403, 'The built-in model answers this machine only; set SANDBOX_MODEL_KEY to let others in.', 'permission_error');
}

const fail = (reply: FastifyReply, status: number, text: string, type: string): FastifyReply =>
  reply.code(status).send({ error: { message: text, type, param: null, code: type } });
