import { appendPart, blankAnswer } from '@waystory/proto/assistant/answer.ts';
import type { Json } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { describe, expect, test } from 'vitest';
import { PageGuard } from './page-guard.ts';

const at = '2026-01-01T00:00:00.000Z';
const says = (content: string): ChatMessage => ({ ...blankAnswer('q', at), role: 'user', content });
const page = (...links: string[]) => ({ url: 'https://museum.example/', title: null, text: 'Hours', truncated: false, links });
const search = (...urls: string[]) => ({ configured: true, results: urls.map((url) => ({ title: '', url, snippet: '' })) });
const calls = (toolName: ToolName, result: Json): ChatMessage =>
  [
    { type: 'tool_call', value: { toolCallId: 'c', toolName, args: {} } } as const,
    { type: 'tool_result', value: { toolCallId: 'c', result } } as const,
  ].reduce(appendPart, blankAnswer('a', at));
const failure = { error: { code: 'page/unreachable', detail: '' } };

const isAsked = (guard: PageGuard, url: string): boolean => guard.refusalOf(url) === null;

describe('writing needs consent', () => {
  test.each<[string, ChatMessage[], boolean]>([
    ['no page was read', [says('Hi')], false],
    ['a page was read', [says('Hi'), calls('web_browser', page())], true],
    ['a search answered', [says('Hi'), calls('google_search', search('https://a.example/'))], true],
    ['a page could not be read', [says('Hi'), calls('web_browser', failure)], false],
    ['a search found nothing', [says('Hi'), calls('google_search', { configured: false, results: [] })], false],
    ['a page was read for an earlier message', [says('Hi'), calls('web_browser', page()), says('Thanks')], false],
    ['an answer that read a page is continued', [says('Hi'), calls('web_browser', page()), blankAnswer('b', at)], true],
  ])('when %s: %s', (_, messages, isBarred) => {
    expect(new PageGuard(messages, false).isWritingBarred).toBe(isBarred);
  });

  test("when somebody else's story is open", () => {
    expect(new PageGuard([says('Hi')], true).isWritingBarred).toBe(true);
  });
});

describe('URL', () => {
  test('invented by the model is allowed only without path and query, and only until the model reads texts of others', () => {
    const guard = new PageGuard([says('When is it open?')], false);
    const addresses = ['https://museum.example/', 'https://museum.example', 'https://museum.example/secret', 'https://museum.example/?q=secret'];
    expect(addresses.map((url) => isAsked(guard, url))).toEqual([true, true, false, false]);
    expect(isAsked(new PageGuard([says('Hi')], true), 'https://museum.example/')).toBe(false);
    guard.take('web_browser', page());
    expect(isAsked(guard, 'https://museum.example/tickets')).toBe(false);
  });

  test.each([
    ['See https://museum.example/hours?day=1.', 'https://museum.example/hours?day=1', true],
    ['See (museum.example/hours), please', 'http://museum.example/hours/', true],
    ['See **museum.example**', 'https://museum.example/', true],
    ['See https://museum.example/hours', 'https://museum.example/hours?d=secret', false],
    ['See https://museum.example/hours', 'https://museum.example/hours#secret', true],
    ['See https://museum.example/', 'https://secret.museum.example/', false],
    ['See https://museum.example/', 'https://museum.example@evil.example/', false],
    ['See https://museum.example/', 'no address', false],
  ])('after a page was read: %s allows %s: %s', (said, url, isAllowed) => {
    const guard = new PageGuard([says(said)], false);
    guard.take('web_browser', page());
    expect(isAsked(guard, url)).toBe(isAllowed);
  });

  test("from a search or a page's link is allowed for at most three pages per turn", () => {
    const links = [1, 2, 3, 4].map((number) => `https://museum.example/${number}?page=${number}`);
    const guard = new PageGuard([says('Hi'), calls('google_search', search('https://a.example/'))], false);
    guard.take('web_browser', page(...links));
    expect(['https://a.example/', ...links].map((url) => isAsked(guard, url))).toEqual([true, true, true, false, false]);
  });

  test('from a page of an earlier turn is refused, and from a search of an earlier turn allowed', () => {
    const messages = [
      says('Hi'),
      calls('google_search', search('https://a.example/x?y=1')),
      calls('web_browser', page('https://b.example/x?y=1')),
      says('On'),
    ];
    const guard = new PageGuard(messages, false);
    expect(['https://a.example/x?y=1', 'https://b.example/x?y=1'].map((url) => isAsked(guard, url))).toEqual([true, false]);
  });
});
