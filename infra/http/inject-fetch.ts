import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';

/** Where requests without a socket come from. Nothing that comes over a network can have an address like it. */
const inside = 'inside';

/** Whether the product itself asks. */
export const isInside = ({ raw }: FastifyRequest): boolean => raw.socket.remoteAddress === inside;

/** A `fetch` that reaches the app in the same process, without a socket. */
export const injectFetch =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const method = (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>; // methods of fetch and inject are the same words
    const headers = Object.fromEntries(new Headers(init?.headers));
    const payload = typeof init?.body === 'string' ? { payload: init.body } : {};
    const answer = await app.inject({ method, url: String(input), headers, ...payload, remoteAddress: inside });
    const answered = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: answered });
  };
