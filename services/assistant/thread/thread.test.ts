import { given } from '@waystory/infra/commands/given.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { AnswerOutcome, ChangeDecision, ThreadEvent } from '@waystory/proto/assistant/thread.ts';
import { describe, expect, test } from 'vitest';
import { threadStream } from './thread.ts';
import { readableThread } from './thread-access.ts';

const id = (letter: string, number: number): string => `${letter.repeat(8)}-0000-8000-8000-${String(number).padStart(12, '0')}`;
const accountId = id('a', 1);
const owner: Principal = { accountId, roles: [] };
const stranger: Principal = { accountId: id('a', 2), roles: ['admin'] };
const question = {
  type: 'SendMessage',
  messageId: id('b', 1),
  answerId: id('c', 1),
  text: 'Three days in Lisbon',
  replaces: null,
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

describe('thread', () => {
  test('begins with its first message and continues with the next', () => {
    given(threadStream, []).when(question).then(asked);
    given(threadStream, answered)
      .when({ ...question, messageId: id('b', 2), answerId: id('c', 2) })
      .then([sent(2), answering(2)]);
  });

  test('is titled by its first line, cut between words', () => {
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

  test('refuses a message during an answer', () => {
    given(threadStream, asked)
      .when({ ...question, messageId: id('b', 2) })
      .rejects('chat/turn-running');
  });

  test.each([
    ['message', { ...question, actor: stranger }],
    ['request to stop the answer', { type: 'StopAnswer', actor: stranger }],
    ['renaming', { type: 'TitleThread', title: 'Mine', actor: stranger }],
    ['deletion', { type: 'DeleteThread', actor: stranger }],
    ['continuation', { type: 'GoOn', answerId: id('c', 2), itineraryId: null, actor: stranger }],
  ] as const)('rejects a %s by another account with chat/unknown', (_, command) => {
    given(threadStream, answered).when(command).rejects('chat/unknown');
  });

  test('is readable for a quarter of an hour by the administrator to whom it was disclosed, and by nobody else', () => {
    const disclose = { type: 'DiscloseThread', accountId, reason: 'A complaint', at: '2026-05-01T12:00:00.000Z', actor: stranger } as const;
    given(threadStream, answered)
      .when({ ...disclose, actor: { ...stranger, roles: ['moderator'] } })
      .rejects('chat/unknown')
      .when({ ...disclose, accountId: id('a', 3) })
      .rejects('chat/unknown');
    given(threadStream, []).when(disclose).rejects('chat/unknown');
    const until = '2026-05-01T12:15:00.000Z';
    const disclosed: ThreadEvent = { type: 'ThreadDisclosed', data: { readerId: id('a', 2), reason: 'A complaint', until } };
    const { state } = given(threadStream, answered).when(disclose).then([disclosed]);
    expect(state?.disclosures).toEqual([{ at: expect.any(String), until, reason: 'A complaint' }]);
    const reads =
      (actor: Principal, now = '2026-05-01T12:14:59.999Z') =>
      () =>
        readableThread(state, actor, now);
    expect(reads(stranger)()).toBe(state);
    expect(reads(owner)()).toBe(state);
    expect(reads(stranger, until)).toThrow('chat/unknown');
    expect(reads({ ...stranger, roles: [] })).toThrow('chat/unknown');
    expect(reads({ accountId: id('a', 3), roles: ['admin'] })).toThrow('chat/unknown');
    expect(reads({ accountId: null, roles: ['admin'] })).toThrow('chat/unknown');
  });

  test('is retitled once when the command repeats', () => {
    const title = { type: 'TitleThread', title: 'Lisbon', actor: owner } as const;
    given(threadStream, answered)
      .when(title)
      .then([{ type: 'ThreadTitled', data: { accountId, title: 'Lisbon' } }])
      .when(title)
      .then([]);
  });

  test('is linked to the itinerary created in it, unless it has one', () => {
    const link = { type: 'LinkThread', itineraryId: id('d', 1) } as const;
    const linked: ThreadEvent = { type: 'ThreadLinked', data: { itineraryId: id('d', 1) } };
    const { state } = given(threadStream, asked)
      .when(link)
      .then([linked])
      .when({ ...link, itineraryId: id('d', 2) })
      .then([]);
    expect(state?.itineraryId).toBe(id('d', 1));
    const about: ThreadEvent = { type: 'ThreadBegun', data: { accountId, itineraryId: id('d', 3) } };
    given(threadStream, [about]).when(link).then([]);
    given(threadStream, []).when(link).then([]);
  });

  test('is unknown after its deletion and accepts no further lines of an answer', () => {
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

describe('answer', () => {
  test('accepts lines until its end', () => {
    const write = { type: 'WriteAnswer', messageId: id('c', 1), lines: '0:"Gladly"\n' } as const;
    given(threadStream, asked)
      .when(write)
      .then([written])
      .when({ type: 'EndAnswer', messageId: id('c', 1), outcome: 'FAILED', code: 'model/away', changes: [] })
      .then([ended('FAILED', 'model/away')])
      .when(write)
      .rejects('chat/answer-over');
  });

  test('that was stopped cannot end with another outcome', () => {
    given(threadStream, asked)
      .when({ type: 'StopAnswer', actor: owner })
      .then([ended('STOPPED')])
      .when({ type: 'EndAnswer', messageId: id('c', 1), outcome: 'FINISHED', code: null, changes: [] })
      .then([])
      .when({ type: 'StopAnswer', actor: owner })
      .then([]);
  });

  test('is interrupted when its last heartbeat is older than the deadline, and not before', () => {
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

describe('proposed changes', () => {
  const [one, two] = [id('d', 1), id('d', 2)];
  const messageId = id('c', 1);
  const proposed: ThreadEvent = { type: 'ChangesProposed', data: { messageId, toolCallIds: [one, two] } };
  const end = (outcome: AnswerOutcome) => ({ type: 'EndAnswer', messageId, outcome, code: null, changes: [one, two] }) as const;
  const decide = (decision: ChangeDecision, ...toolCallIds: string[]) => ({ type: 'DecideChanges', toolCallIds, decision, actor: owner }) as const;
  const decided = (decision: ChangeDecision, ...toolCallIds: string[]): ThreadEvent => ({
    type: 'ChangesDecided',
    data: { messageId, toolCallIds, decision },
  });
  const waiting = [...asked, ended('FINISHED'), proposed];

  test('are recorded for a finished answer only', () => {
    given(threadStream, asked)
      .when(end('FINISHED'))
      .then([ended('FINISHED'), proposed]);
    given(threadStream, asked)
      .when(end('FAILED'))
      .then([ended('FAILED')]);
  });

  test('are decided once each', () => {
    given(threadStream, waiting)
      .when(decide('ALLOWED', one))
      .then([decided('ALLOWED', one)])
      .when(decide('ALLOWED', one))
      .then([])
      .when(decide('DECLINED', two, two))
      .then([decided('DECLINED', two)]);
    given(threadStream, [...waiting, decided('ALLOWED', one)])
      .when(decide('DECLINED', one, two))
      .rejects('chat/decision-taken');
  });

  test.each([
    ['an id that was not proposed', waiting, decide('ALLOWED', id('d', 3)), 'chat/change-unknown'],
    ['a change in a thread of another account', waiting, { ...decide('ALLOWED', one), actor: stranger }, 'chat/unknown'],
    ['a change during a running answer', [...waiting, sent(2), answering(2)], decide('ALLOWED', one), 'chat/turn-running'],
    [
      'a change from before a later answer',
      [...waiting, sent(2), answering(2), { type: 'AnswerEnded', data: { messageId: id('c', 2), outcome: 'FINISHED', code: null } }],
      decide('ALLOWED', one),
      'chat/change-unknown',
    ],
  ] as const)('refuse a decision on %s', (_, before, command, code) => {
    given(threadStream, before).when(command).rejects(code);
  });

  test('have one result each, and the answer continues only after all decisions', () => {
    const goOn = { type: 'GoOn', answerId: id('c', 2), itineraryId: null, actor: owner } as const;
    const record = { type: 'RecordChange', messageId, toolCallId: one, result: '{"id":"x"}' } as const;
    const recorded: ThreadEvent = { type: 'ChangeCarriedOut', data: { accountId, messageId, toolCallId: one, result: '{"id":"x"}' } };
    const half = [...waiting, decided('ALLOWED', one)];
    given(threadStream, half).when(goOn).rejects('chat/nothing-to-go-on-with');
    given(threadStream, half).when(record).then([recorded]).when(record).then([]);
    given(threadStream, [...half, decided('DECLINED', two)])
      .when(goOn)
      .then([answering(2)]);
  });
});

test('Finished answer cannot be continued', () => {
  given(threadStream, answered)
    .when({ type: 'GoOn', answerId: id('c', 2), itineraryId: null, actor: owner })
    .rejects('chat/nothing-to-go-on-with');
});

test('Rewritten message replaces the old message and everything after it', () => {
  const finished = (number: number): ThreadEvent => ({ type: 'AnswerEnded', data: { messageId: id('c', number), outcome: 'FINISHED', code: null } });
  const two = [...answered, sent(2), answering(2), finished(2)];
  const anew = (replaces: string) => ({ ...question, messageId: id('b', 3), answerId: id('c', 3), replaces });
  const replaced: ThreadEvent = { type: 'MessagesReplaced', data: { messageId: id('b', 1) } };
  given(threadStream, two)
    .when(anew(id('b', 1)))
    .then([replaced, sent(3), answering(3)]);
  const after = [...two, replaced, sent(3), answering(3), finished(3)];
  for (const gone of [id('b', 1), id('b', 2), id('c', 3)]) given(threadStream, after).when(anew(gone)).rejects('chat/message-unknown');
  given(threadStream, [])
    .when(anew(id('b', 1)))
    .rejects('chat/message-unknown');
});
describe('reversed answer', () => {
  const reversal = { messageId: id('c', 1), number: 1, reversed: true, causes: ['reversal:1'], outcome: '{"restored":[],"left":[]}' };
  const reversed = (more: object = {}): ThreadEvent => ({ type: 'AnswerReversed', data: { accountId, ...reversal, ...more } });

  test('is recorded once, with the causes of its events for a reapplication', () => {
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

  test('is not recorded in a deleted thread', () => {
    const deleted: ThreadEvent = { type: 'ThreadDeleted', data: {} };
    given(threadStream, [...answered, deleted])
      .when({ type: 'RecordReversal', ...reversal })
      .then([]);
  });
});
