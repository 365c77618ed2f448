import { given } from '@waystory/infra/commands/given.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { AnswerOutcome, ThreadEvent } from '@waystory/proto/assistant/thread.ts';
import { describe, expect, test } from 'vitest';
import { threadStream } from './thread.ts';

const id = (letter: string, number: number): string => `${letter.repeat(8)}-0000-8000-8000-${String(number).padStart(12, '0')}`;
const accountId = id('a', 1);
const owner: Principal = { accountId, roles: [] };
const stranger: Principal = { accountId: id('a', 2), roles: ['admin'] };
const question = {
  type: 'SendMessage',
  messageId: id('b', 1),
  answerId: id('c', 1),
  text: 'Three days in Lisbon',
  itineraryId: null,
  actor: owner,
} as const;

const begun: ThreadEvent = { type: 'ThreadBegun', data: { accountId, itineraryId: null } };
const sent = (number: number): ThreadEvent => ({ type: 'MessageSent', data: { accountId, messageId: id('b', number), text: question.text } });
const answering = (number: number): ThreadEvent => ({ type: 'AnswerBegun', data: { messageId: id('c', number), itineraryId: null } });
const written: ThreadEvent = { type: 'AnswerWritten', data: { accountId, messageId: id('c', 1), lines: '0:"Gladly"\n' } };
const ended = (outcome: AnswerOutcome, code: string | null = null): ThreadEvent => ({
  type: 'AnswerEnded',
  data: { messageId: id('c', 1), outcome, code },
});
const titled = (title: string): ThreadEvent => ({ type: 'ThreadTitled', data: { accountId, title } });
const asked = [begun, titled(question.text), sent(1), answering(1)];
const answered = [...asked, written, ended('FINISHED')];

describe('a thread', () => {
  test('begins with its first message and goes on with the next', () => {
    given(threadStream, []).when(question).then(asked);
    given(threadStream, answered)
      .when({ ...question, messageId: id('b', 2), answerId: id('c', 2) })
      .then([sent(2), answering(2)]);
  });

  test('is called after its first line, which is cut between two words', () => {
    const text = `Three days in Lisbon with my parents, who do not like to walk far\nand love fish`;
    given(threadStream, [])
      .when({ ...question, text })
      .then([
        begun,
        titled('Three days in Lisbon with my parents, who do not like to…'),
        { type: 'MessageSent', data: { accountId, messageId: id('b', 1), text } },
        answering(1),
      ]);
  });

  test('takes no message while it is answered', () => {
    given(threadStream, asked)
      .when({ ...question, messageId: id('b', 2) })
      .rejects('chat/turn-running');
  });

  test.each([
    ['message', { ...question, actor: stranger }],
    ['stop', { type: 'StopAnswer', actor: stranger }],
    ['title', { type: 'TitleThread', title: 'Mine', actor: stranger }],
    ['deletion', { type: 'DeleteThread', actor: stranger }],
    ['further answer', { type: 'GoOn', answerId: id('c', 2), itineraryId: null, actor: stranger }],
  ] as const)('is unknown to others, whatever their role: no %s', (_, command) => {
    given(threadStream, answered).when(command).rejects('chat/unknown');
  });

  test('has the title that it is given, once', () => {
    const title = { type: 'TitleThread', title: 'Lisbon', actor: owner } as const;
    given(threadStream, answered)
      .when(title)
      .then([{ type: 'ThreadTitled', data: { accountId, title: 'Lisbon' } }])
      .when(title)
      .then([]);
  });

  test('that is deleted is unknown, and takes no more of an answer', () => {
    const { state } = given(threadStream, asked)
      .when({ type: 'DeleteThread', actor: owner })
      .then([{ type: 'ThreadDeleted', data: {} }]);
    expect(state).toBeNull();
    const deleted: ThreadEvent = { type: 'ThreadDeleted', data: {} };
    given(threadStream, [...asked, deleted])
      .when({ type: 'WriteAnswer', messageId: id('c', 1), lines: '0:"a"\n' })
      .rejects('chat/answer-over');
  });
});

describe('an answer', () => {
  test('is written until it ends', () => {
    const write = { type: 'WriteAnswer', messageId: id('c', 1), lines: '0:"Gladly"\n' } as const;
    given(threadStream, asked)
      .when(write)
      .then([written])
      .when({ type: 'EndAnswer', messageId: id('c', 1), outcome: 'FAILED', code: 'model/away' })
      .then([ended('FAILED', 'model/away')])
      .when(write)
      .rejects('chat/answer-over');
  });

  test('that was stopped is not ended otherwise', () => {
    given(threadStream, asked)
      .when({ type: 'StopAnswer', actor: owner })
      .then([ended('STOPPED')])
      .when({ type: 'EndAnswer', messageId: id('c', 1), outcome: 'FINISHED', code: null })
      .then([])
      .when({ type: 'StopAnswer', actor: owner })
      .then([]);
  });

  test('is interrupted when nothing was heard of its writer, and not before', () => {
    const since = (silentSince: string) => ({ type: 'InterruptAnswer', messageId: id('c', 1), silentSince }) as const;
    given(threadStream, asked).when(since('2026-01-01T00:00:00.000Z')).then([]);
    given(threadStream, asked)
      .when(since('2026-01-01T00:00:00.001Z'))
      .then([ended('INTERRUPTED')])
      .when({ type: 'GoOn', answerId: id('c', 2), itineraryId: null, actor: owner })
      .then([answering(2)])
      .when(since('2027-01-01T00:00:00.000Z'))
      .then([]);
  });
});

describe('an answer that is taken back', () => {
  const reversal = { messageId: id('c', 1), number: 1, reversed: true, causes: ['reversal:1'], outcome: '{"restored":[],"left":[]}' };
  const reversed = (more: object = {}): ThreadEvent => ({ type: 'AnswerReversed', data: { accountId, ...reversal, ...more } });

  test('is told once, and what was written for it is kept for the way back', () => {
    const first = given(threadStream, answered)
      .when({ type: 'RecordReversal', ...reversal })
      .then([reversed()])
      .when({ type: 'RecordReversal', ...reversal })
      .then([]);
    expect(first.state?.reversals).toEqual({ [id('c', 1)]: { number: 1, reversed: true, causes: ['reversal:1'] } });
    const again = { number: 2, reversed: true, causes: [] };
    const second = first.when({ type: 'RecordReversal', ...reversal, ...again }).then([reversed(again)]);
    expect(second.state?.reversals[id('c', 1)]).toEqual({ number: 2, reversed: true, causes: ['reversal:1'] });
  });

  test('is told to nobody when the thread is gone', () => {
    const deleted: ThreadEvent = { type: 'ThreadDeleted', data: {} };
    given(threadStream, [...answered, deleted])
      .when({ type: 'RecordReversal', ...reversal })
      .then([]);
  });
});
