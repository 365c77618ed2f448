import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a store and its engine, so that the engine can be away. */
export interface Proxy {
  /** Host and port. */
  address: string;
  /** Cuts every connection and takes no more. */
  cut(): Promise<void>;
  /** Cuts every connection as soon as so many bytes more came through it from the store. */
  cutAfter(bytes: number): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Passes on what comes to a port of its own. */
export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  const server = createServer((inner) => {
    const outer = connect(target.port, target.host);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from) && to.destroy());
    }
    outer.pipe(inner);
    inner.on('data', (bytes) => {
      left -= bytes.length;
      if (left > 0) outer.write(bytes);
      else void cut();
    });
  });
  const cut = async (): Promise<void> => {
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listening(server, 0);
  return {
    address: `127.0.0.1:${port}`,
    cut,
    cutAfter: (bytes) => {
      left = bytes;
    },
    restore: async () => {
      left = Number.POSITIVE_INFINITY;
      await listening(server, port);
    },
    close: cut,
  };
}

const listening = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
