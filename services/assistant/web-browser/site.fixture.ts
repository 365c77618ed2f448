import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageSource } from './fetch-page.ts';

/** Public hosts of the test site; all other names resolve to the internal address. */
const isPublicHost = (host: string): boolean => host.endsWith('.example.org');

/** The internal address, on this machine, so that a test sees connections to it. */
export const internalAddress = '127.0.0.2';

/** A closed internet: all public hosts are one server, and all others are internal. */
export async function startTestSite(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  /** Requests, each as host and path. */
  const asked: string[] = [];
  /** Looked-up hosts. */
  const lookedUp: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port); // as: it listens on a port
  const pages: PageSource = {
    resolve: async (host) => {
      lookedUp.push(host);
      return [{ address: isPublicHost(host) ? '127.0.0.1' : internalAddress, family: 4 }];
    },
    isAllowed: (address) => address === '127.0.0.1',
    ports: new Set([port]),
    limits: { maxBytes: 100_000, maxMs: 10_000, maxRedirects: 3 },
  };
  return {
    asked,
    lookedUp,
    port,
    pages,
    /** URL of a page at a public host. */
    at: (path: string, host = 'museum.example.org'): string => `http://${host}:${port}${path}`,
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type TestSite = Awaited<ReturnType<typeof startTestSite>>;
