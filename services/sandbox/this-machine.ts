import { isIP } from 'node:net';
import { isInternalRequest } from '@waystory/infra/http/caller.ts';
import type { FastifyRequest } from 'fastify';

const isLoopback = (address = ''): boolean => isIP(address) > 0 && /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Headers that only proxies add. */
const byProxies = /^(via|forwarded|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether the request's host is a local name. A page whose own name resolves to this machine fails this check. */
function isLocalName(host = ''): boolean {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/** Whether this machine or the product itself sent the request. Requests through a local proxy count as remote. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  if (Object.keys(request.headers).some((name) => byProxies.test(name))) return false;
  return isInternalRequest(request) || (isLoopback(request.raw.socket.remoteAddress) && isLocalName(request.headers.host));
}
