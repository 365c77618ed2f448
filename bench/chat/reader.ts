import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../harness/quantiles.ts';
import { answerQuestions } from '../harness/worker.ts';
import { type Pace, questionOf } from './pace.ts';

/** Whom to ask: the product with a token, or the bare pipe. */
export interface Server {
  port: number;
  token: string | null;
}

export type Reading =
  /** One question after the other. */
  | { kind: 'first'; server: Server; pace: Pace; times: number }
  /** Many at the same time, all read to their end. */
  | { kind: 'many'; server: Server; pace: Pace; streams: number }
  /** Many at the same time of which nothing is read until `let-go`. */
  | { kind: 'hold'; server: Server; pace: Pace; streams: number }
  | { kind: 'let-go' };

/** Milliseconds from each question to the first word of its answer. */
export interface FirstWords {
  words: number[];
}

/** Gaps between words that follow each other, milliseconds. */
export interface Gaps {
  p50: number;
  p99: number;
  most: number;
  /** Words that came, of all streams. */
  words: number;
  /** Streams that broke off, or were refused. */
  failed: number;
}

/** For questions that follow each other; those that come together have a connection each, as different people have. */
const agent = new Agent({ keepAlive: true });

/** What a word begins with, in the lines of the product and in those of the provider. */
const markOf = ({ token }: Server): string => (token === null ? '"content":" ' : '0:');

async function ask({ port, token }: Server, pace: Pace, by: Agent | false = false): Promise<IncomingMessage> {
  const messages = [{ role: 'user', content: questionOf(pace) }];
  const body = JSON.stringify(token === null ? { model: 'paced', stream: true, messages } : { messages });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const path = token === null ? '/v1/chat/completions' : '/api/chat';
  const sent = request({ agent: by, port, host: '127.0.0.1', method: 'POST', path, headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // of this event
  return response;
}

/** Times at which words came, milliseconds. */
async function wordsOf(response: IncomingMessage, mark: string): Promise<number[]> {
  const times: number[] = [];
  // Lines are not cut on loopback, where each is sent whole.
  for await (const bytes of response.setEncoding('utf8')) {
    const now = performance.now();
    for (let count = String(bytes).split(mark).length - 1; count > 0; count--) times.push(now);
  }
  return times;
}

async function first({ server, pace, times }: Extract<Reading, { kind: 'first' }>): Promise<FirstWords> {
  const words: number[] = [];
  for (let time = 0; time < times; time++) {
    const begun = performance.now();
    const response = await ask(server, pace, agent);
    const [word] = await wordsOf(response, markOf(server));
    if (response.statusCode !== 200 || word === undefined) throw new Error(`An answer has no words: ${response.statusCode}`);
    words.push(word - begun);
    // What follows from an answer is another one's, as people take their time.
    await pause(100);
  }
  return { words };
}

/** Questions do not come all in the same millisecond. */
const spread = 1_000;

async function many({ server, pace, streams }: Extract<Reading, { kind: 'many' }>): Promise<Gaps> {
  const gaps: number[] = [];
  let [words, failed] = [0, 0];
  const one = async (_: unknown, index: number): Promise<void> => {
    await pause((index * spread) / streams);
    const response = await ask(server, pace);
    const times = await wordsOf(response, markOf(server));
    words += times.length;
    if (times.length !== pace.pieces) failed += 1;
    for (let at = 1; at < times.length; at++) gaps.push((times[at] ?? 0) - (times[at - 1] ?? 0));
  };
  await Promise.all(Array.from({ length: streams }, one));
  return { p50: quantile(gaps, 0.5), p99: quantile(gaps, 0.99), most: quantile(gaps, 1), words, failed };
}

let held: IncomingMessage[] = [];

async function hold({ server, pace, streams }: Extract<Reading, { kind: 'hold' }>): Promise<number> {
  const one = async (_: unknown, index: number): Promise<IncomingMessage> => {
    await pause((index * spread) / streams);
    return ask(server, pace);
  };
  // Nobody listens for its data, so that no more is read than what came with the head.
  held = await Promise.all(Array.from({ length: streams }, one));
  return held.filter(({ statusCode }) => statusCode === 200).length;
}

async function letGo(): Promise<void> {
  for (const response of held) response.destroy();
  held = [];
}

function run(reading: Reading): Promise<unknown> {
  switch (reading.kind) {
    case 'first':
      return first(reading);
    case 'many':
      return many(reading);
    case 'hold':
      return hold(reading);
    case 'let-go':
      return letGo();
    default:
      return reading satisfies never;
  }
}

answerQuestions(run, async () => agent.destroy());
