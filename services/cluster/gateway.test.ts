import { once } from 'node:events';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { maxHeaderSize } from '@waystory/infra/http/app.ts';
import { afterEach, expect, test } from 'vitest';
import { createGateway } from './gateway.ts';

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close().closeAllConnections();
});

async function listening(server: Server): Promise<number> {
  opened.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // as: it listens on TCP
}

interface Taken {
  method: string;
  body: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** A server that is always ready. */
const readyServer = (answers: RequestListener): Server =>
  createServer((incoming, outgoing) => (incoming.url === '/readyz' ? void outgoing.end() : answers(incoming, outgoing)));

/** A server that records its requests and answers with its name. */
async function upstream(name: string): Promise<{ port: number; taken: Taken[]; server: Server }> {
  const taken: Taken[] = [];
  const server = readyServer(({ method = '', headers, ...incoming }, outgoing) => {
    taken.push({ method, headers, body: '' });
    outgoing.writeHead(200, { 'x-name': name, 'set-cookie': ['a=1', 'b=2'] }).end(name + String(incoming.url ?? ''));
  });
  return { port: await listening(server), taken, server };
}

/** A port without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

const ask = async (port: number, init: RequestInit = {}, path = '/api/x?y=1') => fetch(`http://127.0.0.1:${port}${path}`, init);

test('Gateway sends reads to query processes in turn, and everything else to command processes', async () => {
  const [q1, q2, command] = await Promise.all([upstream('q1'), upstream('q2'), upstream('c')]);
  const port = await listening(createGateway({ query: [q1.port, q2.port], command: [command.port] }));
  for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) expect((await ask(port, { method })).status).toBe(200);
  expect([q1.taken.length, q2.taken.length]).toEqual([2, 2]);
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) await ask(port, { method });
  expect(command.taken.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PUT', 'DELETE']);
});

test('Gateway passes requests and answers on unchanged', async () => {
  const bodies: string[] = [];
  const echo = readyServer(async (incoming, outgoing) => {
    bodies.push(await text(incoming));
    outgoing.writeHead(201, { location: '/somewhere', 'set-cookie': ['a=1', 'b=2'], 'x-position': '7' }).end(incoming.headers.host);
  });
  const command = await listening(echo);
  const port = await listening(createGateway({ query: [command], command: [command] }));
  const body = JSON.stringify({ title: 'é'.repeat(20_000) });
  const answer = await ask(port, { method: 'POST', body, headers: { 'content-type': 'application/json; charset=utf-8' } });
  expect(answer.status).toBe(201);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answer.headers.get('x-position')).toBe('7');
  // Hop-by-hop headers of the upstream connection do not apply to this one.
  expect(answer.headers.get('keep-alive')).toBe('timeout=72');
  expect(await answer.text()).toBe(`127.0.0.1:${port}`);
  expect(bodies).toEqual([body]);
});

test('Gateway passes a token of 16 kB with as many bytes of other headers', async () => {
  const process = await listening(
    createServer({ maxHeaderSize }, (incoming, outgoing) => void outgoing.end(String(incoming.headers.authorization?.length))),
  );
  const port = await listening(createGateway({ query: [process], command: [process] }));
  for (const method of ['GET', 'POST']) {
    const answer = await ask(port, { method, headers: { authorization: `Bearer ${'a'.repeat(16_384)}`, cookie: 'b'.repeat(14_000) } });
    expect([answer.status, await answer.text()]).toEqual([200, '16391']);
  }
});

test('Gateway skips an unreachable process, even for writes, because it received nothing', async () => {
  const alive = await upstream('alive');
  const dead = await deadPort();
  const port = await listening(createGateway({ query: [dead, alive.port], command: [dead, alive.port] }));
  for (let round = 0; round < 4; round++) {
    expect((await ask(port)).status).toBe(200);
    expect((await ask(port, { method: 'POST', body: 'x' })).status).toBe(200);
  }
});

test('Gateway repeats a read whose answer was lost, and never a write', async () => {
  const alive = await upstream('alive');
  let cut = 0;
  const cutting = await listening(
    readyServer((incoming) => {
      cut += 1;
      incoming.socket.destroy();
    }),
  );
  const port = await listening(createGateway({ query: [alive.port, cutting], command: [alive.port, cutting] }));
  expect((await ask(port)).status).toBe(200);
  expect(cut).toBe(1);
  const answer = await ask(port, { method: 'POST', body: 'x' });
  expect(answer.status).toBe(503);
  expect([cut, alive.taken.filter(({ method }) => method === 'POST').length]).toEqual([2, 0]);
});

test('Gateway limits the time to the first byte, but not the length of a stream', async () => {
  const slow = await listening(
    readyServer((incoming, outgoing) => {
      if (incoming.url === '/never') return;
      outgoing.write('one');
      setTimeout(() => outgoing.end(' two'), 300);
    }),
  );
  const port = await listening(createGateway({ query: [slow], command: [slow] }, 100));
  expect(await (await ask(port, { method: 'POST', body: 'x' })).text()).toBe('one two');
  expect((await fetch(`http://127.0.0.1:${port}/never`, { method: 'POST', body: 'x' })).status).toBe(503);
});

test('Gateway uses a draining process only when no other is left', async () => {
  const staying = await upstream('staying');
  let asked = 0;
  const going = await listening(
    createServer(({ url }, outgoing) => {
      if (url === '/readyz') return void outgoing.writeHead(asked > 0 ? 503 : 200).end();
      asked += 1;
      outgoing.writeHead(200, { connection: 'close' }).end();
    }),
  );
  const port = await listening(createGateway({ query: [going, staying.port], command: [going] }));
  for (let round = 0; round < 6; round++) expect((await ask(port)).status).toBe(200);
  expect([asked, staying.taken.length]).toEqual([1, 5]);
  expect((await ask(port, { method: 'POST', body: 'x' })).status).toBe(200);
});

test('Gateway sends no request to a process whose readiness probe answers 503', async () => {
  const staying = await upstream('staying');
  let isGoing = false;
  const taken: string[] = [];
  const going = await listening(
    createServer(({ url = '' }, outgoing) => {
      if (url !== '/readyz') taken.push(url);
      outgoing.writeHead(url === '/readyz' && isGoing ? 503 : 200).end();
    }),
  );
  const port = await listening(createGateway({ query: [going, staying.port], command: [going, staying.port] }));
  const write = () => ask(port, { method: 'POST', body: 'x' });
  await write();
  await write();
  expect([taken.length, staying.taken.length]).toEqual([1, 1]);
  isGoing = true;
  const spared = async (): Promise<boolean> => {
    const before = taken.length;
    await write();
    await write();
    return taken.length === before;
  };
  await expect.poll(spared).toBe(true);
  expect(await spared()).toBe(true);
  // A new process runs on the port.
  isGoing = false;
  await expect.poll(spared).toBe(false);
});

test('Gateway answers 503 with Retry-After when no process is reachable', async () => {
  const dead = await deadPort();
  const port = await listening(createGateway({ query: [dead], command: [dead] }));
  const answer = await ask(port);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toMatchObject({ code: 'engine/unavailable', status: 503 });
});

test('Gateway survives a caller that disconnects', async () => {
  const slow = await listening(readyServer((_, outgoing) => void outgoing.write('begun')));
  const port = await listening(createGateway({ query: [slow], command: [slow] }));
  const asked = request({ port, host: '127.0.0.1' }).end();
  const [answer] = await once(asked, 'response');
  await once(answer, 'data');
  asked.destroy();
  const next = request({ port, host: '127.0.0.1' }).end();
  expect((await once(next, 'response'))[0].statusCode).toBe(200);
  next.destroy();
});
