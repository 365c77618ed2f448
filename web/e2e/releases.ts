import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The product with one release after the other, at an address of its own. */
export interface Releases {
  origin: string;
  /** From now on the worker's file is another one, and files that the page asked for before are gone. */
  next: () => void;
  /** Paths of files that were asked for and are of an older release. */
  missed: string[];
  close: () => void;
}

/** Stands before the product: everything is passed on but what a new release takes away. */
export async function openReleases(product: string): Promise<Releases> {
  let release = 1;
  const missed: string[] = [];
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (release > 1 && path.startsWith('/assets/')) {
      missed.push(path);
      answer.writeHead(404).end();
      return;
    }
    // Only as it is can something be added to it.
    const { 'accept-encoding': _, ...headers } = asked.headers;
    const passed = request(new URL(path, product), { method: asked.method, headers }, (response) => {
      const isWorker = path === '/sw.js';
      const { 'content-length': length, etag: _tag, ...rest } = response.headers;
      answer.writeHead(response.statusCode ?? 502, isWorker ? rest : response.headers);
      response.on('data', (chunk: Buffer) => answer.write(chunk));
      response.on('end', () => answer.end(isWorker && length ? `\n// release ${release}` : undefined));
    });
    passed.on('error', () => answer.writeHead(502).end());
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const next = (): void => {
    release += 1;
  };
  return {
    origin: `http://localhost:${port}`,
    next,
    missed,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
