import { isIP } from 'node:net';
import { isInternalRequest } from '@waystory/infra/http/caller.ts';
import type { FastifyRequest } from 'fastify';

const isLoopback = (address = ''): boolean => isIP(address) > 0 && /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Headers that only proxies add. */
const byProxies = /^(via|forwarded|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a server is asked by a name of this machine: a page that has its own name point here is not. */
function isLocalName(host = ''): boolean {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/** Whether this machine asks, or the product itself. What came by a proxy on this machine came from elsewhere. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  if (Object.keys(request.headers).some((name) => byProxies.test(name))) return false;
  return isInternalRequest(request) || (isLoopback(request.raw.socket.remoteAddress) && isLocalName(request.headers.host));
}
