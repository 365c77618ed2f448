import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** A proxy between store and engine that simulates outages. */
export interface EngineProxy {
  /** Host and port. */
  address: string;
  /** Cuts all connections and accepts none. */
  cut(): Promise<void>;
  /** Cuts all connections after this many further bytes from the store. */
  cutAfter(bytes: number): void;
  /** Holds everything from the n-th message of the store on, or from the first reply after it. Resolves once it holds. */
  holdAt(message: number, before: 'request' | 'reply'): Promise<void>;
  /** Releases held messages. */
  goOn(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Passes on what comes to a port of its own. */
export async function startProxy(target: NetConnectOpts): Promise<EngineProxy> {
  const sockets = new Set<Socket>();
  const gate = createGate();
  let left = Number.POSITIVE_INFINITY;
  const server = createServer((inner) => {
    const outer = connect(target);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from) && to.destroy());
    }
    outer.on('data', (bytes) => gate.pass('reply', () => inner.write(bytes)));
    inner.on('data', (bytes) => {
      left -= bytes.length;
      if (left > 0) gate.pass('request', () => outer.write(bytes));
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
    holdAt: gate.holdAt,
    goOn: gate.goOn,
    restore: async () => {
      left = Number.POSITIVE_INFINITY;
      await listening(server, port);
    },
    close: cut,
  };
}

function createGate() {
  const held: (() => void)[] = [];
  let requests = Number.POSITIVE_INFINITY;
  let before: 'request' | 'reply' = 'request';
  let isHeld = false;
  let hold = (): void => {};
  return {
    pass: (kind: 'request' | 'reply', send: () => void): void => {
      if (kind === 'request') requests -= 1;
      if (!isHeld && requests <= 0 && kind === before) {
        isHeld = true;
        hold();
      }
      if (isHeld) held.push(send);
      else send();
    },
    holdAt: (message: number, kind: 'request' | 'reply'): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      requests = message;
      before = kind;
      hold = resolve;
      return promise;
    },
    goOn: (): void => {
      requests = Number.POSITIVE_INFINITY;
      isHeld = false;
      for (const send of held.splice(0)) send();
    },
  };
}

const listening = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
