import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Both, Side } from './pairs.ts';
import type { PersonName } from './people.ts';
import { strangeIds } from './words.ts';

/** A request in words that each side gets in its own form. */
export interface Asked {
  /** Method and path as the definition has them. */
  route: string;
  method: string;
  path: string;
  person: PersonName;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body, where it is JSON. */
  json: unknown;
}

/** One of the two products, and what a client of it remembers. */
export interface Standing {
  port: number;
  tokens: Readonly<Record<PersonName, string | null>>;
  /** Tokens of this moment; those from before an account was deleted are refused. */
  freshTokens(): Promise<Standing['tokens']>;
  /** `x-position` of its last write. */
  position: number;
  /** Position that its read models are known to have seen. */
  seen: number;
  /** How often a read had to be asked again because a write was not visible in time. */
  askedAgain: number;
}

const agent = new Agent({ keepAlive: true });
/** Longest that an answer may take, milliseconds. */
const answerWithinMs = 40_000;
/** How often a read that is behind is asked again; each waits two seconds by itself. */
const patience = 10;

/** Reads that between them wait for every read model that a write looks at. */
const everyReadModel: readonly (readonly [PersonName, string])[] = [
  ['anonymous', '/api/itineraries?limit=1'],
  ['anonymous', '/api/places?limit=1'],
  ['anonymous', `/api/images/${strangeIds[0]}`],
  ['anonymous', '/api/posts?limit=1'],
  ['anonymous', '/api/reactions?limit=1'],
  ['traveller', '/api/saved-itineraries?limit=1'],
  ['traveller', '/api/saved-stops?limit=1'],
  ['traveller', '/api/collections?limit=1'],
  ['admin', '/api/follows?limit=1'],
  ['admin', '/api/accounts?limit=1'],
  ['admin', '/api/reports?limit=1'],
  ['admin', '/api/jobs?limit=1'],
];

/**
 * Sends a request to one side after that side's own last write. What is read too early is asked for again, as `Retry-After` says.
 * A write that looks at read models could be refused for that after it was done; it is sent when they have seen everything.
 */
export async function exchange(side: Side, asked: Asked, standing: Standing, filled: (text: string, side: Side) => string): Promise<Answered> {
  const token = standing.tokens[asked.person];
  const headers: Record<string, string> = { 'x-after': String(standing.position), ...(token && { authorization: `Bearer ${token}` }) };
  for (const [name, value] of Object.entries(asked.headers)) headers[name] = filled(value, side);
  const body = asked.body === undefined ? undefined : filled(asked.body, side);
  const path = filled(asked.path, side);
  if (asked.method === 'GET')
    return 'x-after' in asked.headers ? send(standing.port, 'GET', path, headers, body) : read(standing, path, headers, body);
  if (standing.seen < standing.position) {
    const after = { 'x-after': String(standing.position) };
    for (const [person, reading] of everyReadModel) {
      const bearer = standing.tokens[person];
      await read(standing, reading, { ...after, ...(bearer && { authorization: `Bearer ${bearer}` }) }, undefined);
    }
    standing.seen = standing.position;
  }
  const answered = await send(standing.port, asked.method, path, headers, body);
  const position = Number(answered.headers['x-position']);
  if (position > standing.position) standing.position = position;
  return answered;
}

async function read(standing: Standing, path: string, headers: Record<string, string>, body: string | undefined): Promise<Answered> {
  for (let attempt = 1; ; attempt++) {
    const answered = await send(standing.port, 'GET', path, headers, body);
    if (answered.status !== 503 || !answered.text.includes('read/behind') || attempt > patience) return answered;
    standing.askedAgain += 1;
    await pause(Number(answered.headers['retry-after']) * 1_000);
  }
}

function send(port: number, method: string, path: string, headers: Record<string, string>, body: string | undefined): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, agent, timeout: answerWithinMs });
  sent.once('response', (response) => {
    text(response).then((received) => {
      const { statusCode: status = 0, headers: got } = response;
      resolve({ status, headers: got, text: received, json: got['content-type']?.includes('json') ? jsonOf(received) : undefined });
    }, reject);
  });
  sent.once('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered in time`)));
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

function jsonOf(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}

/** The same request to one side, then to the other. @param trace number of its trace, so that both name the same one. */
export async function exchangeBoth(
  asked: Asked,
  standings: Both<Standing>,
  filled: (text: string, side: Side) => string,
  trace: number,
): Promise<Both<Answered>> {
  const traceparent = `00-${trace.toString(16).padStart(32, '0')}-0000000000000001-01`;
  const traced = { ...asked, headers: { traceparent, ...asked.headers } };
  const one = await exchange('one', traced, standings.one, filled);
  return { one, many: await exchange('many', traced, standings.many, filled) };
}

/** Lets go of all connections. */
export const hangUp = (): void => agent.destroy();
