import { join } from 'node:path';
import type { Load } from '../measure.ts';
import { startWorker } from '../worker.ts';

/** What to send: the requests in turn, each caller on a connection of its own that waits for its answer. */
export interface Traffic {
  port: number;
  callers: number;
  seconds: number;
  requests: readonly string[];
}

/** In a request: becomes a number that no request had before. */
export const turnMark = '{turn}';

export interface RequestParts {
  method?: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: unknown;
  /** Log position that a read must have seen; any makes the answer a new one. */
  anew?: boolean;
}

/** A request as it goes over the wire. */
export function rawRequest({ method = 'GET', path, token, body, anew }: RequestParts): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(anew ? ['cache-control: no-cache'] : []),
    ...(json ? ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}

export interface Generator {
  run(traffic: Traffic): Promise<Load>;
  stop(): Promise<void>;
}

/** Sends traffic from a process of its own, so that its work is not counted; on one core when one is named. */
export function startGenerator(core?: number): Generator {
  const worker = startWorker(join(import.meta.dirname, 'generator.ts'), [], core);
  return { run: (traffic) => worker.ask<Load>(traffic), stop: worker.stop };
}
