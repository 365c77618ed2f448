import { Agent, createServer, type IncomingMessage, type RequestOptions, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { maxHeaderSize } from '@waystory/infra/http/app.ts';
import { traceIdOf } from '@waystory/infra/http/caller.ts';
import { problemOf } from '@waystory/infra/http/problem.ts';

/** Local ports of the query processes, and of the command processes. */
interface Upstreams {
  query: readonly number[];
  command: readonly number[];
}

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Hop-by-hop headers belong to one connection: RFC 9110 section 7.6.1. */
const hopByHop: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** Keep-alive timeout of the processes, milliseconds. A shorter timeout, announced to clients, could race with a closing connection. */
const keepAliveMs = 72_000;
/** Timeout of an upstream's first byte, milliseconds, longer than any read waits for a write. */
const usualPatience = 30_000;
/** Time by which a draining process has ended, milliseconds. */
const goneWithinMs = 15_000;
/** Interval and timeout of the readiness probe, milliseconds. A draining process answers for another quarter of a second. */
const [lookEveryMs, lookWithinMs] = [75, 1_000];

/** Reverse proxy of a cluster: reads go to query processes in turn, everything else to command processes. */
export function createGateway(upstreams: Upstreams, answerWithinMs = usualPatience): Server {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const leaving = createLeaving();
  const turns = { query: inTurn(upstreams.query), command: inTurn(upstreams.command) };
  const server = createServer({ maxHeaderSize }, (incoming, outgoing) => {
    const next = reads.has(incoming.method ?? '') ? turns.query : turns.command;
    forward(incoming, outgoing, leaving.last(next()), { agent, timeout: answerWithinMs }, leaving).catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = keepAliveMs;
  const closing = new AbortController();
  server.once('listening', () => {
    for (const port of new Set([...upstreams.query, ...upstreams.command])) void watch(port, leaving, closing.signal);
  });
  return server.on('close', () => {
    closing.abort();
    agent.destroy();
  });
}

/** An idle process has no response in which to announce its drain, so it is probed. */
async function watch(port: number, leaving: Leaving, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const within = AbortSignal.any([closing, AbortSignal.timeout(lookWithinMs)]);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: within }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 503) leaving.note(port);
    else if (answer?.ok) leaving.forget(port);
    await pause(lookEveryMs, undefined, { signal: closing, ref: false }).catch(() => {});
  }
}

/** Round robin: each call begins with the next port. */
function inTurn(ports: readonly number[]): () => readonly number[] {
  let first = 0;
  return () => {
    first = (first + 1) % ports.length;
    return [...ports.slice(first), ...ports.slice(0, first)];
  };
}

/** Draining processes. A request to a process that closes its socket would be lost. */
interface Leaving {
  /** Marks a process as draining. */
  note(port: number): void;
  /** Marks a process as available again, because a new process on the port accepts requests. */
  forget(port: number): void;
  /** Moves draining processes to the end of the list. */
  last(ports: readonly number[]): readonly number[];
}

function createLeaving(): Leaving {
  const until = new Map<number, number>();
  return {
    note: (port) => void until.set(port, performance.now() + goneWithinMs),
    forget: (port) => void until.delete(port),
    last: (ports) => {
      const now = performance.now();
      const isGoing = (port: number): boolean => (until.get(port) ?? 0) > now;
      return until.size === 0 ? ports : ports.toSorted((one, other) => Number(isGoing(one)) - Number(isGoing(other)));
    },
  };
}

/** Tries one process after the other until one answers. A write that may have been executed is not repeated. */
async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  ports: readonly number[],
  options: RequestOptions,
  leaving: Leaving,
): Promise<void> {
  const body = await buffer(incoming);
  for (const port of ports) {
    const answer = await ask(incoming, body, port, options);
    if (answer === 'refused' || (answer === 'lost' && reads.has(incoming.method ?? ''))) continue;
    if (answer === 'lost') break;
    if (answer.headers.connection === 'close') leaving.note(port);
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders));
    return pipeline(answer, outgoing);
  }
  refuse(incoming, outgoing);
}

/** Removes hop-by-hop headers from a flat list of names and values. */
const endToEnd = (raw: readonly string[]): string[] => raw.filter((_, index) => !hopByHop.has((raw[index - (index % 2)] ?? '').toLowerCase()));

/** Response of an upstream; `refused` when it did not receive the request, `lost` when that is unknown. */
function ask(incoming: IncomingMessage, body: Buffer, port: number, options: RequestOptions): Promise<IncomingMessage | 'refused' | 'lost'> {
  const { method, url: path, headers, socket } = incoming;
  const own = { 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'http', 'content-length': body.length };
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers: { ...kept, ...own }, ...options });
    asked.once('response', (answer) => {
      // A stream may be silent once it has begun.
      asked.setTimeout(0);
      resolve(answer);
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost'));
    asked.end(body);
  });
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const problem = problemOf(new EngineUnavailable('the cluster', new Error('no process answered')), {}, traceIdOf(incoming.headers));
  outgoing
    .writeHead(problem.status, { ...apiHeaders, 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '1' })
    .end(JSON.stringify(problem));
}
