import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import * as catalogue from '@waystory/admin/src/catalogue/catalogue.ts';
import { asData } from '@waystory/client/as-data.ts';
import { createGateway } from '@waystory/services/cluster/gateway.ts';
import { embeddedJson } from '@waystory/services/web/markup.ts';
import { build } from 'vite';

export const barePath = '/bare/';
const types: Readonly<Record<string, string>> = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' };

interface BuiltFile {
  headers: Record<string, string>;
  body: Buffer;
}

/** The bare list, built and compressed as the apps are. `settings` is what the product writes into its own pages. */
async function builtList(settings: unknown): Promise<Map<string, BuiltFile>> {
  const built = await build({
    root: join(import.meta.dirname, 'bare-list'),
    base: barePath,
    configFile: false,
    logLevel: 'error',
    plugins: [asData('/admin/src/catalogue/catalogue.ts', catalogue)],
    build: { write: false, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return new Map(
    outputs.map((file) => {
      const isPage = file.fileName === 'index.html';
      const text = String(file.type === 'chunk' ? file.code : file.source).replace('<!--data-->', () => embeddedJson('config', settings));
      const headers = {
        'content-type': types[file.fileName.split('.').at(-1) ?? ''] ?? 'text/plain',
        'content-encoding': 'br',
        'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
      };
      const body = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      return [isPage ? barePath : `${barePath}${file.fileName}`, { headers, body }] as const;
    }),
  );
}

export interface Door {
  origin: string;
  /** From now on everything but the bare list comes from the product at this port. */
  leadTo(port: number): Promise<void>;
  stop(): Promise<void>;
}

/** One origin for the product and the bare list, so that both have the same sign-in and the same way to the API. */
export async function openDoor(): Promise<Door> {
  let files = new Map<string, BuiltFile>();
  let gateway: Server | null = null;
  const server = createServer((incoming, outgoing) => {
    const file = files.get((incoming.url ?? '/').replace(/\?.*$/, ''));
    if (file) outgoing.writeHead(200, { ...file.headers, 'content-length': file.body.length }).end(file.body);
    else if (gateway) gateway.emit('request', incoming, outgoing);
    else outgoing.writeHead(503).end();
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    origin: `http://localhost:${port}`,
    leadTo: async (product) => {
      gateway = createGateway({ query: [product], command: [product] });
      files = await builtList(await (await fetch(`http://127.0.0.1:${product}/config.json`)).json());
    },
    stop: async () => server.close().closeAllConnections(),
  };
}
