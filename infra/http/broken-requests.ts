import type { Socket } from 'node:net';
import type { ErrorCatalogue } from '@waystory/proto/kit/error.ts';
import type { ConnectionError } from 'fastify';
import { InvalidRequest, Rejected } from '../errors.ts';
import { problemOf } from './problem.ts';
import { traceIdOf } from './request-context.ts';

/** What a request is told that broke off before it could be routed: it may be too long, too slow, or no HTTP at all. */
function refusalOf({ code }: ConnectionError): Error {
  if (code === 'HPE_HEADER_OVERFLOW') return new Rejected('request/too-long');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Rejected('request/timeout');
  return new InvalidRequest([{ path: 'request', message: 'Must be HTTP' }]);
}

/** Answers such requests like all others, straight on the socket: there is nothing else of them. */
export const refuseBroken =
  (words: ErrorCatalogue, safe: Readonly<Record<string, string>>) =>
  (error: ConnectionError, socket: Socket): void => {
    // The caller has gone.
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const problem = problemOf(refusalOf(error), words, traceIdOf({}));
    const body = JSON.stringify(problem);
    const headers = {
      ...safe,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${body}`);
    socket.destroy(error);
  };
