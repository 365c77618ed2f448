import { isIP } from 'node:net';
import { isInside } from '@waystory/infra/http/inject-fetch.ts';
import type { FastifyRequest } from 'fastify';

const isLoopback = (address = ''): boolean => isIP(address) > 0 && /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Whether this machine asks, or the product itself. What came by a proxy on this machine came from elsewhere. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const isProxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return (isLoopback(request.raw.socket.remoteAddress) || isInside(request)) && !isProxied;
}
