import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The product with one release after the other, at an address of its own. */
export interface Releases {
  origin: string;
  /** From now on every file with its content in its name has another one, and those of before are gone. */
  next: () => void;
  /** Paths of files of an older release that were asked for. */
  missed: string[];
  close: () => void;
}

/** Answer of the product at this path, with the names of the worker's files in this release. */
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

/** Stands before the product, for visitors who only read. */
export async function openReleases(product: string): Promise<Releases> {
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
    // `fetch` has unpacked the body by now.
    const sent = [...headers].filter(([name]) => !/^(content-encoding|content-length|transfer-encoding|connection|keep-alive)$/.test(name));
    answer.writeHead(status, Object.fromEntries(sent)).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo; // it listens on a port
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
