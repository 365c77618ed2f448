import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TestProxy {
  /** Opens a connection to a server through the proxy. */
  connect(target: { host: string; port: number }): Socket;
  /** Breaks all connections, like a network failure. New ones can be opened unless the proxy is away. */
  cut(): void;
  /** While away, the proxy breaks each connection as soon as it is made. */
  setAway(away: boolean): void;
  close(): Promise<void>;
}

/** A TCP proxy for tests that break real connections. A connection begins with a line that names its target. */
export async function openTestProxy(): Promise<TestProxy> {
  const open = new Set<Socket>();
  let away = false;
  const join = (one: Socket, other: Socket): void => {
    open.add(one);
    one.on('error', () => other.destroy()).on('close', () => open.delete(one));
    one.pipe(other);
  };
  const server = createServer((from) => {
    if (away) return from.resetAndDestroy();
    from.once('data', (first: Buffer) => {
      const [host = '', port = ''] = first.toString('latin1').split('\n', 1).join('').split(' ');
      from.unshift(first.subarray(first.indexOf('\n') + 1));
      const to = connect({ host, port: Number(port) });
      join(from, to);
      join(to, from);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server is a string only for Unix sockets.
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    connect: (target) => {
      const socket = connect({ host: '127.0.0.1', port });
      return socket.once('connect', () => socket.write(`${target.host} ${target.port}\n`));
    },
    cut,
    setAway: (now) => {
      away = now;
      if (away) cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
