import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../chat-client');
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };

/** The client, built, on an origin of its own, as a page of another site is. */
export async function serveClient() {
  const built = await build({ root, configFile: false, logLevel: 'error', build: { write: false, target: 'es2022', modulePreload: false } });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const files = new Map(outputs.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const file = files.get(path);
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': types[path.split('.').at(-1) ?? ''] ?? 'text/plain' }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { origin: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}
