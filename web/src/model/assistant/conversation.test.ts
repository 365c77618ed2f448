import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChatStatus } from './chat-state.ts';
import { ChatRefused, type Question, type Reply } from './chat-transport.ts';
import { Conversation } from './conversation.ts';

const begin: DataStreamPart = { type: 'start_step', value: { messageId: 'm' } };
const finish: DataStreamPart = { type: 'finish_message', value: { finishReason: 'stop' } };
const text = (value: string): DataStreamPart => ({ type: 'text', value });

/** An answer that a test writes part by part. */
class Written implements AsyncIterable<readonly DataStreamPart[]> {
  readonly #pieces: (readonly DataStreamPart[] | Error | null)[] = [];
  #news = Promise.withResolvers<void>();
  put(piece: readonly DataStreamPart[] | Error | null): void {
    this.#pieces.push(piece);
    this.#news.resolve();
  }
  /** Ends the answer like the server. */
  finish(): void {
    this.put([finish]);
    this.put(null);
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly DataStreamPart[]> {
    for (;;) {
      while (this.#pieces.length === 0) await this.#news.promise;
      this.#news = Promise.withResolvers();
      const piece = this.#pieces.shift() ?? null;
      if (piece === null) return;
      if (piece instanceof Error) throw piece;
      yield piece;
    }
  }
}

let asked: Question[];
let goneOn: string[];
let resumed: string[];
let stopped: string[];
let refreshed: string[];
let replies: (Reply | Error | Promise<Reply>)[];
/** Whether a broken stream is resumed automatically. */
let readsOn: boolean;
let chat: Conversation;

const next = async (): Promise<Reply> => {
  const reply = replies.shift();
  if (!reply) throw new Error('Nobody answers');
  if (reply instanceof Error) throw reply;
  return reply;
};

beforeEach(() => {
  [asked, goneOn, resumed, stopped, refreshed, replies] = [[], [], [], [], [], []];
  readsOn = false;
  chat = new Conversation({
    transport: {
      ask: (question) => {
        asked.push(question);
        return next();
      },
      goOn: (threadId) => {
        goneOn.push(threadId);
        return next();
      },
      resume: (threadId) => {
        resumed.push(threadId);
        return next();
      },
    },
    stopAnswer: async (threadId) => stopped.push(threadId),
    refresh: async (threadId) => refreshed.push(threadId),
    mayReadOn: async (time) => readsOn && time < 3,
  });
});

function reply(): Written {
  const written = new Written();
  replies.push({ threadId: 't', parts: written });
  return written;
}

/** Waits for a state of the conversation. */
function until(seen: () => boolean): Promise<void> {
  if (seen()) return Promise.resolve();
  return new Promise((resolve) => {
    const { unsubscribe } = chat.store.subscribe(() => {
      if (!seen()) return;
      unsubscribe();
      resolve();
    });
  });
}
const untilStatus = (status: ChatStatus): Promise<void> => until(() => chat.state.status === status);
const untilSettled = (): Promise<void> => until(() => chat.state.question === null && chat.state.answer === null && chat.state.status === 'ready');

test('Question in a new thread is submitted, streams to ready, and is then read from the server', async () => {
  const seen: ChatStatus[] = [];
  chat.store.subscribe(() => {
    if (seen.at(-1) !== chat.state.status) seen.push(chat.state.status);
  });
  const answer = reply();
  expect(await chat.send('Lisbon?', 'i')).toBe(true);
  answer.put([begin, text('Bom')]);
  answer.put([text(' dia')]);
  await until(() => chat.state.answer?.content === 'Bom dia');
  answer.finish();
  await untilSettled();
  expect(seen).toEqual(['submitted', 'streaming', 'ready']);
  expect(asked).toEqual([{ threadId: null, text: 'Lisbon?', itineraryId: 'i', replaces: null }]);
  expect(chat.state.threadId).toBe('t');
  expect(refreshed).toEqual(['t']);
});

test('onParts listeners of a conversation receive parts with the resulting state', async () => {
  const told: string[] = [];
  chat.onParts((parts, { answer }) => told.push(`${parts.length} ${answer?.content}`));
  const answer = reply();
  await chat.send('Lisbon?', null);
  answer.put([begin, text('a')]);
  answer.put([text('b'), finish]);
  answer.put(null);
  await untilSettled();
  expect(told).toEqual(['2 a', '2 ab']);
});

describe('Stopping an answer', () => {
  test('ends the answer in the tab and on the server', async () => {
    const answer = reply();
    await chat.send('Lisbon?', null);
    answer.put([begin, text('Bom')]);
    await untilStatus('streaming');
    await chat.stop();
    expect(chat.state.status).toBe('ready');
    expect(stopped).toEqual(['t']);
    expect(refreshed).toEqual(['t']);
    answer.put([text(' dia')]);
    await Promise.resolve();
    expect(chat.state.answer).toBeNull();
  });

  test('before the thread id is known takes effect when the server returns the id', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    replies.push(promise);
    const sent = chat.send('Lisbon?', null);
    await chat.stop();
    expect(stopped).toEqual([]);
    resolve({ threadId: 't', parts: new Written() });
    await sent;
    expect(stopped).toEqual(['t']);
    expect(chat.state.status).toBe('ready');
  });

  test('without an answer in progress does nothing', async () => {
    await chat.stop();
    expect(stopped).toEqual([]);
  });
});

describe('Opened thread', () => {
  test('resumes the answer in progress, as after a reload', async () => {
    const answer = reply();
    await chat.open('t');
    expect(chat.state).toMatchObject({ status: 'ready', threadId: 't' });
    answer.put([begin, text('Bom dia')]);
    await untilStatus('streaming');
    answer.finish();
    await untilSettled();
    expect(resumed).toEqual(['t']);
  });

  test('stays ready without an answer in progress', async () => {
    reply().put(null);
    await chat.open('t');
    expect(chat.state.status).toBe('ready');
  });

  test('leaves the answer of the previous thread running on the server', async () => {
    const before = reply();
    await chat.send('Lisbon?', null);
    before.put([begin, text('Bom')]);
    await untilStatus('streaming');
    await chat.open(null);
    before.put([text(' dia')]);
    await Promise.resolve();
    expect(chat.state).toMatchObject({ status: 'ready', threadId: null, answer: null });
    expect(stopped).toEqual([]);
  });
});

describe('Conversation failure', () => {
  test.each([
    [401, 'auth/required', 'signed-out'],
    [402, 'credit/none-left', 'no-credits'],
    [500, 'internal/error', 'failed'],
  ])('with status %d removes the question and sets the problem', async (status, code, kind) => {
    replies.push(new ChatRefused(status, code, 'No'));
    expect(await chat.send('Lisbon?', null)).toBe(false);
    expect(chat.state).toMatchObject({ status: 'error', question: null, problem: { kind } });
  });

  test('with status 409 shows the running answer, and the question is not sent', async () => {
    reply().put(null);
    await chat.open('t');
    replies.push(new ChatRefused(409, 'chat/turn-running', 'Wait'));
    const other = reply();
    expect(await chat.send('Slower', null)).toBe(false);
    other.put([begin, text('Still')]);
    await untilStatus('streaming');
    expect(chat.state).toMatchObject({ problem: { kind: 'running' }, answer: { content: 'Still' } });
    other.finish();
    await untilSettled();
    expect(chat.state.problem).toBeNull();
  });

  test('of a stream makes the conversation resume the answer, even twice and during an outage', async () => {
    readsOn = true;
    const problems: unknown[] = [];
    chat.store.subscribe(() => problems.push(chat.state.problem));
    const answer = reply();
    await chat.send('Lisbon?', null);
    answer.put([begin, text('Bom d')]);
    replies.push(new TypeError('Failed to fetch'));
    const again = reply();
    answer.put(new TypeError('network error'));
    again.put([begin, text('Bom dia, Lis')]);
    await until(() => chat.state.answer?.content === 'Bom dia, Lis');
    const last = reply();
    again.put(new TypeError('network error'));
    last.put([begin, text('Bom dia, Lisboa')]);
    last.finish();
    await untilSettled();
    expect([resumed, problems.filter(Boolean)]).toEqual([['t', 't', 't'], []]);
  });

  test('of a stream is shown once the retries are used up or the server refuses', async () => {
    readsOn = true;
    for (const reason of [new TypeError('Failed to fetch'), new ChatRefused(401, 'auth/required', 'No')]) {
      const answer = reply();
      await chat.send('Lisbon?', null);
      replies.push(reason, reason, reason);
      answer.put(new TypeError('network error'));
      await untilStatus('error');
      expect(chat.state.problem).toEqual({ kind: reason instanceof ChatRefused ? 'signed-out' : 'cut' });
      replies.length = 0;
    }
    expect(resumed).toHaveLength(4);
  });

  test('of the network is an error, and resume reads the answer from its beginning', async () => {
    const answer = reply();
    await chat.send('Lisbon?', null);
    answer.put([begin, text('Bom d')]);
    answer.put(new TypeError('network error'));
    await untilStatus('error');
    expect(chat.state).toMatchObject({ problem: { kind: 'cut' }, answer: { content: 'Bom d' } });
    const again = reply();
    await chat.resume();
    again.put([begin, text('Bom dia')]);
    await until(() => chat.state.answer?.content === 'Bom dia');
    again.finish();
    await untilSettled();
  });
});

test('Continuation of an answer sends no question, and a 422 because another tab continued it refreshes the messages', async () => {
  const opened = reply();
  opened.finish();
  await chat.open('t');
  await untilStatus('ready');
  const answer = reply();
  await chat.goOn(null);
  answer.put([begin, text('And')]);
  await until(() => chat.state.answer?.content === 'And');
  expect(chat.state.question).toBeNull();
  answer.finish();
  await untilSettled();
  refreshed.length = 0;
  replies.push(new ChatRefused(422, 'chat/nothing-to-go-on-with', 'whole'));
  await chat.goOn(null);
  expect([goneOn, refreshed]).toEqual([['t', 't'], ['t']]);
});

test('Edited question is sent with the id of the replaced message, unless that message has no server id yet', async () => {
  for (const replaces of ['m1', 'question']) {
    const answer = reply();
    answer.finish();
    await chat.send('Porto?', null, replaces);
    await untilSettled();
  }
  expect(asked.map(({ replaces }) => replaces)).toEqual(['m1', null]);
});

describe('Answer whose stream ends between two lines', () => {
  test('is resumed and shown completely', async () => {
    readsOn = true;
    const cut = reply();
    const again = reply();
    await chat.send('Lisbon?', null);
    cut.put([begin, text('Bom')]);
    cut.put(null);
    again.put([begin, text('Bom dia')]);
    await until(() => chat.state.answer?.content === 'Bom dia');
    again.finish();
    await untilSettled();
    expect([resumed, refreshed]).toEqual([['t'], ['t']]);
  });

  test('has the problem cut when resuming is not possible, and stays visible', async () => {
    const cut = reply();
    await chat.send('Lisbon?', null);
    cut.put([begin, text('Bom')]);
    cut.put(null);
    await untilStatus('error');
    expect(chat.state).toMatchObject({ problem: { kind: 'cut' }, answer: { content: 'Bom' }, question: { content: 'Lisbon?' } });
  });
});
