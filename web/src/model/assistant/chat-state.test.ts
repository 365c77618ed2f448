import { blankAnswer } from '@waystory/proto/assistant/answer-parts.ts';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import { expect, test } from 'vitest';
import { type ChatEvent, type ChatState, closedChat, messagesWith, nextChatState, questionOf } from './chat-state.ts';

const at = '2026-11-25T12:00:00.000Z';
const after = (...events: ChatEvent[]): ChatState => events.reduce(nextChatState, closedChat);
const submitted: ChatEvent = { type: 'submitted', question: questionOf('Lisbon?', at), replaces: null };
const accepted: ChatEvent = { type: 'accepted', threadId: 't' };
const parts = (isFirst: boolean, ...some: DataStreamPart[]): ChatEvent => ({ type: 'parts', parts: some, isFirst, at });
const begin: DataStreamPart = { type: 'start_step', value: { messageId: 'm' } };
const text = (value: string): DataStreamPart => ({ type: 'text', value });

test('Question is submitted, its answer streams, and the chat is ready again', () => {
  expect(after(submitted)).toMatchObject({ status: 'submitted', threadId: null, question: { content: 'Lisbon?' } });
  expect(after(submitted, accepted)).toMatchObject({ status: 'submitted', threadId: 't' });
  const streaming = after(submitted, accepted, parts(true, begin, text('Bom')), parts(false, text(' dia')));
  expect(streaming).toMatchObject({ status: 'streaming', answer: { id: 'm', content: 'Bom dia' } });
  expect(nextChatState(streaming, { type: 'ended' })).toMatchObject({ status: 'ready', problem: null });
  expect(nextChatState(nextChatState(streaming, { type: 'ended' }), { type: 'settled' })).toMatchObject({ question: null, answer: null });
});

test('Resumed answer starts from the beginning', () => {
  const cut = after(submitted, accepted, parts(true, begin, text('Bom d')), { type: 'failed', problem: { kind: 'cut' } });
  expect(cut).toMatchObject({ status: 'error', question: { content: 'Lisbon?' }, answer: { content: 'Bom d' } });
  const again = nextChatState(cut, parts(true, begin, text('Bom dia')));
  expect(again).toMatchObject({ status: 'streaming', problem: null, answer: { content: 'Bom dia' } });
});

test('Question that is refused is removed from the messages', () => {
  const refused = after(submitted, { type: 'failed', problem: { kind: 'no-credits' } });
  expect(refused).toEqual({ status: 'error', threadId: null, question: null, answer: null, replaces: null, problem: { kind: 'no-credits' } });
});

test('Error part in the stream remains an error after its end', () => {
  const failed = after(submitted, accepted, parts(true, begin, text('I'), { type: 'error', value: 'chat/failed' }), { type: 'ended' });
  expect(failed).toMatchObject({ status: 'error', problem: { kind: 'failed', code: 'chat/failed' }, answer: { content: 'I' } });
});

test.each(['running', 'cut'] as const)('Problem %s is cleared when the stream ends without parts', (kind) => {
  expect(after(submitted, accepted, { type: 'failed', problem: { kind } }, { type: 'ended' })).toMatchObject({ status: 'ready', problem: null });
});

test('Notice about another running answer stays while that answer is shown', () => {
  const state = after(submitted, { type: 'failed', problem: { kind: 'running' } }, accepted, parts(true, begin, text('Other')));
  expect(state).toMatchObject({ status: 'streaming', problem: { kind: 'running' } });
});

test('Opening a thread clears question, answer and status of the previous thread', () => {
  expect(after(submitted, accepted, parts(true, begin), { type: 'opened', threadId: 'u' })).toEqual({ ...closedChat, threadId: 'u' });
});

test('Streamed answer replaces the stored answer at its position, and its question appears once', () => {
  const state = after(submitted, accepted, parts(true, begin, text('Bom dia')));
  const question = { ...questionOf('Lisbon?', at), id: 'q' };
  expect(messagesWith([], state).map(({ content }) => content)).toEqual(['Lisbon?', 'Bom dia']);
  expect(messagesWith([question], state).map(({ content }) => content)).toEqual(['Lisbon?', 'Bom dia']);
  expect(messagesWith([question, { ...blankAnswer('m', at), content: 'Bom' }], state).map(({ id, content }) => [id, content])).toEqual([
    ['q', 'Lisbon?'],
    ['m', 'Bom dia'],
  ]);
});

test('Question that replaces a message takes its position, and a refusal restores the message', () => {
  const all = ['q1', 'a1', 'q2', 'a2'].map((id) => ({ ...questionOf(id, at), id }));
  const anew: ChatEvent = { type: 'submitted', question: questionOf('Porto?', at), replaces: 'q2' };
  const contents = (state: ChatState) => messagesWith(all, state).map(({ content }) => content);
  expect(contents(after(anew, accepted, parts(true, begin, text('Sim'))))).toEqual(['q1', 'a1', 'Porto?', 'Sim']);
  expect(contents(after(anew, { type: 'failed', problem: { kind: 'no-credits' } }))).toEqual(['q1', 'a1', 'q2', 'a2']);
  expect(contents(after(anew, accepted, parts(true, begin, text('S')), { type: 'failed', problem: { kind: 'cut' } }))).toEqual([
    'q1',
    'a1',
    'Porto?',
    'S',
  ]);
  expect(after(anew, accepted, parts(true, begin), { type: 'ended' }, { type: 'settled' })).toMatchObject({ replaces: null, question: null });
});

test('Continued answer follows the stored messages, without a question', () => {
  const known = ['q1', 'a1'].map((id) => ({ ...questionOf(id, at), id }));
  const state = after({ type: 'submitted', question: null, replaces: null }, accepted, parts(true, begin, text('And')));
  expect(messagesWith(known, state).map(({ content }) => content)).toEqual(['q1', 'a1', 'And']);
});
