import { describe, expect, test } from 'vitest';
import { chatMessage, messageRoutes } from './message.ts';
import { threadRoutes } from './thread.ts';

const { body } = messageRoutes.startChat;
const say = (content: unknown, role: unknown = 'user') => ({ messages: [{ content, role }] });

describe('chat request', () => {
  test('accepts one message, trimmed, with or without a threadId', () => {
    const threadId = '0199f0a0-0000-7000-8000-000000000001';
    expect(body.parse({ ...say('  Three days in Lisbon\n'), threadId })).toEqual({ ...say('Three days in Lisbon'), threadId });
    expect(body.parse(say('x'.repeat(10_000)))).toMatchObject({ messages: [{ role: 'user' }] });
    expect(body.parse({ messages: [{ id: 'm', content: 'Hi', role: 'user', parts: [] }] })).toEqual(say('Hi'));
  });

  test.each([
    ['a blank message', say(' \n'), 'messages.0.content'],
    ['a message of 10,001 characters', say('x'.repeat(10_001)), 'messages.0.content'],
    ['a message with the role system', say('Hi', 'system'), 'messages.0.role'],
    ['a message without a role', { messages: [{ content: 'Hi' }] }, 'messages.0.role'],
    ['two messages', { messages: [...say('Hi').messages, ...say('Ho').messages] }, 'messages'],
    ['no message', { messages: [] }, 'messages'],
    ['a malformed threadId', { ...say('Hi'), threadId: 'new' }, 'threadId'],
  ])('is refused with the path of the invalid field: %s', (_, sent, path) => {
    expect(body.safeParse(sent).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});

describe('chat message', () => {
  const call = { step: 0, toolCallId: 'call_1', toolName: 'add_day', args: { title: 'By the river' } };
  const message = {
    id: '0199f0a0-0000-7000-8000-000000000002',
    createdAt: '2026-05-04T09:30:00.000Z',
    role: 'assistant',
    content: 'Done.',
    parts: [
      { type: 'step-start', text: '' },
      { type: 'reasoning', text: 'A day first' },
      { type: 'tool-invocation', text: '', toolInvocation: { ...call, state: 'result', result: { id: 'x', number: 1 } } },
      { type: 'source', text: 'Belém', source: { sourceType: 'url', id: 's', url: 'https://example.org', title: 'Belém' } },
      { type: 'file', text: '', mimeType: 'image/png', data: 'aGk=' },
      { type: 'text', text: 'Done.' },
    ],
    annotations: [{ threadId: 'x' }],
    toolInvocations: [{ ...call, state: 'result', result: { id: 'x', number: 1 } }],
    attachments: [{ name: 'ticket.pdf', contentType: 'application/pdf', url: '/files/1' }],
  };

  test('has parts, annotations, tool invocations and attachments', () => {
    expect(chatMessage.parse(message)).toEqual(message);
  });

  test.each([
    ['a part without text', { parts: [{ type: 'text' }] }],
    ['a part of another kind', { parts: [{ type: 'video', text: '' }] }],
    ['a call of an unknown tool', { toolInvocations: [{ ...call, state: 'call', toolName: 'delete_account' }] }],
    ['a call in an unknown state', { toolInvocations: [{ ...call, state: 'running' }] }],
  ])('cannot have %s', (_, wrong) => {
    expect(chatMessage.safeParse({ ...message, ...wrong }).success).toBe(false);
  });
});

test('Thread title is null, or one trimmed line of 1 to 120 characters', () => {
  const change = threadRoutes.patchChat.body;
  expect(change.parse({ title: ' Lisbon in May ' })).toEqual({ title: 'Lisbon in May' });
  expect(change.parse({ title: null })).toEqual({ title: null });
  expect(change.safeParse({ title: ' ' }).success).toBe(false);
  expect(change.safeParse({ title: 'x'.repeat(121) }).success).toBe(false);
});
