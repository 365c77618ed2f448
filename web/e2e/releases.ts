import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Proxy that serves the product under another origin, as one release after another. */
export interface ReleaseProxy {
  origin: string;
  /** Switches to the next release: every file with a content hash gets a new name, and the old names answer 404. */
  next: () => void;
  /** Requested paths of older releases' files. */
  missed: string[];
  close: () => void;
}

/** Response of the product at this path. In the script of the service worker, file names are replaced by those of the release. */
async function answerOf(product: string, path: string, release: number): Promise<{ status: number; headers: Headers; body: Uint8Array }> {
  const named = path.replace(`/assets/r${release}/`, '/assets/');
  const { status, headers, ...response } = await fetch(new URL(named, product)).then(async (got) => ({
    status: got.status,
    headers: got.headers,
    body: new Uint8Array(await got.arrayBuffer()),
  }));
  if (path !== '/sw.js' || release === 1) return { status, headers, body: response.body };
  const script = new TextDecoder().decode(response.body).replaceAll('url:`/assets/', `url:\`/assets/r${release}/`);
  return { status, headers, body: new TextEncoder().encode(script) };
}

/** Starts a proxy in front of the product, for visitors that only read. */
export async function startReleaseProxy(product: string): Promise<ReleaseProxy> {
  let release = 1;
  const missed: string[] = [];
  const server = createServer(async (asked, answer) => {
    const path = asked.url ?? '/';
    if (release > 1 && path.startsWith('/assets/') && !path.startsWith(`/assets/r${release}/`)) {
      missed.push(path);
      answer.writeHead(404).end();
      return;
    }
    const { status, headers, body } = await answerOf(product, path, release);
    // `fetch` has already decompressed the body.
    const sent = [...headers].filter(([name]) => !/^(content-encoding|content-length|transfer-encoding|connection|keep-alive)$/.test(name));
    answer.writeHead(status, Object.fromEntries(sent)).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo; // as: the server listens on a port
  return {
    origin: `http://localhost:${port}`,
    next: () => {
      release += 1;
    },
    missed,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
