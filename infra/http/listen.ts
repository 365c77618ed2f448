import type { FastifyInstance } from 'fastify';
import { BadConfiguration } from '../config.ts';

export interface Door {
  host: string;
  /** 0 is any free one. */
  port: number;
}

/** Error codes of a system without IPv6. */
const noSuchFamily: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);
/**
 * Backlog: connections that may wait to be accepted. Beyond it the system drops them in silence, and clients retry after 1, 2, 4 and 8 s. Node asks
 * for 511, which a crowd fills while the process is busy. Accepted connections are answered or told to come again. The system may allow fewer
 * (`net.core.somaxconn`).
 */
const backlog = 4_096;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Takes connections at a door; `localhost` is every address that this machine calls so. Answers the first one.
 * @throws BadConfiguration naming the setting when the door cannot be had.
 */
export async function listenAt(app: Pick<FastifyInstance, 'listen'>, { host, port }: Door, setting: { host: string; port: string }): Promise<string> {
  const listen = (at: string): Promise<string> => app.listen({ port, host: at, backlog, listenTextResolver: () => 'listening' });
  try {
    return await listen(host).catch((error: unknown) => {
      // Names are looked up in a file that may know IPv6 where the system does not.
      if (host === 'localhost' && noSuchFamily.has(codeOf(error))) return listen('127.0.0.1');
      throw error;
    });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw new BadConfiguration(`${setting.port}: ${port} is ${code === 'EACCES' ? 'not for this user' : 'taken'}`);
    if (noSuchFamily.has(code) || code === 'ENOTFOUND') throw new BadConfiguration(`${setting.host}: ${host} is no address of this machine`);
    throw error;
  }
}
