import { isIP } from 'node:net';
import { isInternalRequest } from '@waystory/infra/http/caller.ts';
import type { FastifyRequest } from 'fastify';

const isLoopback = (address = ''): boolean => isIP(address) > 0 && /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Headers that only proxies add. */
const byProxies = /^(via|forwarded|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether the `Host` header is a local name. It protects against DNS rebinding: a web page under its own name that resolves to this machine is
 * refused.
 */
function isLocalName(host = ''): boolean {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/**
 * Whether the request comes from this machine, directly or injected by the product. A request through a local proxy that adds its usual headers
 * counts as remote.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  if (Object.keys(request.headers).some((name) => byProxies.test(name))) return false;
  return isInternalRequest(request) || (isLoopback(request.raw.socket.remoteAddress) && isLocalName(request.headers.host));
}
