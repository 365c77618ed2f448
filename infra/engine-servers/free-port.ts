import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the system's ephemeral ports: a client that retries could get a stopped server's port, connect to itself, and block the restart. */
const [first, last] = [20_000, 30_000];
const tries = 100;

/** True when no process listens on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Distinct free ports, at least one. */
export async function freePorts(count: number): Promise<[number, ...number[]]> {
  const found = [await freePort([])] as [number, ...number[]]; // as: a list with an entry, which inference widens
  while (found.length < count) found.push(await freePort(found));
  return found;
}

async function freePort(taken: readonly number[]): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const port = randomInt(first, last);
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port between ${first} and ${last} was found`);
}
