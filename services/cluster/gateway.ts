import { Agent, createServer, type IncomingMessage, type RequestOptions, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { maxHeaderSize } from '@waystory/infra/http/app.ts';
import { problemOf } from '@waystory/infra/http/problem.ts';
import { traceIdOf } from '@waystory/infra/http/request-headers.ts';

/** Ports on this machine of the processes that answer reads, and of those that answer everything else. */
export interface Upstreams {
  query: readonly number[];
  command: readonly number[];
}

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Between us and the process there is another connection than between us and the caller: RFC 9110 section 7.6.1. */
const hopByHop: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** As long as a process keeps an idle connection, milliseconds; whoever is told less may send into one that is just being closed. */
const keepAliveMs = 72_000;
/** Longest that an upstream may take to begin its answer, milliseconds: longer than any read waits for a write. */
const usualPatience = 30_000;
/** A process that closes its connections is gone by then, milliseconds. */
const goneWithinMs = 15_000;
/** How often each process is asked whether it is going, and how long it may take to say so, milliseconds: it goes on answering for a quarter of a second. */
const [lookEveryMs, lookWithinMs] = [75, 1_000];

/** The way into many processes: reads go to the query processes in turn, everything else to the command processes. */
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

/** Who is seldom asked for anything has no answer to say with that it is going: the next request would meet a door that is just being closed. */
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

/** The same ports each time, beginning with the next one. */
function inTurn(ports: readonly number[]): () => readonly number[] {
  let first = 0;
  return () => {
    first = (first + 1) % ports.length;
    return [...ports.slice(first), ...ports.slice(0, first)];
  };
}

/** Processes that said they are going. What is sent to one while it closes its door would be lost. */
interface Leaving {
  /** It said so. */
  note(port: number): void;
  /** Another one is there in its place, and takes requests. */
  forget(port: number): void;
  /** The same ports, with those that are going behind the others. */
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

/** Asks one process after the other until one answers. What may have been done already is not asked for twice. */
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

/** Of names and values in turn, those that are for the caller. */
const endToEnd = (raw: readonly string[]): string[] => raw.filter((_, index) => !hopByHop.has((raw[index - (index % 2)] ?? '').toLowerCase()));

/** The answer; `refused` when the request was not taken, `lost` when nobody knows. */
function ask(incoming: IncomingMessage, body: Buffer, port: number, options: RequestOptions): Promise<IncomingMessage | 'refused' | 'lost'> {
  const { method, url: path, headers, socket } = incoming;
  const own = { 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'http', 'content-length': body.length };
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers: { ...kept, ...own }, ...options });
    asked.once('response', (answer) => {
      // A stream may be silent for as long as it likes once it has begun.
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
