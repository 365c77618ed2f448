import type { FastifyInstance } from 'fastify';
import { BadConfiguration } from '../config.ts';

export interface ListenAddress {
  host: string;
  /** Port; 0 means any free port. */
  port: number;
}

/** Error codes of a system without IPv6. */
const noSuchFamily: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);
/**
 * Backlog: most connections that wait to be accepted. The system drops further ones silently, and clients retry after 1, 2, 4 and 8 s. A burst of
 * callers would fill Node's default of 511 while the process is busy. Accepted connections get an answer, or 503 with Retry-After. The system may
 * allow fewer (`net.core.somaxconn`).
 */
const backlog = 4_096;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Listens at an address; `localhost` covers every address of that name on this machine. Returns the first URL.
 * @throws BadConfiguration naming the setting when the address is unavailable.
 */
export async function listenAt(
  app: Pick<FastifyInstance, 'listen'>,
  { host, port }: ListenAddress,
  setting: { host: string; port: string },
): Promise<string> {
  const listen = (at: string): Promise<string> => app.listen({ port, host: at, backlog, listenTextResolver: () => 'listening' });
  try {
    return await listen(host).catch((error: unknown) => {
      // The hosts file may list an IPv6 address on a system without IPv6.
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
